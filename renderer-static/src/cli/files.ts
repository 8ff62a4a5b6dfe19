import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ARCHIVE_LIMITS } from '../archive/archiveLimits.ts';
import type { ArchiveFile } from '../archive/zip/zipFormat.ts';
import { writeZip } from '../archive/zip/writeZip.ts';
import { CliError, EXIT } from './CliError.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be opened',
  EPERM: 'may not be opened',
  EISDIR: 'is a folder',
  ENOTDIR: 'lies in what is no folder',
  ENOSPC: 'does not fit: the disk is full',
  EEXIST: 'is there already',
  EROFS: 'is on a disk that cannot be written',
};

/** What the system says of a file, in words. */
export function fileTrouble(path: string, error: unknown): CliError {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const words = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new CliError(EXIT.files, 'file_unreadable', path, words);
}

/** Reads a file whole, however it comes. */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > ARCHIVE_LIMITS.maxBytes)
      throw new CliError(EXIT.refused, 'archive_too_large', path, 'is larger than any site');
    return await readFile(path);
  } catch (error) {
    throw error instanceof CliError ? error : fileTrouble(path, error);
  }
}

/** A file, or null where there is none. */
export async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null;
    throw fileTrouble(path, error);
  }
}

/** What a path names: a file, a folder, or nothing. */
export async function kindOf(path: string): Promise<'file' | 'folder' | 'nothing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'nothing';
    throw fileTrouble(path, error);
  }
}

/** The names in a folder, sorted. */
export async function listFolder(path: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw fileTrouble(path, error);
  }
}

/** How much was written. */
export interface Written {
  readonly files: number;
  readonly bytes: number;
}

/** Writes files as a ZIP: whole, or not at all. */
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
    throw isOfSystem(error) ? fileTrouble(path, error) : error;
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
      throw fileTrouble(target, error);
    }
    count++;
    total += bytes.length;
  }
  return { files: count, bytes: total };
}

/** All of stdin, or of a file. */
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
    throw fileTrouble(path, error);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
