import { deflateSync } from 'fflate';
import { ArchiveProblem } from '../ArchiveProblem.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../archiveLimits.ts';
import { crc32 } from './crc32.ts';
import { type ArchiveFile, ZIP } from './zipFormat.ts';

/** File types that are already compressed. */
const PACKED = /\.(?:avif|gif|jpe?g|mp3|mp4|ogg|png|webm|webp|woff2?|zip)$/i;

/**
 * Writes files as a ZIP, in chunks, holding one file in memory. The same files in the same order
 * always give the same bytes: no timestamps, no owner, one compression method. Sizes precede the
 * data, so that the archive can be read as a stream.
 *
 * @throws ArchiveProblem `archive_too_large`, `archive_duplicate_name`: errors of the caller
 */
export async function* writeZip(
  files: AsyncIterable<ArchiveFile> | Iterable<ArchiveFile>,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<Uint8Array, void, undefined> {
  const directory: Uint8Array[] = [];
  const names = new Set<string>();
  let offset = 0;
  let unpacked = 0;
  for await (const { path, bytes } of files) {
    if (names.has(path)) throw new ArchiveProblem('archive_duplicate_name', path, 'already exists');
    names.add(path);
    unpacked += bytes.length;
    if (
      names.size > limits.maxEntries ||
      bytes.length > limits.maxFileBytes ||
      unpacked > limits.maxUnpackedBytes
    )
      throw tooLarge(path);
    const packed = PACKED.test(path) ? bytes : smaller(bytes, deflateSync(bytes, { level: 6 }));
    const name = new TextEncoder().encode(path);
    const entry = {
      name,
      method: packed === bytes ? ZIP.stored : ZIP.deflated,
      crc: crc32(bytes),
      packedSize: packed.length,
      size: bytes.length,
    };
    const header = localHeader(entry);
    directory.push(centralHeader(entry, offset));
    offset += header.length + packed.length;
    if (offset > limits.maxBytes) throw tooLarge(path);
    yield header;
    yield packed;
  }
  const start = offset;
  for (const header of directory) {
    offset += header.length;
    yield header;
  }
  if (offset > limits.maxBytes) throw tooLarge('');
  yield endRecord(directory.length, offset - start, start);
}

interface Entry {
  readonly name: Uint8Array;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
}

function smaller(plain: Uint8Array, packed: Uint8Array): Uint8Array {
  return packed.length < plain.length ? packed : plain;
}

function tooLarge(path: string): ArchiveProblem {
  return new ArchiveProblem('archive_too_large', path, 'makes the archive too large');
}

/** Fields that the local header and the directory entry share, in order. */
function shared({ name, method, crc, packedSize, size }: Entry): readonly (readonly number[])[] {
  return [
    [2, ZIP.version],
    [2, ZIP.utf8Flag],
    [2, method],
    [2, ZIP.time],
    [2, ZIP.date],
    [4, crc],
    [4, packedSize],
    [4, size],
    [2, name.length],
    [2, 0],
  ];
}

function localHeader(entry: Entry): Uint8Array {
  return record([[4, ZIP.localSignature], ...shared(entry)], entry.name);
}

function centralHeader(entry: Entry, offset: number): Uint8Array {
  return record(
    [
      [4, ZIP.centralSignature],
      [2, (ZIP.unix << 8) | ZIP.version],
      ...shared(entry),
      [2, 0],
      [2, 0],
      [2, 0],
      [4, ZIP.fileMode * 0x1_0000],
      [4, offset],
    ],
    entry.name,
  );
}

function endRecord(count: number, size: number, start: number): Uint8Array {
  return record([
    [4, ZIP.endSignature],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, start],
    [2, 0],
  ]);
}

/** Packs [bytes, value] pairs as little-endian, followed by the raw parts. */
function record(
  fields: readonly (readonly number[])[],
  tail: Uint8Array = new Uint8Array(),
): Uint8Array {
  const length = fields.reduce((sum, [size = 0]) => sum + size, 0);
  const bytes = new Uint8Array(length + tail.length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size = 0, value = 0] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  bytes.set(tail, at);
  return bytes;
}
