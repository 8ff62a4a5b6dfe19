import { ArchiveProblem } from '../ArchiveProblem.ts';
import type { ArchiveLimits } from '../archiveLimits.ts';
import { ZIP } from './zipFormat.ts';

interface EntrySizes {
  readonly path: string;
  readonly size: number;
  readonly packedSize: number;
}

/** The rules for names and sizes that the reader and the writer of an archive share. */
export class EntryRules {
  private readonly limits: ArchiveLimits;
  /** Names as given, by their folded form; folders included. */
  private readonly names = new Map<string, string>();
  private readonly files = new Set<string>();
  private unpacked = 0;

  constructor(limits: ArchiveLimits) {
    this.limits = limits;
  }

  /** @throws ArchiveProblem `archive_too_large` */
  requireCount(count: number): void {
    const max = Math.min(this.limits.maxEntries, ZIP.in64.short - 1);
    if (count > max) throw tooLarge('', `has more than ${String(max)} files`);
  }

  /**
   * @param bytes the length of the whole archive
   * @throws ArchiveProblem `archive_too_large`
   */
  requireLength(bytes: number): void {
    const max = Math.min(this.limits.maxBytes, ZIP.in64.long - 1);
    if (bytes > max) throw tooLarge('', `is larger than ${String(max)} bytes`);
  }

  /**
   * Adds the next name; {@link requireNoFileAsFolder} checks them together.
   *
   * @param path as returned by `readName`
   * @throws ArchiveProblem `archive_duplicate_name`
   */
  addName(path: string, isFolder: boolean): void {
    const folded = fold(path);
    const duplicate = this.names.get(folded);
    if (duplicate !== undefined)
      throw new ArchiveProblem(
        'archive_duplicate_name',
        path,
        duplicate === path ? 'appears twice' : 'differs from another name only in case',
      );
    this.names.set(folded, path);
    if (!isFolder) this.files.add(folded);
  }

  /**
   * Adds the size of the next file.
   *
   * @param size bytes unpacked
   * @throws ArchiveProblem `archive_too_large`
   */
  addSize(path: string, size: number): void {
    const { limits } = this;
    const isJson = /\.json$/i.test(path);
    const maxBytes = Math.min(
      isJson ? limits.maxJsonBytes : limits.maxFileBytes,
      ZIP.in64.long - 1,
    );
    if (size > maxBytes) throw tooLarge(path, `is larger than ${String(maxBytes)} bytes unpacked`);
    this.unpacked += size;
    if (this.unpacked > limits.maxUnpackedBytes)
      throw tooLarge(
        path,
        `makes the unpacked files larger than ${String(limits.maxUnpackedBytes)} bytes`,
      );
  }

  /** @throws ArchiveProblem `archive_too_large` if the file is packed too tightly */
  requireRatio(entry: EntrySizes): void {
    if (isPackedTooTightly(entry, this.limits))
      throw tooLarge(entry.path, `is compressed more than ${String(this.limits.maxRatio)} times`);
  }

  /**
   * Rejects `a` together with `a/b`, since one name cannot be both a file and a folder.
   *
   * @throws ArchiveProblem `archive_duplicate_name`
   */
  requireNoFileAsFolder(): void {
    for (const [folded, path] of this.names)
      for (let at = folded.indexOf('/'); at !== -1; at = folded.indexOf('/', at + 1))
        if (this.files.has(folded.slice(0, at)))
          throw new ArchiveProblem(
            'archive_duplicate_name',
            path,
            'is inside a path that is a file',
          );
  }
}

/** Whether a large file is compressed so tightly that it could be a ZIP bomb. */
export function isPackedTooTightly(
  { size, packedSize }: Omit<EntrySizes, 'path'>,
  { maxJsonBytes, maxRatio }: ArchiveLimits,
): boolean {
  return size > maxJsonBytes && size > packedSize * maxRatio;
}

/** Normalises a name as file systems that ignore case or Unicode form do. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function tooLarge(path: string, message: string): ArchiveProblem {
  return new ArchiveProblem('archive_too_large', path, message);
}
