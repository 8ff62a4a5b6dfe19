import { createHash } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootFolder } from './paths.mjs';

/**
 * Runs an install or build while no other process does so in this clone. The lock of a process that
 * has died is ignored.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  const hash = createHash('sha256').update(rootFolder).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `cobble-setup-${process.getuid?.() ?? 0}-${hash}.lock`);
  let isAnnounced = false;
  while (!acquire(file)) {
    if (!isAnnounced) console.log('Waiting for another set-up in this folder …');
    isAnnounced = true;
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function acquire(file) {
  // Written before it is linked: other processes would mistake an empty lock for a stale one and
  // remove it.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isLocked(file)) rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

function isLocked(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return pid > 0;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
