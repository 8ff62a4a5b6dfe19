import { Inflate } from 'fflate';
import { ArchiveProblem } from '../ArchiveProblem.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../archiveLimits.ts';
import { crc32 } from './crc32.ts';
import { readDirectory, type ZipEntry } from './readDirectory.ts';

/** Compressed bytes to inflate between two checks of the output size. */
const SLICE_BYTES = 32 * 1024;

/**
 * Reads an untrusted ZIP completely or not at all: every name, length and checksum is valid, no
 * path points outside the root, and never more than the limits allow is unpacked. Folders are
 * skipped.
 *
 * @returns files by path, in the archive's order
 * @throws ArchiveProblem and nothing else, whatever the bytes
 */
export function readZip(
  archive: Uint8Array,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readDirectory(archive, limits))
    files.set(entry.path, unpack(entry, packedBytes(entry, archive)));
  return files;
}

/** The bytes of an entry in its archive. */
export function packedBytes({ start, packedSize }: ZipEntry, archive: Uint8Array): Uint8Array {
  return archive.subarray(start, start + packedSize);
}

/**
 * Unpacks a file and checks its length and checksum.
 *
 * @param packed the `entry.packedSize` bytes of the archive from `entry.start` on
 * @throws ArchiveProblem `archive_damaged`
 */
export function unpack(entry: ZipEntry, packed: Uint8Array): Uint8Array {
  const bytes = entry.isDeflated ? inflate(packed, entry) : packed;
  if (bytes.length !== entry.size) throw damaged(entry, 'is not as long as its header says');
  if (crc32(bytes) !== entry.crc) throw damaged(entry, 'is damaged: its checksum differs');
  return bytes;
}

/** Inflates a file; holds at most its declared size and what one slice inflates to. */
function inflate(packed: Uint8Array, entry: ZipEntry): Uint8Array {
  const bytes = new Uint8Array(entry.size);
  let length = 0;
  let isWhole = false as boolean;
  const stream = new Inflate((chunk, isFinal) => {
    if (length + chunk.length > entry.size) throw damaged(entry, 'is longer than its header says');
    bytes.set(chunk, length);
    length += chunk.length;
    isWhole = isFinal;
  });
  try {
    for (let at = 0; at < packed.length; at += SLICE_BYTES)
      stream.push(packed.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= packed.length);
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error;
    throw damaged(entry, 'cannot be decompressed');
  }
  if (!isWhole) throw damaged(entry, 'ends too early');
  return bytes.subarray(0, length);
}

function damaged({ path }: ZipEntry, message: string): ArchiveProblem {
  return new ArchiveProblem('archive_damaged', path, message);
}
