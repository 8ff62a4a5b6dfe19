import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { CobbleError, STARTER_TIP_IMAGES } from '@cobble/engine';
import {
  type Image,
  type PackedFile,
  type Post,
  type StreamedFile,
  writeZip,
} from '@cobble/renderer-static';
import type { Response } from 'express';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { findEmbedThumbnailsByAddress } from '../embed-thumbnails/findEmbedThumbnails.ts';
import type { JsonText } from '../http/JsonText.ts';
import { findImagesByName } from '../images/findImages.ts';
import { imageNamesIn } from '../images/imageNamesIn.ts';
import { isMediaName } from '../media-store/mediaName.ts';
import type { PageReferences } from '../pages/CheckedPage.ts';
import { presentPageText } from '../pages/pageConversions.ts';
import { findRevisionText } from '../pages/repositories/pageRevisions.ts';
import { findPostsByAccount } from '../posts/repositories/posts.ts';
import { ApiError } from '../shared/ApiError.ts';
import { loggable } from '../shared/logRedaction.ts';
import {
  type ArchiveServices,
  type PageToExport,
  type SiteToExport,
  siteToExport,
} from './siteToExport.ts';
import type { PageLookups } from './tasks.ts';

/**
 * Maximum length of the JSON of what all pages use; ten thousand ordinary pages need a tenth of it.
 */
const MAX_USES = 64 * 1024 * 1024;

/**
 * Streams the account's own site as an archive. As far as possible, errors are found before the
 * first byte is sent. Pages are read, rendered and packed in a worker, one at a time and not before
 * the client has received the previous one.
 *
 * @throws ApiError err_not_found, err_bad_request, err_payload_too_large, err_unavailable.
 */
export async function exportArchive(
  services: ArchiveServices,
  account: AccountRow,
  siteId: number,
  options: {
    readonly includesHidden: boolean;
    readonly url: string | null;
    readonly response: Response;
  },
): Promise<void> {
  const { response, ...rest } = options;
  if (account.site.id !== siteId) throw new ApiError('err_not_found');
  const site = await siteToExport(services, account, rest).catch((error: unknown) => {
    throw error instanceof CobbleError && error.code === 'site_invalid_url'
      ? new ApiError('err_bad_request', { path: 'url', cause: error })
      : error;
  });
  const pieces = writeZip(filesOf(services, account.id, site));
  const first = await pieces.next();
  response.status(200).set({
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${account.site.slug}.zip"`,
  });
  async function* all(): AsyncGenerator<Uint8Array> {
    if (first.done !== true) yield first.value;
    yield* pieces;
  }
  try {
    await pipeline(Readable.from(all()), response);
  } catch (error) {
    // The client sees an interrupted download, never a truncated file that looks complete.
    services.log.warn({ error: loggable(error) }, 'An archive could not be sent completely');
    response.destroy();
  }
}

/** The files of a site in the order of `exportSite`, packed. */
async function* filesOf(
  services: ArchiveServices,
  accountId: number,
  site: SiteToExport,
): AsyncGenerator<PackedFile | StreamedFile, void, undefined> {
  const { archiveWorkers } = services;
  const { frame, pages } = site;
  const pageOf = new PageReader(services, accountId, site);
  // Pages depend on whether there is a feed, not on what it contains.
  const frameOfPages = JSON.stringify({ ...frame, feed: frame.feed === null ? null : '' });
  const uses: string[] = [];
  let length = 0;
  for (const page of pages) {
    const { text, lookups } = await pageOf.readWithLookups(page);
    const { isPublished } = page;
    const rendered = { text, isPublished };
    const exported = await archiveWorkers.exportHtml(accountId, frameOfPages, lookups, rendered);
    uses.push(exported.uses);
    length += exported.uses.length;
    if (length > MAX_USES) throw new ApiError('err_payload_too_large');
    yield* exported.html;
  }
  const texts = await archiveWorkers.exportSiteFiles(
    accountId,
    JSON.stringify(frame),
    `[${uses.join()}]`,
  );
  yield* texts.files.slice(0, -1);
  for (const path of texts.paths) {
    const bytes = await readFileOf(services, path);
    if (bytes !== null) yield* await archiveWorkers.pack(accountId, path, bytes);
    else yield* await uploadedFile(services, path);
  }
  // Read again, because together they may be larger than the server's memory.
  for (const page of pages)
    yield* await archiveWorkers.exportJson(accountId, await pageOf.read(page));
  yield* texts.files.slice(-1);
}

