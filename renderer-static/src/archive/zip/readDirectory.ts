import { ArchiveProblem } from '../ArchiveProblem.ts';
import type { ArchiveLimits } from '../archiveLimits.ts';
import { readName } from './readName.ts';
import { ZIP } from './zipFormat.ts';

/** Position of a file in an archive, confirmed by both of its headers. */
export interface ZipEntry {
  readonly path: string;
  readonly isDeflated: boolean;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** Offset of the compressed bytes. */
  readonly start: number;
}

/**
 * Reads a ZIP's directory and rejects anything ambiguous: two readers could see different files
 * unless the directory and the local headers agree and nothing overlaps.
 *
 * @throws ArchiveProblem
 */
export function readDirectory(archive: Uint8Array, limits: ArchiveLimits): readonly ZipEntry[] {
  if (archive.length > limits.maxBytes)
    throw tooLarge('', `is larger than ${String(limits.maxBytes)} bytes`);
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (count === ZIP.in64.short || size === ZIP.in64.long || start === ZIP.in64.long)
    throw tooLarge('', 'uses the 64-bit format for archives over 4 GB');
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw new ArchiveProblem('archive_unsupported', '', 'is one part of a split archive');
  if (count > limits.maxEntries)
    throw tooLarge('', `has more than ${String(limits.maxEntries)} files`);
  if (start + size !== end) throw damaged('', 'has its directory at the wrong offset');

  const entries: ZipEntry[] = [];
  const folded = new Map<string, string>();
  let at = start;
  let unpacked = 0;
  for (let index = 0; index < count; index++) {
    const header = readCentralHeader(archive, view, at, end);
    at = header.next;
    const { path } = header;
    const duplicate = folded.get(fold(path));
    if (duplicate !== undefined)
      throw new ArchiveProblem(
        'archive_duplicate_name',
        path,
        duplicate === path ? 'appears twice' : 'differs from another name only in case',
      );
    folded.set(fold(path), path);
    if (header.isFolder) continue;
    unpacked += header.size;
    requireWithinLimits(header, unpacked, limits);
    entries.push(locate(archive, view, header, start));
  }
  if (at !== end) throw damaged('', 'has a directory of the wrong length');
  requireNoOverlap(entries);
  requireNoFileAsFolder(entries, folded);
  return entries;
}

interface CentralHeader extends Omit<ZipEntry, 'start'> {
  readonly rawName: Uint8Array;
  readonly isFolder: boolean;
  /** Offset of the local header. */
  readonly offset: number;
  readonly next: number;
}

/** The end record, which only its own comment may follow. */
function findEnd(view: DataView): number {
  const last = view.byteLength - ZIP.endSize;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--)
    if (
      view.getUint32(at, true) === ZIP.endSignature &&
      at + ZIP.endSize + view.getUint16(at + 20, true) === view.byteLength
    )
      return at;
  const isZip = view.byteLength >= 4 && view.getUint32(0, true) === ZIP.localSignature;
  throw isZip
    ? new ArchiveProblem('archive_cut_off', '', 'is truncated: its directory is missing')
    : new ArchiveProblem('archive_not_a_zip', '', 'is not a ZIP file');
}

