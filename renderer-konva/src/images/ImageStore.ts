import type { PaintImage } from '../paint/PaintResources.ts';
import { AnimatedImage } from './AnimatedImage.ts';
import { mayBeAnimated } from './animatedImageType.ts';
import {
  imageUrlFor,
  type ImageVariantsLookup,
  type SizeOnScreen,
  widthOnScreen,
} from './ImageVariants.ts';

/**
 * The URL from which an image is loaded.
 *
 * @param baseUrl prefix for URLs that start with `/assets/`
 */
export function assetUrl(url: string, baseUrl: string): string {
  return url.startsWith('/assets/') ? baseUrl + url : url;
}

/** Options of an {@link ImageStore}. */
export interface ImageStoreOptions {
  /** Called with an image's URL when it has loaded, has failed, or shows another frame. */
  readonly onChange: (url: string) => void;
  /** Looks up the variants of an image. */
  readonly variantsOf?: ImageVariantsLookup;
  /** Whether animated images are paused now; default: always. */
  readonly isPaused?: () => boolean;
}

interface Entry {
  shown: PaintImage | 'loading' | null;
  /** Width of the file that is shown, px. */
  fileWidth: number;
  readonly requested: Set<string>;
  isVisible: boolean;
  animation: AnimatedImage | null;
}

/**
 * Loads images in the smallest variant that is sharp at their size on screen, each file once, and
 * notifies when one has loaded. A sharper variant replaces the shown one when it has loaded.
 *
 * Cache: by URL; never invalidated, as an image's file does not change. Bounded by the images that
 * the page has shown.
 */
export class ImageStore {
  readonly #entries = new Map<string, Entry>();
  readonly #baseUrl: string;
  readonly #options: ImageStoreOptions;

  /** @param baseUrl prefix for URLs that start with `/assets/` */
  constructor(baseUrl: string, options: ImageStoreOptions) {
    this.#baseUrl = baseUrl;
    this.#options = options;
  }

  /**
   * An image by its URL in the page; null when it is broken. Starts to load what is missing.
   *
   * @param box its size on screen; without it the original file, or our copy of it, is loaded
   */
  get(url: string, box?: SizeOnScreen): Entry['shown'] {
    let entry = this.#entries.get(url);
    if (!entry) {
      entry = {
        shown: 'loading',
        fileWidth: 0,
        requested: new Set(),
        isVisible: true,
        animation: null,
      };
      this.#entries.set(url, entry);
    }
    const variants = this.#options.variantsOf?.(url) ?? null;
    if (variants === 'pending') return entry.shown;
    const file = imageUrlFor(url, variants, box);
    const needed = variants && box ? widthOnScreen(variants, box) : 0;
    const isSharp = entry.fileWidth > 0 && entry.fileWidth >= needed;
    if (!isSharp && !entry.requested.has(file)) this.#load(url, file, entry);
    entry.isVisible = true;
    entry.animation?.play();
    return entry.shown;
  }

  #load(url: string, file: string, entry: Entry): void {
    entry.requested.add(file);
    const element = new Image();
    element.decoding = 'async';
    element.src = assetUrl(file, this.#baseUrl);
    element
      .decode()
      .then(() => {
        const { naturalWidth: fileWidth } = element;
        if (fileWidth === 0) throw new Error('an empty image');
        if (fileWidth <= entry.fileWidth) return;
        const found = this.#options.variantsOf?.(url) ?? null;
        const variants = found === 'pending' ? null : found;
        const { width, height } = variants ?? { width: fileWidth, height: element.naturalHeight };
        entry.shown = { source: element, width, height };
        entry.fileWidth = fileWidth;
        if (file === url && (variants === null || variants.isAnimated === true))
          this.#animate(url, entry, entry.shown);
        this.#options.onChange(url);
      })
      .catch(() => {
        // A variant may have been deleted; fall back to the image that the page names.
        if (file !== url && !entry.requested.has(url)) {
          this.#load(url, url, entry);
          return;
        }
        if (entry.shown === 'loading') entry.shown = null;
        this.#options.onChange(url);
      });
  }

  #animate(url: string, entry: Entry, { width, height }: PaintImage): void {
    const { isPaused, onChange } = this.#options;
    const address = assetUrl(url, this.#baseUrl);
    if (!isPaused || entry.animation || !mayBeAnimated(address, document.baseURI)) return;
    void AnimatedImage.open(address, {
      isPaused,
      isVisible: () => entry.isVisible,
      onFrame: (source) => {
        entry.isVisible = false;
        entry.shown = { source, width, height };
        onChange(url);
      },
    }).then((animation) => {
      entry.animation = animation;
      animation?.play();
    });
  }
}
