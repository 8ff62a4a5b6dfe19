import { bundledFontFiles, type FontLookup } from '@cobble/engine/fonts';
import type { ImageLookup } from '../images/Image.ts';
import type { Post, RenderOptions } from '../RenderOptions.ts';
import type { SiteRendering } from './Site.ts';

/**
 * Resolves the renderer's lookups and records the results, so that the archive can contain them and
 * pages render the same without the host. Posts are cached until the export ends, one list per
 * account; nothing invalidates them, so all pages show the same.
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
      const found = this.recordedPosts.get(accountId) ?? postsOf?.(accountId) ?? [];
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

  /** The recorded results, in an order that does not depend on the order of lookups. */
  get results(): {
    readonly fonts: string[];
    readonly posts: Record<string, Post[]>;
    readonly images: Record<string, unknown>;
  } {
    const posts = [...this.recordedPosts]
      .filter(([, all]) => all.length > 0)
      .map(([id, all]) => [
        String(id),
        all.map(({ id: postId, caption, createdAt }) => ({ id: postId, caption, createdAt })),
      ]);
    return {
      fonts: [...this.families].sort(),
      posts: Object.fromEntries(posts) as Record<string, Post[]>,
      images: Object.fromEntries(
        [...this.recordedImages].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
      ),
    };
  }
}
