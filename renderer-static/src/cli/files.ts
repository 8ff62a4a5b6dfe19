import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ARCHIVE_LIMITS } from '../archive/archiveLimits.ts';
import type { ArchiveFile } from '../archive/zip/zipFormat.ts';
import { writeZip } from '../archive/zip/writeZip.ts';
import { CliError, EXIT } from './CliError.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be opened: permission denied',
  EPERM: 'cannot be opened: permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'is inside a path that is not a folder',
  ENOSPC: 'cannot be written: the disk is full',
  EEXIST: 'already exists',
  EROFS: 'is on a read-only disk',
};

/** Describes a file system error. */
export function fileError(path: string, error: unknown): CliError {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const message = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new CliError(EXIT.files, 'file_unreadable', path, message);
}

/** Reads a file completely; rejects one that is larger than an archive may be. */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > ARCHIVE_LIMITS.maxBytes)
      throw new CliError(
        EXIT.rejected,
        'archive_too_large',
        path,
        'is larger than the limit for archives',
      );
    return await readFile(path);
  } catch (error) {
    throw error instanceof CliError ? error : fileError(path, error);
  }
}

/** Reads a file; null if there is none at the path. */
export async function readIfExists(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw fileError(path, error);
  }
}

/** Whether a path is a file, a folder, or does not exist. */
export async function kindOf(path: string): Promise<'file' | 'folder' | 'nothing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'nothing';
    throw fileError(path, error);
  }
}

/** The entries of a folder, sorted by name. */
export async function listFolder(path: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw fileError(path, error);
  }
}

/** Number of files and bytes written. */
export interface Written {
  readonly files: number;
  readonly bytes: number;
}

/** Writes files as a ZIP, atomically. */
export async function writeArchive(
  path: string,
  files: AsyncIterable<ArchiveFile>,
): Promise<Written> {
  const part = join(dirname(path), `.${basename(path)}.${String(process.pid)}.part`);
  let count = 0;
  let bytes = 0;
  async function* counted(): AsyncGenerator<ArchiveFile> {
    for await (const file of files) {
      count++;
      yield file;
    }
  }
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const piece of writeZip(counted())) {
      bytes += piece.length;
      yield piece;
    }
  }
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(measured(), createWriteStream(part, { flags: 'wx' }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw isSystemError(error) ? fileError(path, error) : error;
  }
  return { files: count, bytes };
}

/** Writes files into a folder. */
export async function writeFolder(
  folder: string,
  files: AsyncIterable<ArchiveFile>,
): Promise<Written> {
  let count = 0;
  let total = 0;
  for await (const { path, bytes } of files) {
    const target = join(folder, path);
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytes);
    } catch (error) {
      throw fileError(target, error);
    }
    count++;
    total += bytes.length;
  }
  return { files: count, bytes: total };
}

/** Reads a file, or all of stdin for `-`. */
export async function readText(
  path: string,
  input: AsyncIterable<Uint8Array | string>,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const source = path === '-' ? input : createReadStream(path);
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array | string>)
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  } catch (error) {
    throw fileError(path, error);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
