import type { Block } from '@cobble/engine';
import type { PaintResources } from '../paint/PaintResources.ts';

/**
 * A resource that painting a block may wait for: an image by URL, a kit's view by block type, fonts,
 * or the end of an upload.
 */
export type ResourceKey = `image:${string}` | `kit:${string}` | 'texts' | 'uploads';

/** Records which blocks use which resources, so that only they are repainted when one changes. */
export class ResourceUses {
  /** The resources for painters; reads are recorded. */
  readonly resources: PaintResources;
  readonly #users = new Map<ResourceKey, Set<string>>();
  #painted = '';

  constructor(inner: PaintResources) {
    const note = (name: ResourceKey): void => {
      const users = this.#users.get(name);
      if (users) users.add(this.#painted);
      else this.#users.set(name, new Set([this.#painted]));
    };
    const { kitPainter, isUploadInterrupted } = inner;
    const recorded = {
      get texts() {
        note('texts');
        return inner.texts;
      },
      image(...args: Parameters<PaintResources['image']>) {
        note(`image:${args[0]}`);
        return inner.image(...args);
      },
      ...(isUploadInterrupted && {
        isUploadInterrupted(block: Block) {
          note('uploads');
          return isUploadInterrupted(block);
        },
      }),
      ...(kitPainter && {
        kitPainter(type: string) {
          note(`kit:${type}`);
          return kitPainter(type);
        },
      }),
    } satisfies Partial<PaintResources>;
    // Inherits all others, so that none can be forgotten.
    this.resources = Object.create(
      inner,
      Object.getOwnPropertyDescriptors(recorded),
    ) as PaintResources;
  }

  /** Must be called before a section or a section's child is painted. */
  begin(uuid: string): void {
    this.#painted = uuid;
  }

  /**
   * Returns and removes the blocks that used a resource since the last call; repainting records
   * them again.
   */
  takeUsers(use: ResourceKey): ReadonlySet<string> {
    const users = this.#users.get(use) ?? new Set<string>();
    this.#users.delete(use);
    return users;
  }
}
