import { calls, MAX_EMBEDS, MAX_PICTURE_NAMES } from '@cobble/host-server/contract';
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
   * Asks for the pictures that a page names and that are not known yet, and for copies of those of
   * other sites. Without an answer pictures are shown as they are, other sites by their marks, and
   * nobody is told.
   *
   * @param page all that may name pictures, as JSON can hold it
   */
  async load(page: { readonly things?: unknown }): Promise<void> {
    await Promise.all([this.loadStored(page), this.#loadEmbeds(page)]);
  }

  /** The same for stored pictures alone. @param page all that may name some, as JSON can hold it */
  async loadStored(page: unknown): Promise<void> {
    const names = new Set<string>();
    for (const [address, name] of JSON.stringify(page).matchAll(STORED))
      if (name !== undefined && !this.#known.has(address)) names.add(name);
    const all = [...names];
    for (let at = 0; at < all.length; at += MAX_PICTURE_NAMES)
      await this.#learn(() => {
        const query = { names: all.slice(at, at + MAX_PICTURE_NAMES).join(',') };
        return this.#api.call(calls.listPictures, { query, isQuiet: true });
      });
  }

  async #loadEmbeds(page: { readonly things?: unknown }): Promise<void> {
    const { embedsWithPictures } = await import('@cobble/renderer-static');
    const embeds = [...embedsWithPictures(page)]
      .filter(([address]) => !this.#known.has(address))
      .map(([, { type, content }]) => ({ type, content: content as Record<string, unknown> }))
      .slice(0, MAX_EMBEDS);
    if (embeds.length > 0)
      await this.#learn(() =>
        this.#api.call(calls.findEmbedPictures, { body: { embeds }, isQuiet: true }),
      );
  }

  async #learn(
    ask: () => Promise<{ readonly pictures: Readonly<Record<string, Picture>> }>,
  ): Promise<void> {
    try {
      const { pictures } = await ask();
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
