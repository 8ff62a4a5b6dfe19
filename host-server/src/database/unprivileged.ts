import type { SpawnOptions } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, lstat, readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** How to start programs without root. */
export interface Unprivileged {
  /** The command before the program's path and arguments. */
  readonly prefix: readonly string[];
  /** Merged into the options of `spawn`. */
  readonly options: Pick<SpawnOptions, 'uid' | 'gid'>;
  /** Changes the owner of a folder and its contents to the user that the programs run as. */
  changeOwner(folder: string): Promise<void>;
}

const currentUser: Unprivileged = { prefix: [], options: {}, changeOwner: () => Promise.resolve() };

/**
 * Postgres refuses to run as root, and initdb as a user without a name, which is common in
 * containers. A user namespace that maps this user to a named one solves both and keeps this user
 * as the owner of every file. If the system forbids namespaces, root starts the programs as another
 * user.
 *
 * @param existing a folder from an earlier run; its owner is used again, unless it is root.
 */
export async function findUnprivileged(existing: string): Promise<Unprivileged> {
  const uid = process.getuid?.();
  if (uid === undefined || (uid !== 0 && hasName())) return currentUser;
  if (uid === 0) {
    const owner = await lstat(existing).catch(() => null);
    if (owner !== null && owner.uid !== 0) return runAs(owner.uid, owner.gid);
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
  return runAs(other.uid, other.gid);
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

/** Users other than root and `nobody`, whose id namespaces use for unmapped users. */
function namedUsers(): NamedUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== '' && uid > 0 && uid < 65_534);
}

function runAs(uid: number, gid: number): Unprivileged {
  const changeOwner = async (folder: string): Promise<void> => {
    await allowTraversal(dirname(folder));
    await chownDeep(folder, uid, gid);
  };
  return { prefix: [], options: { uid, gid }, changeOwner };
}

/** Lets other users traverse root's folder without listing it. */
async function allowTraversal(folder: string): Promise<void> {
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
