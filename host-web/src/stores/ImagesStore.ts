import { calls, MAX_EMBEDS, MAX_IMAGE_NAMES } from '@cobble/host-server/contract';
import type { Image, ImageLookup } from '@cobble/renderer-static';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '../api/ApiClient.ts';

const STORED = /\/assets\/([0-9a-f]{32}\.(?:png|gif|jpg))/g;

/** What the server has made of stored images, for pages that are shown as visitors get them. */
export class ImagesStore {
  /** For `renderPage`; another function once more is known. */
  lookUp: ImageLookup = () => null;

  readonly #api: ApiClient;
  readonly #known = new Map<string, Image>();

  constructor(api: ApiClient) {
    this.#api = api;
    makeAutoObservable(this, { lookUp: observableRef });
  }

  /**
   * Asks for the images that a page names and that are not known yet, and for copies of those of
   * other sites. Without an answer images are shown as they are, other sites by their marks, and
   * nobody is told.
   *
   * @param page all that may name images, as JSON can hold it
   */
  async load(page: { readonly things?: unknown }): Promise<void> {
    await Promise.all([this.loadStored(page), this.#loadEmbeds(page)]);
  }

  /** The same for stored images alone. @param page all that may name some, as JSON can hold it */
  async loadStored(page: unknown): Promise<void> {
    const names = new Set<string>();
    for (const [address, name] of JSON.stringify(page).matchAll(STORED))
      if (name !== undefined && !this.#known.has(address)) names.add(name);
    const all = [...names];
    for (let at = 0; at < all.length; at += MAX_IMAGE_NAMES)
      await this.#learn(() => {
        const query = { names: all.slice(at, at + MAX_IMAGE_NAMES).join(',') };
        return this.#api.call(calls.listImages, { query, isQuiet: true });
      });
  }

  async #loadEmbeds(page: { readonly things?: unknown }): Promise<void> {
    const { embedThumbnails } = await import('@cobble/renderer-static');
    const embeds = [...embedThumbnails(page)]
      .filter(([address]) => !this.#known.has(address))
      .map(([, { type, content }]) => ({ type, content: content as Record<string, unknown> }))
      .slice(0, MAX_EMBEDS);
    if (embeds.length > 0)
      await this.#learn(() =>
        this.#api.call(calls.findEmbedImages, { body: { embeds }, isQuiet: true }),
      );
  }

  async #learn(
    ask: () => Promise<{ readonly images: Readonly<Record<string, Image>> }>,
  ): Promise<void> {
    try {
      const { images } = await ask();
      const fresh = Object.entries(images);
      if (fresh.length === 0) return;
      runInAction(() => {
        for (const [address, image] of fresh) this.#known.set(address, inFrame(image));
        this.lookUp = (url) => this.#known.get(url) ?? null;
      });
    } catch {
      // What is known stays.
    }
  }
}

/** In a frame that runs no scripts no video begins by itself: there the GIF moves in its place. */
function inFrame(image: Image): Image {
  if (image.motion?.type !== 'video/mp4') return image;
  const { motion: _video, ...rest } = image;
  return rest;
}
