import type { Readable } from 'node:stream';

/** A stored file, ready to be read. */
export interface StoredMedia {
  readonly bytes: number;
  /** All of it, or from one byte to another, both counted in. */
  stream(range?: { readonly start: number; readonly end: number }): Readable;
}

/** Where uploaded images lie: this machine's disk, or elsewhere. */
export interface MediaStore {
  /** Stores a file whole or not at all. Names are the server's own: none ever stands for two files. */
  put(name: string, content: Buffer): Promise<void>;
  /** A file by its name, or null. */
  find(name: string): Promise<StoredMedia | null>;
  remove(name: string): Promise<void>;
  /** The same, unless it was stored, or stored again, after a time. */
  removeUnlessStoredSince(name: string, since: Date): Promise<void>;
  /** The names of all files. */
  list(): Promise<readonly string[]>;
}
