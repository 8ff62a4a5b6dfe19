import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { STARTER_TIP_IMAGES } from '@cobble/engine';
import type { Image } from '@cobble/renderer-static';
import sharp, { type Sharp } from 'sharp';
import type { Knex } from 'knex';
import type { MediaStore, StoredMedia } from '../media-store/MediaStore.ts';
import { findEmbedThumbnailsByAddress } from '../embed-thumbnails/findEmbedThumbnails.ts';
import { isMediaName } from '../media-store/mediaName.ts';
import { findImagesByName } from '../images/findImages.ts';
import type { RequestedImage } from './painter/paintJob.ts';

/** Larger files are skipped; stored images are far smaller. */
const MAX_FILE_BYTES = 24 * 1024 * 1024;
/** Largest size of all files from the media store together; files beyond it are skipped. */
const MAX_BYTES = 96 * 1024 * 1024;

interface ImageFileServices {
  readonly knex: Knex;
  readonly media: Pick<MediaStore, 'find'>;
}

/**
 * Finds the files of a page's images while it is painted: uploads, in the smallest variant that is
 * wide enough, and embed thumbnails from the media store, and the starter page's own images. Images
 * elsewhere on the web are skipped, so a page cannot make this server fetch anything. Bytes go through
 * files, as in `ImageDecoder`; those that are not on this machine's disk are copied.
 */
export class ImageFiles {
  private readonly services: ImageFileServices;
  private readonly folder: string;
  private readonly copies: string[] = [];
  private readonly removal = new AbortController();

  /**
   * @param folder absolute path, for temporary files. The caller removes those that a crash leaves.
   */
  constructor(services: ImageFileServices, folder: string) {
    this.services = services;
    this.folder = folder;
  }

  /**
   * Finds files. Returns their absolute paths by address of the image, without those that are missing.
   *
   * @throws the errors of the database, the media store and of writing copies; an AbortError once
   *   `remove` has been called.
   */
  async find(requested: readonly RequestedImage[]): Promise<ReadonlyMap<string, string>> {
    const { knex, media } = this.services;
    const uploads = requested.flatMap(({ url }) => /^\/assets\/([\w.-]+)$/.exec(url)?.[1] ?? []);
    const images = new Map([
      ...(await findImagesByName(knex, uploads.filter(isMediaName))),
      ...(await findEmbedThumbnailsByAddress(
        knex,
        requested.map(({ url }) => url),
      )),
    ]);
    const paths = new Map<string, string>();
    let bytes = 0;
    for (const { url, widthPx } of requested) {
      const tip = tipOf(url);
      if (tip !== null) {
        paths.set(url, await this.copy((path) => tip.toFile(path)));
        continue;
      }
      const name = nameFor(url, widthPx, images.get(url));
      const stored = name === null ? null : await media.find(name);
      if (stored === null || stored.bytes > MAX_FILE_BYTES) continue;
      if (bytes + stored.bytes > MAX_BYTES) continue;
      bytes += stored.bytes;
      paths.set(url, stored.path ?? (await this.copyStored(stored)));
    }
    return paths;
  }

  /** Removes all copies, and ends what still makes one: it removes its own. */
  async remove(): Promise<void> {
    this.removal.abort();
    for (const path of this.copies) await rm(path, { force: true });
  }

  private copyStored(stored: StoredMedia): Promise<string> {
    return this.copy((path) => {
      const content = addAbortSignal(this.removal.signal, stored.stream());
      // It may fail before the file is created, when nothing else handles errors yet.
      content.on('error', () => undefined);
      return writeFile(path, content, { mode: 0o600 });
    });
  }

  private async copy(write: (path: string) => Promise<unknown>): Promise<string> {
    const { signal } = this.removal;
    await mkdir(this.folder, { recursive: true });
    signal.throwIfAborted();
    const path = join(this.folder, `${randomUUID()}.part`);
    this.copies.push(path);
    try {
      await write(path);
    } finally {
      // It may have been created after the copies were removed.
      if (signal.aborted) await rm(path, { force: true });
    }
    return path;
  }
}

/** An SVG of the starter page, to be rasterised; null for other images. */
function tipOf(url: string): Sharp | null {
  const name = url.slice('/assets/'.length);
  if (!url.startsWith('/assets/') || !Object.hasOwn(STARTER_TIP_IMAGES, name)) return null;
  const svg = STARTER_TIP_IMAGES[name] ?? '';
  return sharp(Buffer.from(svg)).resize({ width: 800 }).png();
}

/**
 * The name of the file from {@link fittingFile}, or of the original if there are no variants; null
 * for images elsewhere.
 */
function nameFor(url: string, widthPx: number, image: Image | undefined): string | null {
  const address = image?.url ?? url;
  const name = (fittingFile(image, widthPx) ?? address).slice('/assets/'.length);
  return address.startsWith('/assets/') && isMediaName(name) ? name : null;
}

/**
 * The address of the smallest WebP variant that is wide enough, else of the widest; null when there
 * are none.
 */
export function fittingFile(image: Image | undefined, widthPx: number): string | null {
  const webp = image?.sources.find(({ type }) => type === 'image/webp')?.files ?? [];
  return (webp.find(({ width }) => width >= widthPx) ?? webp.at(-1))?.url ?? null;
}
