/**
 * Limits of an archive. Exports obey them too, so that they can be imported, except for
 * {@link maxJsonValues}, which only imports check.
 */
export interface ArchiveLimits {
  /** Bytes of the archive. */
  readonly maxBytes: number;
  /** Files and folders. */
  readonly maxEntries: number;
  /** Unpacked bytes of all files together. */
  readonly maxUnpackedBytes: number;
  /** Unpacked bytes of one file. */
  readonly maxFileBytes: number;
  /** Unpacked bytes of one JSON file. */
  readonly maxJsonBytes: number;
  /**
   * Values in one JSON file, as `countJson` counts them: parsing them costs more than their bytes
   * suggest.
   */
  readonly maxJsonValues: number;
  /** Highest compression ratio of files above {@link maxJsonBytes}. */
  readonly maxRatio: number;
}

const MB = 1024 * 1024;

/**
 * Default limits. All are below those of ZIP without the 64-bit extension, which is not supported.
 */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  maxBytes: 1024 * MB,
  maxEntries: 20_000,
  maxUnpackedBytes: 1536 * MB,
  maxFileBytes: 256 * MB,
  maxJsonBytes: 32 * MB,
  maxJsonValues: 4_000_000,
  maxRatio: 100,
};
