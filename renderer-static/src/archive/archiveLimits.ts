/** What an archive may hold. Exporting keeps to the same limits, so that what comes out goes in. */
export interface ArchiveLimits {
  /** Bytes of the archive itself. */
  readonly maxBytes: number;
  /** Files and folders. */
  readonly maxEntries: number;
  /** Bytes of all files together, unpacked. */
  readonly maxUnpackedBytes: number;
  /** Bytes of one file, unpacked. */
  readonly maxFileBytes: number;
  /** Bytes of one JSON file, unpacked. */
  readonly maxJsonBytes: number;
  /** How many times larger than packed a file of more than {@link maxJsonBytes} may be. */
  readonly maxRatio: number;
}

const MB = 1024 * 1024;

/**
 * The limits unless others are handed over. All are below those of ZIP without its 64-bit
 * extension, which is neither written nor read.
 */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  maxBytes: 1024 * MB,
  maxEntries: 20_000,
  maxUnpackedBytes: 1536 * MB,
  maxFileBytes: 256 * MB,
  maxJsonBytes: 32 * MB,
  maxRatio: 100,
};
