import type { SpawnOptions } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, lstat, readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** A way of starting programs that is not root's. */
export interface Unprivileged {
  /** What stands before the program's own path and arguments. */
  readonly prefix: readonly string[];
  /** Joined into the options of `spawn`. */
  readonly options: Pick<SpawnOptions, 'uid' | 'gid'>;
  /** Hands a folder, with all that is in it, to the user as whom the programs run. */
  own(folder: string): Promise<void>;
}

const currentUser: Unprivileged = { prefix: [], options: {}, own: () => Promise.resolve() };

/**
 * Postgres refuses to run as root, and initdb as a user without a name, as containers have them. A
 * user namespace in which this user has the number of another, named one satisfies both and leaves
 * every file this user's. Where the system forbids namespaces, root's programs run as another user.
 *
 * @param existing a folder that an earlier run made: its owner, when not root, is taken again.
 */
export async function findUnprivileged(existing: string): Promise<Unprivileged> {
  const uid = process.getuid?.();
  if (uid === undefined || (uid !== 0 && hasName())) return currentUser;
  if (uid === 0) {
    const owner = await lstat(existing).catch(() => null);
    if (owner !== null && owner.uid !== 0) return asUser(owner.uid, owner.gid);
  }
  const users = namedUsers();
  const alias = users[0];
  if (alias !== undefined) {
    const prefix = ['unshare', '--user', `--map-user=${alias.uid}`, `--map-group=${alias.gid}`];
    if (spawnSync('unshare', [...prefix.slice(1), 'true'], { stdio: 'ignore' }).status === 0) {
      return { ...currentUser, prefix };
    }
  }
  if (uid !== 0) return currentUser;
  const other = users.find(({ name }) => name === 'postgres') ?? alias ?? nobody;
  return asUser(other.uid, other.gid);
}

interface NamedUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const nobody: NamedUser = { name: 'nobody', uid: 65534, gid: 65534 };

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Users that are neither root nor `nobody`, whose number namespaces use for those without one. */
function namedUsers(): NamedUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== '' && uid > 0 && uid < 65_534);
}

function asUser(uid: number, gid: number): Unprivileged {
  const own = async (folder: string): Promise<void> => {
    await openWay(dirname(folder));
    await chownDeep(folder, uid, gid);
  };
  return { prefix: [], options: { uid, gid }, own };
}

/** Lets other users through root's folder to what lies in it, without letting them list it. */
async function openWay(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (uid === 0 && (mode & 0o001) === 0) await chmod(folder, mode | 0o001);
}

async function chownDeep(path: string, uid: number, gid: number): Promise<void> {
  const stat = await lstat(path);
  if (stat.isDirectory()) {
    for (const name of await readdir(path)) await chownDeep(join(path, name), uid, gid);
  }
  if (!stat.isSymbolicLink() && stat.uid !== uid) await chown(path, uid, gid);
}
