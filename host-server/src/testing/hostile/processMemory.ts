import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Resident memory of a process tree, in bytes. Pages that processes share count once. */
export interface TreeMemory {
  readonly total: number;
  /** Of the process itself, with its threads. */
  readonly own: number;
  /** Of each process that it has started, by the name of its program. */
  readonly started: readonly { readonly program: string; readonly bytes: number }[];
}

/** Measures a process and all that it has started. Linux only; processes that end count as 0. */
export function memoryOfTree(pid: number): TreeMemory {
  const own = residentBytes(pid);
  const started = childrenOf(pid).flatMap((child) => {
    const memory = memoryOfTree(child);
    return [{ program: programOf(child), bytes: memory.own }, ...memory.started];
  });
  return { total: started.reduce((sum, { bytes }) => sum + bytes, own), own, started };
}

/** The base name of the last path among the arguments of a process. */
function programOf(pid: number): string {
  const parts = read(`/proc/${String(pid)}/cmdline`).split('\0');
  return basename(parts.findLast((part) => part.includes('/')) ?? '');
}

/** The process's resident memory, with its part of the pages that it shares with others ("Pss"). */
function residentBytes(pid: number): number {
  const rollup = read(`/proc/${String(pid)}/smaps_rollup`);
  return Number(/^Pss:\s*(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
}

/** The processes that the threads of a process have started. */
function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap((thread) => {
    const children = read(`/proc/${String(pid)}/task/${thread}/children`);
    return (children.match(/\d+/g) ?? []).map(Number);
  });
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${String(pid)}/task`);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
