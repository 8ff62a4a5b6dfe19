import { deflateSync } from 'fflate';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../archiveLimits.ts';
import { crc32 } from './crc32.ts';
import { isPackedTooTightly } from './EntryRules.ts';
import type { ArchiveFile } from './zipFormat.ts';

/** A file as an archive contains it. */
export interface PackedFile {
  /** Relative to the archive's root, with slashes. */
  readonly path: string;
  /** Unpacked size in bytes. */
  readonly size: number;
  readonly crc: number;
  readonly isDeflated: boolean;
  readonly packed: Uint8Array;
}

/** File types that are already compressed. */
const PACKED = /\.(?:avif|gif|jpe?g|mp3|mp4|ogg|png|webm|webp|woff2?|zip)$/i;

/**
 * Compresses a file for `writeZip`, which otherwise does it itself: packing takes most of the time,
 * so a server does it in a worker. Files that would not shrink, or that an import with the same
 * limits would reject as compressed too tightly, are left uncompressed.
 */
export function packFile(
  { path, bytes }: ArchiveFile,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): PackedFile {
  const size = bytes.length;
  const packed = PACKED.test(path) ? bytes : deflateSync(bytes, { level: 6 });
  const isDeflated =
    packed.length < size && !isPackedTooTightly({ size, packedSize: packed.length }, limits);
  return { path, size, crc: crc32(bytes), isDeflated, packed: isDeflated ? packed : bytes };
}
