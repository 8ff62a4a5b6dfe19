import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';

/** Maximum size of a font file. The catalogue's are less than a tenth of this. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Why a tarball was rejected. */
export type ExtractProblem = 'integrity' | 'files_missing';

/**
 * Extracts a family's files from its package's tarball into their folder, all or none.
 *
 * @param options.integrity hash of the tarball, in npm's format: `sha512-...`.
 * @param options.files names of the files to extract from the package's folder `files`.
 * @param options.workFolder for temporary files, on the same disk as `target`; created if missing.
 * @param options.target the family's folder; left unchanged if it exists.
 * @returns null when the files are in place.
 */
export async function extractFont(options: {
  readonly tarball: string;
  readonly integrity: string;
  readonly files: readonly string[];
  readonly workFolder: string;
  readonly target: string;
}): Promise<ExtractProblem | null> {
  const { tarball, integrity, files, workFolder, target } = options;
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  if (`sha512-${hash.digest('base64')}` !== integrity) return 'integrity';

  const wanted = new Set(files.map((name) => `package/files/${name}`));
  const folder = join(workFolder, 'files');
  await mkdir(folder, { recursive: true });
  await extract({
    file: tarball,
    cwd: folder,
    strip: 2,
    filter: (path, entry) =>
      wanted.has(path) && 'type' in entry && entry.type === 'File' && entry.size <= MAX_BYTES,
  });
  for (const name of files) if (!(await isFont(join(folder, name)))) return 'files_missing';
  try {
    await rename(folder, target);
  } catch (error) {
    // Another process has just extracted the same bytes.
    if (!['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return null;
}

/** Whether a file is WOFF2. Also flushes it to the disk. */
async function isFont(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'r+');
    try {
      const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
      await file.sync();
      return buffer.toString('latin1') === 'wOF2';
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
