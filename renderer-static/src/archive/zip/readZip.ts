import { Inflate } from 'fflate';
import { ArchiveProblem } from '../ArchiveProblem.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../archiveLimits.ts';
import { crc32 } from './crc32.ts';
import { readDirectory, type ZipEntry } from './readDirectory.ts';

/** How much is inflated between two looks at how much came out. */
const SLICE = 32 * 1024;

/**
 * Reads a ZIP from a stranger whole, or not at all: every file's name, length and checksum is right,
 * none leads anywhere but below the root, and no more is unpacked than the limits allow, whatever
 * the archive says of itself. Folders are passed over.
 *
 * @returns the files by their paths, in the archive's order
 * @throws ArchiveProblem; never anything else, whatever the bytes
 */
export function readZip(
  archive: Uint8Array,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readDirectory(archive, limits)) files.set(entry.path, unpack(archive, entry));
  return files;
}

function unpack(archive: Uint8Array, entry: ZipEntry): Uint8Array {
  const packed = archive.subarray(entry.start, entry.start + entry.packedSize);
  const bytes = entry.isDeflated ? inflate(packed, entry) : packed;
  if (bytes.length !== entry.size) throw damaged(entry, 'is not as long as the archive says');
  if (crc32(bytes) !== entry.crc)
    throw damaged(entry, 'is not what was packed: its checksum differs');
  return bytes;
}

/** Never holds more than a slice's worth above the size that the archive gave. */
function inflate(packed: Uint8Array, entry: ZipEntry): Uint8Array {
  const bytes = new Uint8Array(entry.size);
  let length = 0;
  let isWhole = false as boolean;
  const stream = new Inflate((chunk, isFinal) => {
    if (length + chunk.length > entry.size)
      throw damaged(entry, 'holds more than the archive says');
    bytes.set(chunk, length);
    length += chunk.length;
    isWhole = isFinal;
  });
  try {
    for (let at = 0; at < packed.length; at += SLICE)
      stream.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.length);
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error;
    throw damaged(entry, 'cannot be unpacked');
  }
  if (!isWhole) throw damaged(entry, 'ends too early');
  return bytes.subarray(0, length);
}

function damaged({ path }: ZipEntry, message: string): ArchiveProblem {
  return new ArchiveProblem('archive_damaged', path, message);
}
