import { readFileSync } from 'node:fs';

/** The processor time that a process has used so far with its threads, ms. Linux only. */
export function processorMs(pid: number): number {
  const [, fields = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${String(pid)}/stat`, 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  // In hundredths of a second.
  return (user + system) * 10;
}

/** The memory of a process that is resident now, and the most that has been, MB. Linux only. */
export function residentMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}