/** Reads pages; looks up their images and posts once, so that all pages show the same ones. */
class PageReader {
  private readonly services: ArchiveServices;
  private readonly accountId: number;
  private readonly site: Pick<SiteToExport, 'fonts' | 'frame'>;
  private readonly images = new Map<string, Image | null>();
  private readonly posts = new Map<number, readonly Post[]>();

  constructor(services: ArchiveServices, accountId: number, site: SiteToExport) {
    this.services = services;
    this.accountId = accountId;
    this.site = site;
  }

  /** @throws ApiError err_unavailable if the page was deleted meanwhile. */
  async read(page: PageToExport): Promise<JsonText> {
    return presentPageText(page.row, await this.readDocument(page), page.revision, false);
  }

  /** Also returns JSON of {@link PageLookups}. */
  async readWithLookups(
    page: PageToExport,
  ): Promise<{ readonly text: string; readonly lookups: string }> {
    const document = await this.readDocument(page);
    const { archiveWorkers } = this.services;
    const references = await archiveWorkers.references(this.accountId, document);
    return {
      text: presentPageText(page.row, document, page.revision, false).text,
      lookups: JSON.stringify(await this.lookUp(references)),
    };
  }

  private async readDocument({ row, revision }: PageToExport): Promise<string> {
    const document = await findRevisionText(this.services.knex, row.id, revision);
    if (document === null) throw new ApiError('err_unavailable', { retryAfterSeconds: 1 });
    return document;
  }

  private async lookUp(references: PageReferences): Promise<PageLookups> {
    const { knex } = this.services;
    const { fonts, frame } = this.site;
    const { embedAddresses, postAccounts } = references;
    // The site's share image too.
    const names = [...references.imageNames, ...imageNamesIn(JSON.stringify(frame.rendering.site))];
    const addresses = [...names.map((name) => `/assets/${name}`), ...embedAddresses];
    const isNew = (address: string): boolean => !this.images.has(address);
    const found = [
      ...(await findImagesByName(
        knex,
        names.filter((name) => isNew(`/assets/${name}`)),
      )),
      ...(await findEmbedThumbnailsByAddress(knex, embedAddresses.filter(isNew))),
    ];
    for (const address of addresses.filter(isNew)) this.images.set(address, null);
    for (const [address, image] of found) this.images.set(address, image);
    const newAccounts = postAccounts.filter((id) => !this.posts.has(id));
    for (const [id, posts] of await findPostsByAccount(knex, newAccounts))
      this.posts.set(id, posts);
    return {
      fonts,
      images: addresses.flatMap((address) => {
        const image = this.images.get(address) ?? null;
        return image === null ? [] : [[address, image] as const];
      }),
      posts: postAccounts.map((id) => [id, this.posts.get(id) ?? []] as const),
    };
  }
}

/** Reads a font or an image of the starter page; null for other files. */
async function readFileOf(
  { fonts }: ArchiveServices,
  path: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const name = basename(path);
  if (path.startsWith('fonts/')) {
    const file = fonts.pathOf(name);
    return file === null ? null : readFile(file).catch(() => null);
  }
  const tip = Object.hasOwn(STARTER_TIP_IMAGES, name) ? STARTER_TIP_IMAGES[name] : undefined;
  return tip === undefined ? null : Buffer.from(tip);
}

/**
 * An image or video, if it exists. It is read once for its checksum, and again while it is sent: a
 * client that stops receiving would otherwise keep it in memory. It is not compressed, because its
 * format already is.
 */
async function uploadedFile(
  { media }: ArchiveServices,
  path: string,
): Promise<readonly StreamedFile[]> {
  const name = basename(path);
  const found = isMediaName(name) ? await media.find(name) : null;
  if (found === null) return [];
  let crc = 0;
  for await (const part of found.stream()) crc = crc32(part as Buffer, crc);
  const size = found.bytes;
  const packed = {
    length: size,
    [Symbol.asyncIterator]: () => found.stream()[Symbol.asyncIterator]() as AsyncIterator<Buffer>,
  };
  return [{ path, size, crc, isDeflated: false, packed }];
}
