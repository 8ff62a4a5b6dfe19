import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Ends with one line where nginx or wrk is missing. */
export function requireTools() {
  const missing = ['nginx', 'wrk'].filter((name) => !isThere(name));
  if (missing.length === 0) return;
  console.error(
    `This benchmark needs ${missing.join(' and ')}: apt-get install nginx-light wrk on Debian.`,
  );
  process.exit(2);
}

/** Whether a program can be run; asking for its version does nothing. */
function isThere(name) {
  return spawnSync(name, ['-v'], { stdio: 'ignore' }).error === undefined;
}

/** Contestants have one processor and who asks them has the other, where the system can do that. */
export function pinned(processor, command, words) {
  const hasTaskset = spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;
  return hasTaskset ? ['taskset', ['-c', String(processor), command, ...words]] : [command, words];
}

/** Starts a contestant on its processor. */
export function startPinned(command, words, options = {}) {
  return spawn(...pinned(0, command, words), { stdio: ['ignore', 'pipe', 'inherit'], ...options });
}

/**
 * The processor's time that a process, with all its threads and the processes that it has started,
 * has used so far, in seconds; null where the system does not say.
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

/** Ends a process that was started, and waits for its end. */
export async function stopProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Waits for something to answer. */
export async function waitFor(ask, what) {
  for (let turn = 0; turn < 600; turn += 1) {
    if (await ask().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} does not answer`);
}

/** A TCP port of 127.0.0.1 that nobody uses at the moment. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
