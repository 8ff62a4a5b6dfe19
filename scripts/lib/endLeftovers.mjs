import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StepError } from './step.mjs';

/** How long a program may take to end, ms. */
const END_MS = 12_000;

/**
 * Ends what a cluster has left that was killed and could not end its programs. They would go on with the
 * data that the next one uses.
 *
 * @param {string} folder absolute path of its data
 * @param {(line: string) => void} print
 * @throws {StepError} if a cluster uses the folder
 */
export async function endLeftovers(folder, print) {
  const state = stateOf(folder);
  if (state && isProgram(state.pid, 'cluster.mjs'))
    throw new StepError(
      `A cluster is running on ${folder} (process ${state.pid}). Stop it, or use --data=FOLDER.`,
    );
  // Another program may have got the number of one that has ended: its command line says what it is.
  const servers = (state?.servers ?? []).map(({ number, pid }) => ({
    ...{ name: `Server ${number}`, pid, signal: 'SIGTERM' },
    marks: ['clusterServer.mjs', folder],
  }));
  const others = [
    {
      ...{ name: 'nginx', pid: state?.nginx?.pid, signal: 'SIGTERM' },
      marks: ['nginx', join(folder, 'nginx.conf')],
    },
    {
      ...{ name: 'Redis', pid: state?.redis?.pid, signal: 'SIGTERM' },
      marks: ['redis-server', `:${state?.redis?.port}`],
    },
    // SIGINT ends it although somebody is connected.
    {
      ...{ name: 'Postgres', pid: postgresPid(folder), signal: 'SIGINT' },
      marks: ['postgres', folder],
    },
  ];
  // Servers store what they have received.
  for (const group of [servers, others])
    await Promise.all(
      group
        .filter(({ pid, marks }) => isProgram(pid, ...marks))
        .map(async (program) => {
          print(`${program.name} is left from a cluster that was killed, and is ended.`);
          await end(program);
        }),
    );
}

/** @returns what `cluster.json` says; null if there is none. */
function stateOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'cluster.json'), 'utf8'));
  } catch {
    return null;
  }
}

function postgresPid(folder) {
  try {
    const text = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
    return Number(text.split('\n')[0]);
  } catch {
    return null;
  }
}

async function end({ pid, signal, marks }) {
  const untilMs = Date.now() + END_MS;
  process.kill(pid, signal);
  // One that was stopped by SIGSTOP.
  process.kill(pid, 'SIGCONT');
  while (isProgram(pid, ...marks)) {
    if (Date.now() > untilMs) {
      process.kill(pid, 'SIGKILL');
      return;
    }
    await sleep(50);
  }
}

/** Whether a process is running whose command line has all of these texts. */
function isProgram(pid, ...marks) {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  const line = commandLineOf(pid);
  return marks.every((mark) => line.includes(mark));
}

/** @returns an empty text if there is no such process, or it has ended and nobody has noticed. */
function commandLineOf(pid) {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
