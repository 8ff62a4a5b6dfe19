import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../shared/StartupError.ts';

/**
 * The path of a unix socket is limited to 104 bytes on macOS and 108 on Linux, including the final
 * zero byte.
 */
const longestSocketPath = 102;

/**
 * Prepares the folder of Postgres's unix socket: `run` in the data folder, or, when that path is
 * too long for a socket address, a folder below the temporary folder, named by a hash. Only this
 * user can open the folder, because connections over the socket need no password.
 *
 * @param dataFolder absolute path.
 * @param port the number in the socket's file name.
 * @throws StartupError `data_folder_unwritable` when the folder belongs to another user.
 */
export async function prepareSocketFolder(dataFolder: string, port: number): Promise<string> {
  const inside = join(dataFolder, 'run');
  if (fits(inside, port)) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return inside;
  }
  const hash = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const shorter = join(tmpdir(), `cobble-${hash}`);
  const folder = fits(shorter, port) ? shorter : join('/tmp', `cobble-${hash}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stat = await lstat(folder);
  const uid = process.getuid?.();
  // Anyone can create folders in /tmp, so a folder of another user is not trusted.
  if (!stat.isDirectory() || (uid !== undefined && uid !== 0 && stat.uid !== uid)) {
    throw new StartupError(
      'data_folder_unwritable',
      `${folder}, needed for the database's socket, belongs to another user. ` +
        `Set COBBLE_DATA to a folder with a shorter path.`,
    );
  }
  await chmod(folder, 0o700);
  return folder;
}

function fits(folder: string, port: number): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestSocketPath;
}
