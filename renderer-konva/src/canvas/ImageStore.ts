import type { PaintImage } from '../paint/PaintResources.ts';

/** Where a picture of a page is loaded from. @param baseUrl put before addresses under `/assets/` */
export function assetUrl(url: string, baseUrl: string): string {
  return url.startsWith('/assets/') ? baseUrl + url : url;
}

type Entry = PaintImage | 'loading' | null;

/** Loads pictures once and says when they have come. */
export class ImageStore {
  readonly #entries = new Map<string, Entry>();
  readonly #baseUrl: string;
  readonly #onChange: (url: string) => void;

  /**
   * @param baseUrl put before addresses under `/assets/`
   * @param onChange called with its address when a picture has come or turned out to be broken
   */
  constructor(baseUrl: string, onChange: (url: string) => void) {
    this.#baseUrl = baseUrl;
    this.#onChange = onChange;
  }

  /** A picture by its address in the page; starts loading it at the first call. */
  get(url: string): Entry {
    const known = this.#entries.get(url);
    if (known !== undefined) return known;
    this.#entries.set(url, 'loading');
    const element = new Image();
    element.decoding = 'async';
    element.src = assetUrl(url, this.#baseUrl);
    element
      .decode()
      .then(() => {
        const { naturalWidth: width, naturalHeight: height } = element;
        this.#entries.set(url, width > 0 ? { source: element, width, height } : null);
      })
      .catch(() => {
        this.#entries.set(url, null);
      })
      .finally(() => {
        this.#onChange(url);
      });
    return 'loading';
  }
}
