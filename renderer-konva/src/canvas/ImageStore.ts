import type { PaintImage } from '../paint/PaintResources.ts';
import { MovingPicture } from '../pictures/MovingPicture.ts';
import { mayMove } from '../pictures/movingType.ts';
import {
  pictureFileFor,
  type PictureFilesLookup,
  type SizeOnScreen,
  widthOnScreen,
} from '../pictures/PictureFiles.ts';

/** Where a picture of a page is loaded from. @param baseUrl put before addresses under `/assets/` */
export function assetUrl(url: string, baseUrl: string): string {
  return url.startsWith('/assets/') ? baseUrl + url : url;
}

/** What a store asks and tells. */
export interface ImageStoreOptions {
  /** Called with its address when a picture has come, has moved on, or turned out to be broken. */
  readonly onChange: (url: string) => void;
  /** Which files there are of a picture. */
  readonly files?: PictureFilesLookup;
  /** Whether moving pictures rest now; default: they always do. */
  readonly isResting?: () => boolean;
}

interface Entry {
  shown: PaintImage | 'loading' | null;
  /** How wide the file is that shows, px. */
  fileWidth: number;
  readonly asked: Set<string>;
  isSeen: boolean;
  moving: MovingPicture | null;
}

/**
 * Loads pictures once, in the file that is sharp at their size on the screen, and says when they have
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
   * A picture by its address in the page; starts loading it at the first call.
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
    const file = pictureFileFor(url, known, box);
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
        if (fileWidth === 0) throw new Error('an empty picture');
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
        // What was made of a picture may be gone; the picture itself is what the page names.
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
    void MovingPicture.open(address, {
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
