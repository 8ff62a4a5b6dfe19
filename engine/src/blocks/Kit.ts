import type { BlockDefinition } from './BlockDefinition.ts';
import type { KitCanvasView } from './KitCanvasView.ts';
import type { KitStaticView } from './KitStaticView.ts';

/**
 * A third-party block type with its views. Create one with `defineKit`, which validates it, and
 * pass it to each editor, parser, renderer or room that should know the type. There is no global
 * registry, so several hosts can share a browser window.
 */
export interface Kit {
  readonly block: BlockDefinition;
  /** Renders the block in published pages; without it an empty frame is published. */
  readonly staticView?: KitStaticView | undefined;
  /**
   * Loads the canvas view when the first such block becomes visible, for example `() =>
   * import('./canvas.js')`. A placeholder is shown until then, and if loading fails.
   */
  readonly loadCanvasView?:
    (() => Promise<KitCanvasView | { readonly default: KitCanvasView }>) | undefined;
}

/** A kit whose block type and content the compiler knows; returned by `defineKit`. */
export interface KitOf<Type extends string, Content extends object> extends Kit {
  readonly block: BlockDefinition & BlockDefinition<Type, Content>;
}
