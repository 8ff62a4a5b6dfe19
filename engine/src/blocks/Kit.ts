import type { BlockDefinition } from './BlockDefinition.ts';
import type { KitCanvasView } from './KitCanvasView.ts';
import type { KitStaticView } from './KitStaticView.ts';

/**
 * What a third party adds: a type of block, and how it is drawn. One object, handed over where an
 * editor, a parser, a renderer or a room is made; there is no registry, so that two embeddings can
 * share a window. Made by `defineKit`, which checks it.
 */
export interface Kit {
  readonly block: BlockDefinition;
  /** How it is published; without one a quiet frame stands for it. */
  readonly staticView?: KitStaticView;
  /**
   * Loads how it is painted on the canvas, once the first such block shows; until then, and when it
   * fails, a quiet placeholder stands for it. `() => import('./canvas.js')` will do.
   */
  readonly loadCanvasView?: () => Promise<KitCanvasView | { readonly default: KitCanvasView }>;
}
