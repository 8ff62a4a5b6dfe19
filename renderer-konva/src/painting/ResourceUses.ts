import type { PaintResources } from '../paint/PaintResources.ts';

/**
 * A resource that painting a block may wait for: an image by URL, a kit's view by block type, or
 * fonts.
 */
export type ResourceKey = `image:${string}` | `kit:${string}` | 'texts';

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
    const { kitPainter } = inner;
    this.resources = {
      get texts() {
        note('texts');
        return inner.texts;
      },
      get referenceWidthPx() {
        return inner.referenceWidthPx;
      },
      image(url, box) {
        note(`image:${url}`);
        return inner.image(url, box);
      },
      path: (data) => inner.path(data),
      surface: (width, height) => inner.surface(width, height),
      isTextHidden: (uuid) => inner.isTextHidden(uuid),
      get showsPlaceholders() {
        return inner.showsPlaceholders ?? false;
      },
      get isSafeMode() {
        return inner.isSafeMode ?? false;
      },
      posts: (accountId) => inner.posts?.(accountId) ?? [],
      get lang() {
        return inner.lang ?? 'en';
      },
      ...(inner.lastImageUrls && { lastImageUrls: inner.lastImageUrls }),
      ...(inner.kits && { kits: inner.kits }),
      ...(kitPainter && {
        kitPainter: (type) => {
          note(`kit:${type}`);
          return kitPainter(type);
        },
      }),
    };
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
