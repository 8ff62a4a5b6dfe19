import type { PaintImage } from '../paint/PaintResources.ts';
import { MovingImage } from '../images/MovingImage.ts';
import { mayMove } from '../images/movingType.ts';
import {
  imageFileFor,
  type ImageFilesLookup,
  type SizeOnScreen,
  widthOnScreen,
} from '../images/ImageFiles.ts';

/** Where an image of a page is loaded from. @param baseUrl put before addresses under `/assets/` */
export function assetUrl(url: string, baseUrl: string): string {
  return url.startsWith('/assets/') ? baseUrl + url : url;
}

/** What a store asks and tells. */
export interface ImageStoreOptions {
  /** Called with its address when an image has come, has moved on, or turned out to be broken. */
  readonly onChange: (url: string) => void;
  /** Which files there are of an image. */
  readonly files?: ImageFilesLookup;
  /** Whether moving images rest now; default: they always do. */
  readonly isResting?: () => boolean;
}

interface Entry {
  shown: PaintImage | 'loading' | null;
  /** How wide the file is that shows, px. */
  fileWidth: number;
  readonly asked: Set<string>;
  isSeen: boolean;
  moving: MovingImage | null;
}

/**
 * Loads images once, in the file that is sharp at their size on the screen, and says when they have
 * come. A file that is sharper takes the place of one that shows; until it is there, that stays.
 */
export class ImageStore {
  readonly #entries = new Map<string, Entry>();
  readonly #baseUrl: string;
  readonly #options: ImageStoreOptions;

  /** @param baseUrl put before addresses under `/assets/` */
  constructor(baseUrl: string, options: ImageStoreOptions) {
    this.#baseUrl = baseUrl;
    this.#options = options;
  }

  /**
   * An image by its address in the page; starts loading it at the first call.
   *
   * @param box what it covers on the screen; without one its own file is loaded
   */
  get(url: string, box?: SizeOnScreen): Entry['shown'] {
    let entry = this.#entries.get(url);
    if (!entry) {
      entry = { shown: 'loading', fileWidth: 0, asked: new Set(), isSeen: true, moving: null };
      this.#entries.set(url, entry);
    }
    const known = this.#options.files?.(url) ?? null;
    if (known === 'asked') return entry.shown;
    const file = imageFileFor(url, known, box);
    const needed = known && box ? widthOnScreen(known, box) : 0;
    const isSharp = entry.fileWidth > 0 && entry.fileWidth >= needed;
    if (!isSharp && !entry.asked.has(file)) this.#load(url, file, entry);
    entry.isSeen = true;
    entry.moving?.play();
    return entry.shown;
  }

  #load(url: string, file: string, entry: Entry): void {
    entry.asked.add(file);
    const element = new Image();
    element.decoding = 'async';
    element.src = assetUrl(file, this.#baseUrl);
    element
      .decode()
      .then(() => {
        const { naturalWidth: fileWidth } = element;
        if (fileWidth === 0) throw new Error('an empty image');
        if (fileWidth <= entry.fileWidth) return;
        const found = this.#options.files?.(url) ?? null;
        const known = found === 'asked' ? null : found;
        const { width, height } = known ?? { width: fileWidth, height: element.naturalHeight };
        entry.shown = { source: element, width, height };
        entry.fileWidth = fileWidth;
        if (file === url && (known === null || known.isAnimated === true))
          this.#move(url, entry, entry.shown);
        this.#options.onChange(url);
      })
      .catch(() => {
        // What was made of an image may be gone; the image itself is what the page names.
        if (file !== url && !entry.asked.has(url)) {
          this.#load(url, url, entry);
          return;
        }
        if (entry.shown === 'loading') entry.shown = null;
        this.#options.onChange(url);
      });
  }

  #move(url: string, entry: Entry, { width, height }: PaintImage): void {
    const { isResting, onChange } = this.#options;
    const address = assetUrl(url, this.#baseUrl);
    if (!isResting || entry.moving || !mayMove(address, document.baseURI)) return;
    void MovingImage.open(address, {
      isResting,
      isSeen: () => entry.isSeen,
      onFrame: (source) => {
        entry.isSeen = false;
        entry.shown = { source, width, height };
        onChange(url);
      },
    }).then((moving) => {
      entry.moving = moving;
      moving?.play();
    });
  }
}
