import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../shared/StartupError.ts';

/** A unix socket's address has room for 104 bytes on macOS and 108 on Linux, the final zero included. */
const longestSocketPath = 102;

/**
 * The folder in which Postgres opens its unix socket: `run` inside the data folder, or, where that
 * path is too long for a socket's address, a folder under the temporary one that is named after it.
 * The folder is open to this user alone, for who reaches the socket is let in without a password.
 *
 * @param dataFolder absolute path.
 * @param port the number in the socket's file name.
 * @throws StartupError `data_folder_unwritable` where the folder belongs to someone else.
 */
export async function prepareSocketFolder(dataFolder: string, port: number): Promise<string> {
  const inside = join(dataFolder, 'run');
  if (fits(inside, port)) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return inside;
  }
  const hash = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const near = join(tmpdir(), `cobble-${hash}`);
  const folder = fits(near, port) ? near : join('/tmp', `cobble-${hash}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stat = await lstat(folder);
  const me = process.getuid?.();
  // Anyone may make a folder in /tmp: one that another made could be a trap.
  if (!stat.isDirectory() || (me !== undefined && me !== 0 && stat.uid !== me)) {
    throw new StartupError(
      'data_folder_unwritable',
      `${folder}, needed for the database's socket, belongs to someone else. ` +
        `Set COBBLE_DATA to a folder with a shorter path.`,
    );
  }
  await chmod(folder, 0o700);
  return folder;
}

function fits(folder: string, port: number): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestSocketPath;
}
