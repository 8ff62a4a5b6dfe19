import type { ArchiveServices } from './siteToExport.ts';
import { STARTER_TIP_IMAGES } from '@cobble/engine';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { type Imported, planOf } from '../contract/index.ts';
import { isUploadName, makeMediaName } from '../media-store/mediaName.ts';
import { isRejectedImage } from '../images/ImageDecoder.ts';
import { ownsAsset } from '../images/repositories/assets.ts';
import { requireStorageFor } from '../accounts/storage.ts';
import { buffer } from 'node:stream/consumers';

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
 * Stores the images that an archive's pages use. Images that the account already has, with the same
 * name and byte for byte, are reused; the others are decoded and re-encoded like uploads. Images
 * that are missing, unsupported or too large for the plan are skipped with a warning.
 *
 * @param addresses as in pages, `/assets/...`.
 * @param pageBytes what the pages take of the account's storage.
 * @throws ApiError storage_quota_exceeded; nothing is stored then.
 */
export async function importImages(
  { knex, media, imageDecoder }: ArchiveServices,
  account: AccountRow,
  addresses: ReadonlySet<string>,
  read: (path: string) => Promise<Uint8Array | null>,
  pageBytes: number,
): Promise<ImportedImages> {
  const newAddresses = new Map<string, string>();
  const stored: StoredImage[] = [];
  const warnings: Imported['warnings'] = [];
  let storedBytes = 0;
  const maxBytes = planOf(account.roles).maxUploadMb * 1024 * 1024;

  const isUnchanged = async (name: string, bytes: Uint8Array): Promise<boolean> => {
    if (!isUploadName(name) || !(await ownsAsset(knex, account.id, name))) return false;
    const found = await media.find(name);
    if (found?.bytes !== bytes.length) return false;
    return (await buffer(found.stream())).equals(bytes);
  };

  try {
    for (const address of addresses) {
      const path = address.slice(1);
      const oldName = address.slice('/assets/'.length);
      // Every server has the starter page's images.
      if (Object.hasOwn(STARTER_TIP_IMAGES, oldName)) continue;
      const bytes = await read(path);
      if (bytes === null) {
        warnings.push({ code: 'asset_missing', path });
        continue;
      }
      if (await isUnchanged(oldName, bytes)) continue;
      const image =
        bytes.length > maxBytes
          ? null
          : await imageDecoder.reencode(account.id, bytes).catch(nullIfRejected);
      if (image === null) {
        warnings.push({ code: 'asset_refused', path });
        continue;
      }
      const { type, content, width, height } = image;
      storedBytes += content.length;
      requireStorageFor(account, pageBytes + storedBytes);
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

function nullIfRejected(error: unknown): null {
  if (isRejectedImage(error)) return null;
  throw error;
}
