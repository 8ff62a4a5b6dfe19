import type { Readable } from 'node:stream';

/** A stored file, ready to be read. */
export interface StoredMedia {
  readonly bytes: number;
  /** The whole file, or a range of bytes, both ends included. */
  stream(range?: { readonly start: number; readonly end: number }): Readable;
}

/** Stores the files of images, on this machine's disk or elsewhere. */
export interface MediaStore {
  /** Stores a file completely or not at all. The server chooses names and never reuses them. */
  put(name: string, content: Buffer): Promise<void>;
  /** A file by its name, or null. */
  find(name: string): Promise<StoredMedia | null>;
  remove(name: string): Promise<void>;
  /** Removes a file unless it was stored, or stored again, after a time. */
  removeUnlessStoredSince(name: string, since: Date): Promise<void>;
  /** The names of all files. */
  list(): Promise<readonly string[]>;
}
