import { ArchiveProblem } from '../ArchiveProblem.ts';
import type { ArchiveLimits } from '../archiveLimits.ts';
import { EntryRules } from './EntryRules.ts';
import { readName } from './readName.ts';
import { ZIP } from './zipFormat.ts';

/** A file as the directory describes it. Its local header has the same name and method. */
export interface ZipEntry {
  readonly path: string;
  readonly isDeflated: boolean;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** Offset of the local header. */
  readonly offset: number;
  /** Offset of the compressed bytes. */
  readonly start: number;
}

/**
 * Reads a ZIP's directory. Rejects what two readers could unpack differently: a local header with
 * another name or method, and files that overlap. Sizes and checksums in local headers are not
 * compared, since a streamed archive has them after the data.
 *
 * @throws ArchiveProblem
 */
export function readDirectory(archive: Uint8Array, limits: ArchiveLimits): readonly ZipEntry[] {
  const rules = new EntryRules(limits);
  rules.requireLength(archive.length);
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (count === ZIP.in64.short || size === ZIP.in64.long || start === ZIP.in64.long)
    throw tooLarge('', 'uses the 64-bit format for archives over 4 GB');
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw new ArchiveProblem('archive_unsupported', '', 'is one part of a split archive');
  rules.requireCount(count);
  if (start + size !== end) throw damaged('', 'has its directory at the wrong offset');

  const entries: ZipEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    const header = readCentralHeader(archive, view, at, end);
    at = header.next;
    rules.addName(header.path, header.isFolder);
    if (header.isFolder) continue;
    rules.addSize(header.path, header.size);
    rules.requireRatio(header);
    entries.push(locate(archive, view, header, start));
  }
  if (at !== end) throw damaged('', 'has a directory of the wrong length');
  requireNoOverlap(entries);
  rules.requireNoFileAsFolder();
  return entries;
}

interface CentralHeader extends Omit<ZipEntry, 'start'> {
  readonly rawName: Uint8Array;
  readonly isFolder: boolean;
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
  return { path, isDeflated, crc, packedSize, size, offset, start };
}

/**
 * Overlapping entries could unpack the same few bytes many times, and a reader that ignores the
 * directory would not find an entry whose local header is inside another one.
 */
function requireNoOverlap(entries: readonly ZipEntry[]): void {
  let last = 0;
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset);
  for (const { path, offset, start, packedSize } of inOrder) {
    if (offset < last) throw damaged(path, 'overlaps another file');
    last = start + packedSize;
  }
}

function tooLarge(path: string, message: string): ArchiveProblem {
  return new ArchiveProblem('archive_too_large', path, message);
}

function damaged(path: string, message: string): ArchiveProblem {
  return new ArchiveProblem('archive_damaged', path, message);
}
