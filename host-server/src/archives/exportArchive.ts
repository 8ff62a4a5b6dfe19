import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { CobbleError, STARTER_TIP_IMAGES } from '@cobble/engine';
import { type PackedFile, type StreamedFile, writeZip } from '@cobble/renderer-static';
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
import type { RunningExport } from './ExportQueue.ts';
import {
  type ArchiveServices,
  type PageToExport,
  type SiteToExport,
  siteToExport,
} from './siteToExport.ts';
import { SiteUses } from './SiteUses.ts';

/** What a page takes in memory while its site is exported, without its document. */
const PAGE_BYTES = 1024;
/** What a path takes in memory. */
const PATH_BYTES = 100;
/** How many images are looked up at a time, so that no turn of the event loop reads thousands. */
const IMAGES_PER_QUERY = 500;

/**
 * Streams the account's own site as an archive. As far as possible, errors are found before the
 * first byte is sent. Pages are read, rendered and packed in a worker, one at a time and not before
 * the client has received the previous one.
 *
 * @throws ApiError err_not_found, err_bad_request, err_payload_too_large, archive_too_large,
 *   err_unavailable.
 */
export async function exportArchive(
  services: ArchiveServices,
  account: AccountRow,
  siteId: number,
  options: {
    readonly includesHidden: boolean;
    readonly url: string | null;
    readonly response: Response;
    readonly running: RunningExport;
  },
): Promise<void> {
  const { response, running, ...rest } = options;
  if (account.site.id !== siteId) throw new ApiError('err_not_found');
  const collect = (): Promise<SiteToExport> => siteToExport(services, account, rest);
  const site = await running.step(collect).catch((error: unknown) => {
    throw error instanceof CobbleError && error.code === 'site_invalid_url'
      ? new ApiError('err_bad_request', { path: 'url', cause: error })
      : error;
  });
  const pieces = writeZip(filesOf(services, account.id, site, running));
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
    await pipeline(Readable.from(all()), response, { signal: running.signal });
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
  { step, keep }: RunningExport,
): AsyncGenerator<PackedFile | StreamedFile, void, undefined> {
  const { archiveWorkers } = services;
  const { frame, pages } = site;
  // Pages depend on whether there is a feed, not on what it contains.
  const frameOfPages = JSON.stringify({ ...frame, feed: frame.feed === null ? null : '' });
  keep(pages.length * PAGE_BYTES + frameOfPages.length + (frame.feed?.length ?? 0));
  const uses = new SiteUses(keep);
  const pageOf = new PageReader(services, accountId, site, uses);
  const exportHtml = (page: PageToExport): Promise<readonly PackedFile[]> =>
    step(async () => {
      const { text, lookups } = await pageOf.readWithLookups(page);
      const rendered = { text, isPublished: page.isPublished };
      const exported = await archiveWorkers.exportHtml(accountId, frameOfPages, lookups, rendered);
      uses.add(exported.uses);
      return exported.html;
    });
  /** Counts files while they are sent. */
  function* send(files: readonly PackedFile[]): Generator<PackedFile, void, undefined> {
    const bytes = sizeOf(files);
    keep(bytes);
    yield* files;
    keep(-bytes);
  }
  // These have no HTML, so whatever refuses them is known before the response begins.
  for (const page of pages.filter(({ isShown }) => !isShown)) await exportHtml(page);
  for (const page of pages.filter(({ isShown }) => isShown)) yield* send(await exportHtml(page));
  const texts = await step(() =>
    archiveWorkers.exportSiteFiles(accountId, JSON.stringify(frame), uses.json),
  );
  uses.clear();
  // Until the end, because the manifest comes last.
  keep(sizeOf(texts.files) + texts.paths.length * PATH_BYTES);
  yield* texts.files.slice(0, -1);
  for (const path of texts.paths) {
    const bytes = await readFileOf(services, path);
    if (bytes === null) yield* await uploadedFile(services, path);
    else yield* send(await step(() => archiveWorkers.pack(accountId, path, bytes)));
  }
  // Read again, because together they may be larger than the server's memory.
  for (const page of pages)
    yield* send(
      await step(async () => archiveWorkers.exportJson(accountId, await pageOf.read(page))),
    );
  yield* texts.files.slice(-1);
}

function sizeOf(files: readonly PackedFile[]): number {
  return files.reduce((sum, { packed }) => sum + packed.length, 0);
}

/** Reads pages; looks up their images and posts once, so that all pages show the same ones. */
class PageReader {
  private readonly services: ArchiveServices;
  private readonly accountId: number;
  private readonly site: Pick<SiteToExport, 'fonts' | 'frame'>;
  private readonly uses: SiteUses;

  constructor(services: ArchiveServices, accountId: number, site: SiteToExport, uses: SiteUses) {
    this.services = services;
    this.accountId = accountId;
    this.site = site;
    this.uses = uses;
  }

  /** @throws ApiError err_unavailable if the page was deleted meanwhile. */
  async read(page: PageToExport): Promise<JsonText> {
    return presentPageText(page.row, await this.readDocument(page), page.revision, false);
  }

  /** Also returns JSON of the page's `PageLookups`, empty for a page that is not rendered. */
  async readWithLookups(
    page: PageToExport,
  ): Promise<{ readonly text: string; readonly lookups: string }> {
    const document = await this.readDocument(page);
    const { archiveWorkers } = this.services;
    return {
      text: presentPageText(page.row, document, page.revision, false).text,
      lookups: page.isShown
        ? await this.lookUp(await archiveWorkers.references(this.accountId, document))
        : this.uses.lookupsOf([], [], []),
    };
  }

  private async readDocument({ row, revision }: PageToExport): Promise<string> {
    const document = await findRevisionText(this.services.knex, row.id, revision);
    if (document === null) throw new ApiError('err_unavailable', { retryAfterSeconds: 1 });
    return document;
  }

  private async lookUp(references: PageReferences): Promise<string> {
    const { knex } = this.services;
    const { fonts, frame } = this.site;
    const { embedAddresses, postAccounts } = references;
    // The site's share image too.
    const names = [...references.imageNames, ...imageNamesIn(JSON.stringify(frame.rendering.site))];
    const images = names.map((name) => `/assets/${name}`);
    const newImages = this.uses.newImages(images);
    for (let at = 0; at < newImages.length; at += IMAGES_PER_QUERY) {
      const some = newImages.slice(at, at + IMAGES_PER_QUERY);
      const found = await findImagesByName(
        knex,
        some.map((address) => basename(address)),
      );
      this.uses.addImages(some, found);
    }
    const newEmbeds = this.uses.newImages(embedAddresses);
    this.uses.addImages(newEmbeds, await findEmbedThumbnailsByAddress(knex, newEmbeds));
    const newAccounts = this.uses.newAccounts(postAccounts);
    for (const [id, posts] of await findPostsByAccount(knex, newAccounts))
      this.uses.addPosts(id, posts);
    return this.uses.lookupsOf(fonts, [...images, ...embedAddresses], postAccounts);
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
