import { ArchiveProblem } from '../ArchiveProblem.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from '../archiveLimits.ts';
import { EntryRules } from './EntryRules.ts';
import { packFile, type PackedFile } from './packFile.ts';
import { readName } from './readName.ts';
import { type ArchiveFile, ZIP } from './zipFormat.ts';

/** A file whose contents are read while the archive is written: they are never in memory as a whole. */
export interface StreamedFile extends Omit<PackedFile, 'packed'> {
  readonly packed: AsyncIterable<Uint8Array> & {
    /** How many bytes it yields. */
    readonly length: number;
  };
}

/**
 * Writes files as a ZIP, in chunks, holding at most one file in memory. The same files in the same
 * order always give the same bytes: no timestamps, no owner, one compression level. Sizes precede the
 * data, so that the archive can be read as a stream. `readZip` reads every archive that is written
 * completely, with the same limits.
 *
 * @param files as they are, or as `packFile` packed them with the same limits
 * @throws ArchiveProblem `archive_too_large`, `archive_duplicate_name`, `archive_unsafe_name`; Error
 *   if a streamed file does not have the announced length
 */
export async function* writeZip(
  files: AsyncIterable<FileToWrite> | Iterable<FileToWrite>,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<Uint8Array, void, undefined> {
  const rules = new EntryRules(limits);
  const directory: Uint8Array[] = [];
  let offset = 0;
  let directorySize = 0;
  for await (const file of files) {
    const { path } = file;
    const name = encodeName(path);
    rules.requireCount(directory.length + 1);
    rules.addName(path, false);
    rules.addSize(path, 'packed' in file ? file.size : file.bytes.length);
    const { packed, isDeflated, crc, size } = 'packed' in file ? file : packFile(file, limits);
    const method = isDeflated ? ZIP.deflated : ZIP.stored;
    const entry = { name, method, crc, packedSize: packed.length, size };
    const header = localHeader(entry);
    const listed = centralHeader(entry, offset);
    directory.push(listed);
    directorySize += listed.length;
    offset += header.length + packed.length;
    rules.requireLength(offset + directorySize + ZIP.endSize);
    yield header;
    if (packed instanceof Uint8Array) yield packed;
    else yield* whole(packed);
  }
  rules.requireLength(offset + directorySize + ZIP.endSize);
  rules.requireNoFileAsFolder();
  yield* directory;
  yield endRecord(directory.length, directorySize, offset);
}

type FileToWrite = ArchiveFile | PackedFile | StreamedFile;

async function* whole(packed: StreamedFile['packed']): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const part of packed) {
    length += part.length;
    yield part;
  }
  // The rest of the archive would be unreadable.
  if (length !== packed.length) throw new Error('A file has changed while it was being read');
}

interface Entry {
  readonly name: Uint8Array;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
}

/** @throws ArchiveProblem `archive_unsafe_name` for a name that `readName` rejects */
function encodeName(path: string): Uint8Array {
  const name = new TextEncoder().encode(path);
  if (readName(name, true).isFolder)
    throw new ArchiveProblem('archive_unsafe_name', path, 'is the name of a folder');
  return name;
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

/** Packs [size in bytes, value] pairs as little-endian integers, followed by `tail`. */
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
