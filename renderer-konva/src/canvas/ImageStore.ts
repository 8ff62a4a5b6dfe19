import type { PaintImage } from '../paint/PaintResources.ts';

type Entry = PaintImage | 'loading' | null;

/** Loads pictures once and says when they have come. */
export class ImageStore {
  readonly #entries = new Map<string, Entry>();
  readonly #baseUrl: string;
  readonly #onChange: () => void;

  /**
   * @param baseUrl put before addresses under `/assets/`
   * @param onChange called when a picture has come or turned out to be broken
   */
  constructor(baseUrl: string, onChange: () => void) {
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
    element.src = url.startsWith('/assets/') ? this.#baseUrl + url : url;
    element
      .decode()
      .then(() => {
        const { naturalWidth: width, naturalHeight: height } = element;
        this.#entries.set(url, width > 0 ? { source: element, width, height } : null);
      })
      .catch(() => {
        this.#entries.set(url, null);
      })
      .finally(this.#onChange);
    return 'loading';
  }
}
