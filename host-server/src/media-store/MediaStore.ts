import type { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { STREAMED_BYTES } from '../http/ResponseBudget.ts';
import { isMediaName } from './mediaName.ts';

/** A stored file, ready to be read. */
export interface StoredMedia {
  readonly bytes: number;
  /**
   * Its absolute path, for processes that read it themselves; null if it is not on this machine's
   * disk. It may be removed at any time.
   */
  readonly path: string | null;
  /** The whole file, or a range of bytes, both ends included. */
  stream(range?: { readonly start: number; readonly end: number }): Readable;
}

/** Stores the files of images, on this machine's disk or elsewhere. */
export interface MediaStore {
  /**
   * Stores a file completely or not at all. The server chooses names and never reuses them for
   * another file.
   */
  put(name: string, content: Buffer): Promise<void>;
  /** A file by its name, or null. */
  find(name: string): Promise<StoredMedia | null>;
  remove(name: string): Promise<void>;
  /** Removes a file unless it was stored, or stored again, after a given time. */
  removeUnlessStoredSince(name: string, since: Date): Promise<void>;
  /** The names of all files. */
  list(): Promise<readonly string[]>;
}

/** Stores files in a folder. */
export class DiskMediaStore implements MediaStore {
  private readonly folder: string;
  private readonly isName: (name: string) => boolean;

  /**
   * @param folder absolute; created with the first file.
   * @param isName which file names are valid; default: those of uploads and their variants.
   */
  constructor(folder: string, isName: (name: string) => boolean = isMediaName) {
    this.folder = folder;
    this.isName = isName;
  }

  async put(name: string, content: Buffer): Promise<void> {
    const path = this.pathOf(name);
    await mkdir(this.folder, { recursive: true });
    const temporary = join(this.folder, `.${randomUUID()}.part`);
    try {
      const file = await open(temporary, 'wx');
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(this.folder);
  }

  async find(name: string): Promise<StoredMedia | null> {
    const path = this.pathOf(name);
    try {
      const { size } = await stat(path);
      return {
        bytes: size,
        path,
        stream: (range) => createReadStream(path, { ...range, highWaterMark: STREAMED_BYTES }),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  async removeUnlessStoredSince(name: string, since: Date): Promise<void> {
    const path = this.pathOf(name);
    // Renamed first, so that the file that is removed is the one that was checked.
    const aside = join(this.folder, `.${randomUUID()}.part`);
    try {
      await rename(path, aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    if ((await stat(aside)).mtime > since) await rename(aside, path);
    else await rm(aside, { force: true });
  }

  async list(): Promise<readonly string[]> {
    try {
      return (await readdir(this.folder)).filter(this.isName);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  private pathOf(name: string): string {
    if (!this.isName(name)) throw new Error('The name is not valid in this store');
    return join(this.folder, name);
  }
}

/** Makes a rename durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
