import { buffer } from 'node:stream/consumers';
import { STARTER_TIP_IMAGES } from '@cobble/engine';
import type { Image } from '@cobble/renderer-static';
import sharp from 'sharp';
import type { Knex } from 'knex';
import type { MediaStore } from '../media-store/MediaStore.ts';
import { findEmbedThumbnailsByAddress } from '../embed-thumbnails/findEmbedThumbnails.ts';
import { isMediaName } from '../media-store/mediaName.ts';
import { findImagesByName } from '../images/findImages.ts';
import type { RequestedImage } from './painter/paintJob.ts';

/** Larger files are skipped; stored images are far smaller. */
const MAX_FILE_BYTES = 24 * 1024 * 1024;
/** Largest size of all files together; files beyond it are skipped. */
const MAX_BYTES = 96 * 1024 * 1024;

/**
 * Reads the files of a page's images: uploads, in the smallest variant that is wide enough, and
 * embed thumbnails from the media store, and the starter page's own images. Images elsewhere on the
 * web are skipped, so a page cannot make this server fetch anything.
 */
export async function readImageFiles(
  { knex, media }: { readonly knex: Knex; readonly media: MediaStore },
  requested: readonly RequestedImage[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const uploads = requested.flatMap(({ url }) => /^\/assets\/([\w.-]+)$/.exec(url)?.[1] ?? []);
  const images = new Map([
    ...(await findImagesByName(knex, uploads.filter(isMediaName))),
    ...(await findEmbedThumbnailsByAddress(
      knex,
      requested.map(({ url }) => url),
    )),
  ]);
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const { url, widthPx } of requested) {
    const content = await (tipOf(url) ?? read(media, nameFor(url, widthPx, images.get(url))));
    if (content === null || bytes + content.length > MAX_BYTES) continue;
    bytes += content.length;
    files.set(url, content);
  }
  return files;
}

/** An SVG of the starter page, rasterised. */
function tipOf(url: string): Promise<Buffer> | null {
  const name = url.slice('/assets/'.length);
  if (!url.startsWith('/assets/') || !Object.hasOwn(STARTER_TIP_IMAGES, name)) return null;
  const svg = STARTER_TIP_IMAGES[name] ?? '';
  return sharp(Buffer.from(svg)).resize({ width: 800 }).png().toBuffer();
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

async function read(media: MediaStore, name: string | null): Promise<Buffer | null> {
  const stored = name === null ? null : await media.find(name);
  return stored === null || stored.bytes > MAX_FILE_BYTES ? null : buffer(stored.stream());
}
