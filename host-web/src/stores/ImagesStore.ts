import { calls, MAX_EMBEDS, MAX_IMAGE_NAMES } from '@cobble/host-server/contract';
import type { Image, ImageLookup } from '@cobble/renderer-static';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiClient } from '../api/ApiClient.ts';

const STORED = /\/assets\/([0-9a-f]{32}\.(?:png|gif|jpg))/g;

/**
 * The server's variants of stored images and its embed thumbnails, by URL. Nothing invalidates
 * them, as files never change; bounded by the images of the pages that were opened.
 */
export class ImagesStore {
  /** The lookup for `renderPage` and the canvas. A new function whenever results change. */
  lookUp: ImageLookup = () => null;

  readonly #api: ApiClient;
  readonly #images = new Map<string, Image>();

  constructor(api: ApiClient) {
    this.#api = api;
    makeAutoObservable(this, { lookUp: observableRef });
  }

  /**
   * Requests variants and embed thumbnails that the page refers to and that are not loaded.
   * Failures are ignored: images are shown as they are, embeds by their logos.
   *
   * @param page searched as JSON for URLs of images
   */
  async load(page: { readonly things?: unknown }): Promise<void> {
    await Promise.all([this.loadStored(page), this.#loadEmbeds(page)]);
  }

  /** Requests variants of stored images only. @param page searched as JSON for URLs of images */
  async loadStored(page: unknown): Promise<void> {
    const names = new Set<string>();
    for (const [address, name] of JSON.stringify(page).matchAll(STORED))
      if (name !== undefined && !this.#images.has(address)) names.add(name);
    const all = [...names];
    for (let at = 0; at < all.length; at += MAX_IMAGE_NAMES)
      await this.#add(() => {
        const query = { names: all.slice(at, at + MAX_IMAGE_NAMES).join(',') };
        return this.#api.call(calls.listImages, { query, isQuiet: true });
      });
  }

  async #loadEmbeds(page: { readonly things?: unknown }): Promise<void> {
    const { embedThumbnails } = await import('@cobble/renderer-static');
    const embeds = [...embedThumbnails(page)]
      .filter(([address]) => !this.#images.has(address))
      .map(([, { type, content }]) => ({ type, content: content as Record<string, unknown> }))
      .slice(0, MAX_EMBEDS);
    if (embeds.length > 0)
      await this.#add(() =>
        this.#api.call(calls.findEmbedThumbnails, { body: { embeds }, isQuiet: true }),
      );
  }

  async #add(
    request: () => Promise<{ readonly images: Readonly<Record<string, Image>> }>,
  ): Promise<void> {
    try {
      const { images } = await request();
      const added = Object.entries(images);
      if (added.length === 0) return;
      runInAction(() => {
        for (const [address, image] of added) this.#images.set(address, withoutVideo(image));
        this.lookUp = (url) => this.#images.get(url) ?? null;
      });
    } catch {
      // The results so far stay.
    }
  }
}

/** Videos do not start in a frame without scripts, so the GIF is used instead. */
function withoutVideo(image: Image): Image {
  if (image.motion?.type !== 'video/mp4') return image;
  const { motion: _video, ...rest } = image;
  return rest;
}