function readCentralHeader(
  archive: Uint8Array,
  view: DataView,
  at: number,
  end: number,
): CentralHeader {
  if (at + ZIP.centralSize > end || view.getUint32(at, true) !== ZIP.centralSignature)
    throw damaged('', 'has an unreadable directory');
  const short = (offset: number): number => view.getUint16(at + offset, true);
  const long = (offset: number): number => view.getUint32(at + offset, true);
  const flags = short(8);
  const nameLength = short(28);
  const next = at + ZIP.centralSize + nameLength + short(30) + short(32);
  if (next > end) throw damaged('', 'has an unreadable directory');
  const rawName = archive.subarray(at + ZIP.centralSize, at + ZIP.centralSize + nameLength);
  const { path, isFolder } = readName(rawName, (flags & ZIP.utf8Flag) !== 0);
  const [method, crc, packedSize, size, offset] = [
    short(10),
    long(16),
    long(20),
    long(24),
    long(42),
  ];
  if ((flags & ZIP.encryptedFlag) !== 0)
    throw new ArchiveProblem('archive_unsupported', path, 'is encrypted');
  if (method !== ZIP.stored && method !== ZIP.deflated)
    throw new ArchiveProblem('archive_unsupported', path, 'uses an unsupported compression method');
  if ([packedSize, size, offset].includes(ZIP.in64.long))
    throw tooLarge(path, 'uses the 64-bit format for archives over 4 GB');
  // Checked whatever system the entry claims, since unpackers may ignore that field.
  const kind = (long(38) >>> 16) & 0o170000;
  const expectedKind = isFolder ? 0o040000 : 0o100000;
  if (kind !== 0 && kind !== expectedKind)
    throw new ArchiveProblem('archive_special_file', path, 'is not a regular file');
  if (isFolder && size !== 0) throw damaged(path, 'is a folder but has content');
  if (method === ZIP.stored && packedSize !== size)
    throw damaged(path, 'is not as long as its header says');
  return {
    path,
    rawName,
    isFolder,
    isDeflated: method === ZIP.deflated,
    crc,
    packedSize,
    size,
    offset,
    next,
  };
}

/** Locates a file's compressed bytes; its local header must agree with the directory. */
function locate(
  archive: Uint8Array,
  view: DataView,
  header: CentralHeader,
  directory: number,
): ZipEntry {
  const { path, isDeflated, crc, packedSize, size, offset, rawName } = header;
  if (offset + ZIP.localSize > directory || view.getUint32(offset, true) !== ZIP.localSignature)
    throw damaged(path, 'is not at the offset in the directory');
  const nameLength = view.getUint16(offset + 26, true);
  const nameStart = offset + ZIP.localSize;
  const start = nameStart + nameLength + view.getUint16(offset + 28, true);
  if (start + packedSize > directory) throw damaged(path, 'overlaps the directory');
  const isSame =
    nameLength === rawName.length &&
    rawName.every((byte, index) => archive[nameStart + index] === byte) &&
    view.getUint16(offset + 8, true) === (isDeflated ? ZIP.deflated : ZIP.stored);
  if (!isSame) throw damaged(path, 'has a local header that differs from the directory');
  return { path, isDeflated, crc, packedSize, size, start };
}

function requireWithinLimits(entry: CentralHeader, unpacked: number, limits: ArchiveLimits): void {
  const { path, size, packedSize } = entry;
  const isJson = /\.json$/i.test(path);
  const maxBytes = isJson ? limits.maxJsonBytes : limits.maxFileBytes;
  if (size > maxBytes) throw tooLarge(path, `is larger than ${String(maxBytes)} bytes unpacked`);
  if (unpacked > limits.maxUnpackedBytes)
    throw tooLarge(
      path,
      `makes the unpacked files larger than ${String(limits.maxUnpackedBytes)} bytes`,
    );
  if (size > limits.maxJsonBytes && size > packedSize * limits.maxRatio)
    throw tooLarge(path, `is compressed more than ${String(limits.maxRatio)} times`);
}

/** Overlapping entries could unpack the same few bytes many times. */
function requireNoOverlap(entries: readonly ZipEntry[]): void {
  let last = 0;
  for (const { path, start, packedSize } of entries.toSorted((a, b) => a.start - b.start)) {
    if (start < last) throw damaged(path, 'overlaps another file');
    last = start + packedSize;
  }
}

/** `a` and `a/b`: one name cannot be a file and a folder. */
function requireNoFileAsFolder(
  entries: readonly ZipEntry[],
  folded: ReadonlyMap<string, string>,
): void {
  const files = new Set(entries.map(({ path }) => fold(path)));
  for (const path of folded.values()) {
    const parts = fold(path).split('/');
    for (let length = 1; length < parts.length; length++)
      if (files.has(parts.slice(0, length).join('/')))
        throw new ArchiveProblem('archive_duplicate_name', path, 'is inside a path that is a file');
  }
}

/** Normalises a name as file systems do that ignore case or Unicode form. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function tooLarge(path: string, message: string): ArchiveProblem {
  return new ArchiveProblem('archive_too_large', path, message);
}

function damaged(path: string, message: string): ArchiveProblem {
  return new ArchiveProblem('archive_damaged', path, message);
}
