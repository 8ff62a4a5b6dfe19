import type { PaintResources } from '../paint/PaintResources.ts';

/** What a block's image may wait for: an address, a kit's type, or fonts. */
export type PaintUse = `image:${string}` | `kit:${string}` | 'texts';

/** Remembers which blocks have asked for what, so that only they are painted again when it comes. */
export class PaintUses {
  /** What painters are given: the same resources, with an ear to who asks. */
  readonly resources: PaintResources;
  readonly #users = new Map<PaintUse, Set<string>>();
  #painted = '';

  constructor(inner: PaintResources) {
    const note = (name: PaintUse): void => {
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
      ...(inner.shownImages && { shownImages: inner.shownImages }),
      ...(inner.kits && { kits: inner.kits }),
      ...(kitPainter && {
        kitPainter: (type) => {
          note(`kit:${type}`);
          return kitPainter(type);
        },
      }),
    };
  }

  /** To be told whose painting begins: a section's child, or a section. */
  begin(uuid: string): void {
    this.#painted = uuid;
  }

  /** Who has asked for something since it was told last; they are forgotten and ask again. */
  takeUsers(use: PaintUse): ReadonlySet<string> {
    const users = this.#users.get(use) ?? new Set<string>();
    this.#users.delete(use);
    return users;
  }
}
