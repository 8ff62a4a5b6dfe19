import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootFolder } from './paths.mjs';

/**
 * Runs the set-up while no other process does so in this clone: two installs or builds at once
 * would take each other's files away. A lock whose process has died counts as free.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  const hash = createHash('sha256').update(rootFolder).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `cobble-setup-${process.getuid?.() ?? 0}-${hash}.lock`);
  let told = false;
  while (!take(file)) {
    if (!told) console.log('Waiting for another Cobble that is being set up in this folder …');
    told = true;
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

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // Empty for the moment between its making and its writing.
    if (pid > 0) process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
