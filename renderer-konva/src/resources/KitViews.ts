import {
  type Block,
  callKit,
  CobbleError,
  findDefinition,
  type Kit,
  type KitCanvas,
  type KitCanvasView,
} from '@cobble/engine';
import { paintUnknown } from '../blocks/unknown/paintUnknown.ts';
import type { Painter } from '../paint/PaintResources.ts';
import type { PaintTarget } from '../paint/PaintTarget.ts';

/** How many failing blocks of a type are reported; a view that always throws must not flood the log. */
const MAX_REPORTED = 10;

/** A kit's view, with the placeholder as its painter until it is loaded. */
interface LoadedView {
  readonly kit: Kit;
  painter: Painter;
}

/**
 * The canvas views of an editor's kits. A view is loaded when a block of its type is first painted.
 * Until then, when loading fails, for a block that its kit cannot read, and for one that the view has
 * thrown for, until that block changes, a placeholder is painted. A view cannot edit the editor.
 * Failures are reported to the window: one for each block, and for at most ten blocks of a type.
 *
 * Cache: by block type, as long as the type has the same kit.
 */
export class KitViews {
  readonly #kits: () => readonly Kit[];
  readonly #painters = new Map<string, LoadedView>();
  readonly #onChange: (type: string) => void;

  /**
   * @param kits the editor's current kits; the first one of a type wins
   * @param onChange called with a block type when its view has loaded or failed, to repaint its
   *   blocks
   */
  constructor(kits: () => readonly Kit[], onChange: (type: string) => void) {
    this.#kits = kits;
    this.#onChange = onChange;
  }

  /**
   * The painter of a kit's block type; null for other types. The first call for a type starts
   * loading its view.
   */
  painterOf(type: string): Painter | null {
    const kit = this.#kits().find((each) => each.block.type === type);
    if (!kit) return null;
    const cached = this.#painters.get(type);
    if (cached?.kit === kit) return cached.painter;
    const view: LoadedView = { kit, painter: paintUnknown };
    this.#painters.set(type, view);
    if (kit.loadCanvasView) void this.#load(view, kit.loadCanvasView);
    return paintUnknown;
  }

  async #load(view: LoadedView, load: NonNullable<Kit['loadCanvasView']>): Promise<void> {
    const { type } = view.kit.block;
    try {
      const loaded = await callKit(this.#kits(), type, 'loadCanvasView', load);
      view.painter = this.#painterFor(paintOf(type, loaded));
    } catch (error) {
      const isNamed = error instanceof CobbleError && error.code === 'kit_invalid';
      reportError(isNamed ? error : loadError(type, error));
    }
    this.#onChange(type);
  }

  #painterFor(view: KitCanvasView): Painter {
    const failed = new WeakSet<Block>();
    const reported = new Set<string>();
    return (frame) => {
      const { block, target, resources, width, height, content, radius } = frame;
      if (failed.has(block) || !findDefinition(block, this.#kits())) {
        paintUnknown(frame);
        return;
      }
      const { canvas, close } = balance(target);
      try {
        const image = (url: string) => {
          const found = resources.image(url);
          return found === 'loading' ? null : found;
        };
        const path = (data: string) => resources.path(data);
        callKit(this.#kits(), block.type, 'canvasView', () => {
          view({ block, target: canvas, width, height, content, radius, image, path });
        });
        close();
      } catch (error) {
        close();
        failed.add(block);
        if (!reported.has(block.uuid) && reported.size < MAX_REPORTED) {
          reported.add(block.uuid);
          reportError(error);
        }
        paintUnknown(frame);
      }
    };
  }
}

/** The view that a kit has loaded: a function, or a module whose default export is one. */
function paintOf(type: string, loaded: unknown): KitCanvasView {
  const { default: exported = null } = (loaded ?? {}) as { readonly default?: unknown };
  const view = typeof loaded === 'function' ? loaded : exported;
  if (typeof view === 'function') return view as KitCanvasView;
  throw viewError(type, 'must resolve to a function or to a module whose default export is one');
}

/** The error for a view that could not be loaded, which names the kit: the cause may not. */
function loadError(type: string, cause: unknown): CobbleError {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return viewError(type, `failed${reason}`, cause);
}

function viewError(type: string, problem: string, cause?: unknown): CobbleError {
  const path = 'loadCanvasView';
  return new CobbleError('kit_invalid', `kit ${type}: ${path} ${problem}`, {
    details: { type, path },
    cause,
  });
}

/**
 * Wraps a target so that unbalanced `save` and `restore` calls of a kit's view cannot affect what
 * is painted after it.
 */
function balance(target: PaintTarget): {
  readonly canvas: KitCanvas;
  readonly close: () => void;
} {
  let saves = 0;
  target.save();
  const overrides: Readonly<Record<string | symbol, unknown>> = {
    save: () => {
      saves += 1;
      target.save();
    },
    restore: () => {
      if (saves === 0) return;
      saves -= 1;
      target.restore();
    },
  };
  const canvas = new Proxy(target, {
    get: (on, name) => {
      if (Object.hasOwn(overrides, name)) return overrides[name];
      const value: unknown = Reflect.get(on, name);
      return typeof value === 'function' ? (value.bind(on) as unknown) : value;
    },
    set: (on, name, value) => Reflect.set(on, name, value),
  });
  return {
    canvas,
    close: () => {
      for (; saves > 0; saves -= 1) target.restore();
      target.restore();
    },
  };
}
