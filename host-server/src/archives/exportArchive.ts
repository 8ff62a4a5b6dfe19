import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CobbleError, STARTER_TIP_IMAGES } from '@cobble/engine';
import { exportSite, type ReadSiteFile, writeZip } from '@cobble/renderer-static';
import type { Response } from 'express';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { isMediaName } from '../media-store/mediaName.ts';
import { ApiError } from '../shared/ApiError.ts';
import { loggable } from '../shared/logRedaction.ts';
import { type ArchiveServices, siteToExport } from './siteToExport.ts';

/**
 * Streams the account's own site as an archive. As far as possible, errors are found before the
 * first byte is sent.
 *
 * @throws ApiError err_not_found, err_bad_request.
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
  const site = await siteToExport(services, account, rest);
  const pieces = writeZip(exportSite(site, { read: readerOf(services) }));
  const first = await pieces.next().catch((error: unknown) => {
    throw error instanceof CobbleError && error.code === 'site_invalid_url'
      ? new ApiError('err_bad_request', { path: 'url', cause: error })
      : error;
  });
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

/** Reads images, including the starter page's, and fonts. */
function readerOf({ media, fonts }: ArchiveServices): ReadSiteFile {
  return async (path) => {
    const name = basename(path);
    if (path.startsWith('fonts/')) {
      const file = fonts.pathOf(name);
      return file === null ? null : readFile(file).catch(() => null);
    }
    const tip = Object.hasOwn(STARTER_TIP_IMAGES, name) ? STARTER_TIP_IMAGES[name] : undefined;
    if (tip !== undefined) return Buffer.from(tip);
    const found = isMediaName(name) ? await media.find(name) : null;
    return found === null ? null : buffer(found.stream());
  };
}
