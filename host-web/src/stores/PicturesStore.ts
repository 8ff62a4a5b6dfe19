import { calls, MAX_PICTURE_NAMES } from '@cobble/host-server/contract';
import type { Picture, PictureLookup } from '@cobble/renderer-static';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '../api/ApiClient.ts';

const STORED = /\/assets\/([0-9a-f]{32}\.(?:png|gif|jpg))/g;

/** What the server has made of stored pictures, for pages that are shown as visitors get them. */
export class PicturesStore {
  /** For `renderPage`; another function once more is known. */
  lookUp: PictureLookup = () => null;

  readonly #api: ApiClient;
  readonly #known = new Map<string, Picture>();

  constructor(api: ApiClient) {
    this.#api = api;
    makeAutoObservable(this, { lookUp: observableRef });
  }

  /**
   * Asks for the pictures that a page names and that are not known yet. Without an answer they are
   * shown as they are, and nobody is told.
   *
   * @param page all that may name pictures, as JSON can hold it
   */
  async load(page: unknown): Promise<void> {
    const names = new Set<string>();
    for (const [address, name] of JSON.stringify(page).matchAll(STORED))
      if (name !== undefined && !this.#known.has(address)) names.add(name);
    const all = [...names];
    for (let at = 0; at < all.length; at += MAX_PICTURE_NAMES)
      await this.#ask(all.slice(at, at + MAX_PICTURE_NAMES));
  }

  async #ask(names: readonly string[]): Promise<void> {
    try {
      const query = { names: names.join(',') };
      const { pictures } = await this.#api.call(calls.listPictures, { query, isQuiet: true });
      const fresh = Object.entries(pictures);
      if (fresh.length === 0) return;
      runInAction(() => {
        for (const [address, picture] of fresh) this.#known.set(address, inFrame(picture));
        this.lookUp = (url) => this.#known.get(url) ?? null;
      });
    } catch {
      // What is known stays.
    }
  }
}

/** In a frame that runs no scripts no video begins by itself: there the GIF moves in its place. */
function inFrame(picture: Picture): Picture {
  if (picture.motion?.type !== 'video/mp4') return picture;
  const { motion: _video, ...rest } = picture;
  return rest;
}
