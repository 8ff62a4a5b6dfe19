import { buffer } from 'node:stream/consumers';
import { STARTER_TIP_IMAGES } from '@cobble/engine';
import type { Image } from '@cobble/renderer-static';
import sharp from 'sharp';
import type { Knex } from 'knex';
import type { MediaStore } from '../media-store/MediaStore.ts';
import { findCopies } from '../embed-images/embedImagesOn.ts';
import { isMediaName } from '../media-store/mediaName.ts';
import { findStoredImages } from '../images/imagesOn.ts';
import type { RequestedImage } from './painter/messages.ts';

/** Larger files are left out; what is stored is far smaller. */
const MAX_FILE_BYTES = 24 * 1024 * 1024;
const MAX_BYTES = 96 * 1024 * 1024;

/**
 * The files of images that a page shows, from the media store and nowhere else: uploads in the
 * smallest variant that is as wide as they are painted, copies of other sites' images, and the
 * starter page's own. An image that is only elsewhere on the web is left out: nobody makes this
 * server fetch it [FE1, FE2].
 */
export async function imageFilesOf(
  { knex, media }: { readonly knex: Knex; readonly media: MediaStore },
  wanted: readonly RequestedImage[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const uploads = wanted.flatMap(({ url }) => /^\/assets\/([\w.-]+)$/.exec(url)?.[1] ?? []);
  const known = new Map([
    ...(await findStoredImages(knex, uploads.filter(isMediaName))),
    ...(await findCopies(
      knex,
      wanted.map(({ url }) => url),
    )),
  ]);
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const { url, widthPx } of wanted) {
    const content = await (tipOf(url) ?? read(media, nameFor(url, widthPx, known.get(url))));
    if (content === null || bytes + content.length > MAX_BYTES) continue;
    bytes += content.length;
    files.set(url, content);
  }
  return files;
}

/** An image of the starter page, which is drawn, as pixels. */
function tipOf(url: string): Promise<Buffer> | null {
  const name = url.slice('/assets/'.length);
  if (!url.startsWith('/assets/') || !Object.hasOwn(STARTER_TIP_IMAGES, name)) return null;
  const svg = STARTER_TIP_IMAGES[name] ?? '';
  return sharp(Buffer.from(svg)).resize({ width: 800 }).png().toBuffer();
}

/** The name of the file to paint: the smallest that is wide enough, else what was uploaded. */
function nameFor(url: string, widthPx: number, image: Image | undefined): string | null {
  const address = image?.url ?? url;
  const name = (fittingFile(image, widthPx) ?? address).slice('/assets/'.length);
  return address.startsWith('/assets/') && isMediaName(name) ? name : null;
}

/** The address of the variant to paint; null where there is none. */
export function fittingFile(image: Image | undefined, widthPx: number): string | null {
  const webp = image?.sources.find(({ type }) => type === 'image/webp')?.files ?? [];
  return (webp.find(({ width }) => width >= widthPx) ?? webp.at(-1))?.url ?? null;
}

async function read(media: MediaStore, name: string | null): Promise<Buffer | null> {
  const stored = name === null ? null : await media.find(name);
  return stored === null || stored.bytes > MAX_FILE_BYTES ? null : buffer(stored.stream());
}
