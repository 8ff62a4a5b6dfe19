import type { SpawnOptions } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, chown, lstat, readdir } from 'node:fs/promises';
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

const asOneself: Unprivileged = { prefix: [], options: {}, own: () => Promise.resolve() };

/**
 * Postgres refuses to run as root. A user namespace in which root has another number satisfies it
 * and leaves every file root's; where the system forbids namespaces the programs run as another
 * user, who then needs a way to the data folder.
 *
 * @param existing a folder that an earlier run made: its owner, when not root, is taken again.
 */
export async function findUnprivileged(existing: string): Promise<Unprivileged> {
  if (process.getuid?.() !== 0) return asOneself;
  const owner = await lstat(existing).catch(() => null);
  if (owner !== null && owner.uid !== 0) return asUser(owner.uid, owner.gid);
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const [program, ...args] = [...namespace, 'true'];
  if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) {
    return { ...asOneself, prefix: namespace };
  }
  const { uid, gid } = otherUser();
  return asUser(uid, gid);
}

function asUser(uid: number, gid: number): Unprivileged {
  const own = async (folder: string): Promise<void> => {
    await openWay(dirname(folder));
    await chownDeep(folder, uid, gid);
  };
  return { prefix: [], options: { uid, gid }, own };
}

function otherUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return { uid: 65534, gid: 65534 };
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
