import type { ArchiveServices } from './siteToExport.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { STARTER_TIP_IMAGES } from '@cobble/engine';
import type { ZipEntry } from '@cobble/renderer-static';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { requireStorageFor } from '../accounts/storage.ts';
import { type Imported, planOf } from '../contract/index.ts';
import { isRejectedImage } from '../images/ImageDecoder.ts';
import { ownsAsset } from '../images/repositories/assets.ts';
import type { Image } from '../images/reencodeImage.ts';
import type { StoredMedia } from '../media-store/MediaStore.ts';
import { isUploadName, makeMediaName } from '../media-store/mediaName.ts';
import type { ImportableArchive } from './ArchiveWorkers.ts';

/** An image that was stored but has no owner yet. */
export interface StoredImage {
  readonly name: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** The result of importing an archive's images. */
export interface ImportedImages {
  /** New addresses by the addresses in the pages; unchanged ones are left out. */
  readonly addresses: ReadonlyMap<string, string>;
  /** To be assigned to the account, or removed again. */
  readonly stored: readonly StoredImage[];
  readonly warnings: Imported['warnings'];
}

/**
 * Stores the images that an archive's pages use, one at a time. Images that the account already
 * has, with the same name and byte for byte, are reused; the others are decoded and re-encoded like
 * uploads. Images that are missing, unsupported or too large for the plan are skipped with a
 * warning.
 *
 * @param used.addresses as in pages, `/assets/...`.
 * @param used.pageBytes how much of the account's storage the pages take.
 * @param used.signal see `importArchive`.
 * @throws ApiError storage_quota_exceeded, archive_invalid (a damaged file), err_unavailable; nothing
 *   is stored then.
 */
export async function importImages(
  { knex, media, archiveWorkers, imageDecoder, uploadSpool }: ArchiveServices,
  account: AccountRow,
  { file, assets }: ImportableArchive,
  used: {
    readonly addresses: ReadonlySet<string>;
    readonly pageBytes: number;
    readonly signal: AbortSignal;
  },
): Promise<ImportedImages> {
  const newAddresses = new Map<string, string>();
  const stored: StoredImage[] = [];
  const warnings: Imported['warnings'] = [];
  let storedBytes = 0;
  const maxBytes = planOf(account.roles).maxUploadMb * 1024 * 1024;

  /** The account's own image with a name and size. */
  const findOwn = async (name: string, size: number): Promise<StoredMedia | null> => {
    if (!isUploadName(name) || !(await ownsAsset(knex, account.id, name))) return null;
    const found = await media.find(name);
    return found?.bytes === size ? found : null;
  };
  const reencode = async (path: string, entry: ZipEntry): Promise<Image | 'unchanged' | null> => {
    const own = await findOwn(path.slice('assets/'.length), entry.size);
    const isTooLarge = entry.size > maxBytes;
    if (own === null && isTooLarge) return null;
    // Into a file, because an image may wait for a decoder for minutes.
    return uploadSpool.lend(async (unpacked) => {
      await archiveWorkers.unpack(account.id, file, entry, unpacked);
      if (own !== null && (await haveSameBytes(own, unpacked))) return 'unchanged';
      if (isTooLarge) return null;
      return imageDecoder.reencode(account.id, unpacked, used.signal).catch(nullIfRejected);
    });
  };

  try {
    for (const address of used.addresses) {
      used.signal.throwIfAborted();
      const path = address.slice(1);
      // Every server has the starter page's images.
      if (Object.hasOwn(STARTER_TIP_IMAGES, path.slice('assets/'.length))) continue;
      const entry = assets.get(path);
      if (entry === undefined) {
        warnings.push({ code: 'asset_missing', path });
        continue;
      }
      const image = await reencode(path, entry);
      if (image === 'unchanged') continue;
      if (image === null) {
        warnings.push({ code: 'asset_refused', path });
        continue;
      }
      const { type, content, width, height } = image;
      storedBytes += content.length;
      requireStorageFor(account, used.pageBytes + storedBytes);
      const name = makeMediaName(type);
      await media.put(name, content);
      stored.push({ name, bytes: content.length, width, height });
      newAddresses.set(address, `/assets/${name}`);
    }
  } catch (error) {
    await removeImages({ media }, stored);
    throw error;
  }
  return { addresses: newAddresses, stored, warnings };
}

/** Removes the images of a failed import. */
export async function removeImages(
  { media }: Pick<ArchiveServices, 'media'>,
  stored: readonly StoredImage[],
): Promise<void> {
  for (const { name } of stored) await media.remove(name);
}

/** Compares a stored file with an unpacked one without loading them into memory. */
async function haveSameBytes(stored: StoredMedia, unpacked: string): Promise<boolean> {
  const digest = await digestOf(stored.stream());
  // Opened only now: if the other could not be read, nothing would close it.
  return digest === (await digestOf(createReadStream(unpacked)));
}

async function digestOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of stream) hash.update(part as Buffer);
  return hash.digest('hex');
}

function nullIfRejected(error: unknown): null {
  if (isRejectedImage(error)) return null;
  throw error;
}
