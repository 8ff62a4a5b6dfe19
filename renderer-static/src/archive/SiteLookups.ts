import { bundledFontFiles, type FontLookup } from '@cobble/engine/fonts';
import type { ImageLookup } from '../images/Image.ts';
import type { Post, RenderOptions } from '../RenderOptions.ts';
import type { SiteRendering } from './Site.ts';

/** What the renderer looked up, as plain JSON. */
export interface LookedUp {
  /** The families whose files exist. */
  readonly fonts: readonly string[];
  /** Posts by account; accounts without posts are left out. */
  readonly posts: Readonly<Record<string, readonly Post[]>>;
  /** Images by URL. */
  readonly images: Readonly<Record<string, unknown>>;
}

/**
 * Resolves the renderer's lookups and records the results, so that the archive can contain them and
 * pages render the same without the host.
 */
export class SiteLookups {
  private readonly families = new Set<string>();
  private readonly recordedPosts = new Map<number, readonly Post[]>();
  private readonly recordedImages = new Map<string, unknown>();
  private readonly rendering: SiteRendering;

  constructor(rendering: SiteRendering) {
    this.rendering = rendering;
  }

  /** The lookups to render with. */
  get options(): Pick<RenderOptions, 'fonts' | 'posts' | 'images'> {
    const { fonts: fontFiles = bundledFontFiles, posts: postsOf, images: imageOf } = this.rendering;
    const fonts: FontLookup = (family) => {
      const files = fontFiles(family);
      if (files !== null) this.families.add(family);
      return files;
    };
    const posts = (accountId: number): readonly Post[] => {
      const found = postsOf?.(accountId) ?? [];
      this.recordedPosts.set(accountId, found);
      return found;
    };
    const images: ImageLookup = (url) => {
      const image = imageOf?.(url) ?? null;
      if (image !== null) this.recordedImages.set(url, image);
      return image;
    };
    return { fonts, posts, ...(imageOf ? { images } : {}) };
  }

  /** The recorded results. */
  get results(): LookedUp {
    const posts = [...this.recordedPosts]
      .filter(([, all]) => all.length > 0)
      .map(([id, all]): [string, readonly Post[]] => [
        String(id),
        all.map(({ id: postId, caption, createdAt }) => ({ id: postId, caption, createdAt })),
      ]);
    return {
      fonts: [...this.families],
      posts: Object.fromEntries(posts),
      images: Object.fromEntries(this.recordedImages),
    };
  }
}

/** Merges what several pages looked up, in an order that is independent of that of the lookups. */
export function mergeLookedUp(all: readonly LookedUp[]): {
  fonts: string[];
  posts: Record<string, Post[]>;
  images: Record<string, unknown>;
} {
  const entries = <Value>(
    records: readonly Readonly<Record<string, Value>>[],
  ): [string, Value][] => [...new Map(records.flatMap((record) => Object.entries(record)))];
  return {
    fonts: [...new Set(all.flatMap(({ fonts }) => fonts))].sort(),
    posts: Object.fromEntries(
      entries(all.map(({ posts }) => posts)).map(([id, posts]) => [id, [...posts]]),
    ),
    images: Object.fromEntries(
      entries(all.map(({ images }) => images)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    ),
  };
}
