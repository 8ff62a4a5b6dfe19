import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../shared/StartupError.ts';

/**
 * Creates a folder with its parents if missing, and checks that it can be written to.
 *
 * @param folder absolute path.
 * @throws StartupError `data_folder_unwritable`.
 */
export async function ensureFolder(folder: string): Promise<void> {
  const probe = join(folder, `.write-probe-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(
      'data_folder_unwritable',
      `The data folder ${folder} cannot be written to (${why}). ` +
        `Set COBBLE_DATA to a folder that this user may write to.`,
      { cause },
    );
  }
}
