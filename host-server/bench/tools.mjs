import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Ends the process with one line if nginx or wrk is missing. */
export function requireTools() {
  const missing = ['nginx', 'wrk'].filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  console.error(
    `This benchmark needs ${missing.join(' and ')}: apt-get install nginx-light wrk on Debian.`,
  );
  process.exit(2);
}

/** Whether a program can be run. Runs it to print its version. */
function isInstalled(name) {
  return spawnSync(name, ['-v'], { stdio: 'ignore' }).error === undefined;
}

/**
 * Prefixes a command so that contestants run on one processor and the load generator on the other,
 * where the system supports that.
 */
export function pinned(processor, command, args) {
  const hasTaskset = spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;
  return hasTaskset ? ['taskset', ['-c', String(processor), command, ...args]] : [command, args];
}

/** Starts a contestant on its processor. */
export function startPinned(command, args, options = {}) {
  return spawn(...pinned(0, command, args), { stdio: ['ignore', 'pipe', 'inherit'], ...options });
}

/**
 * The processor time that a process has used so far, with all its threads and child processes, in
 * seconds; null where the system does not report it.
 */
export function processorSeconds(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
    const [, fields] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return children.reduce((sum, each) => sum + processorSeconds(each), (user + system) / 100);
  } catch {
    return null;
  }
}

/** Ends a process and waits until it has ended. */
export async function stopProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Waits up to a minute until `isReady` resolves to true. */
export async function waitFor(isReady, what) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isReady().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Timed out waiting for ${what}`);
}

/** Returns a free TCP port on 127.0.0.1. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
