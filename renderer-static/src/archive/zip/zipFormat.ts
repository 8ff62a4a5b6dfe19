/** Constants of the ZIP format (PKWARE APPNOTE.TXT 6.3.10, sections 4.3 and 4.4). */
export const ZIP = {
  localSignature: 0x04034b50,
  centralSignature: 0x02014b50,
  endSignature: 0x06054b50,
  localSize: 30,
  centralSize: 46,
  endSize: 22,
  /** 2.0: files may be deflated. */
  version: 20,
  /** Upper byte of "version made by": Unix attributes. */
  unix: 3,
  encryptedFlag: 0x0001,
  utf8Flag: 0x0800,
  stored: 0,
  deflated: 8,
  /** 1 January 1980, 00:00: the earliest time in the format. */
  date: 0x0021,
  time: 0,
  /** A regular file, writable by its owner and readable by all. */
  fileMode: 0o100644,
  /** Marks a value that is in the 64-bit extension. */
  in64: { short: 0xffff, long: 0xffff_ffff },
} as const;

/** A file in an archive. */
export interface ArchiveFile {
  /** Relative to the archive's root, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file of UTF-8 text. */
export function fileOf(path: string, text: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(text) };
}
