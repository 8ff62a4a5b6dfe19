import { readdirSync, readFileSync } from 'node:fs';

/** The processor time that the threads of a process have used so far, ms. Linux only. */
export function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${String(pid)}/task`);
  return threads.reduce((sum, thread) => sum + threadMs(pid, thread), 0);
}

/** 0 for a thread that has ended. */
function threadMs(pid: number, thread: string): number {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/task/${thread}/schedstat`, 'utf8');
    return Number(stat.split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** The memory of a process that is resident, MB. Linux only. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
