import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Memory is measured when the sum is at least this share of its maximum. */
const NEARLY = 0.98;

/** Resident memory of a process tree, in bytes. Pages that processes share count once. */
export interface TreeMemory {
  readonly total: number;
  /** Of the process itself, with its threads. */
  readonly own: number;
  /** Of each process that it has started, by the name of its program. */
  readonly started: readonly { readonly program: string; readonly bytes: number }[];
}

/**
 * The highest memory of a process and all that it has started. Linux only; processes that end count
 * as 0. Measuring takes a processor for 30 ms and more. So it is done only while a sum that costs
 * nothing, in which shared pages count for each process, is about as high as ever.
 */
export class PeakMemory {
  private highest: TreeMemory = { total: 0, own: 0, started: [] };
  private highestSum = 0;

  sample(pid: number): void {
    const sum = sumOfTree(pid);
    if (sum < this.highestSum * NEARLY) return;
    this.highestSum = Math.max(this.highestSum, sum);
    const memory = memoryOfTree(pid);
    if (memory.total > this.highest.total) this.highest = memory;
  }

  get value(): TreeMemory {
    return this.highest;
  }
}

/** Measures a process and all that it has started. Linux only; processes that end count as 0. */
function memoryOfTree(pid: number): TreeMemory {
  const own = residentBytes(pid);
  const started = childrenOf(pid).flatMap((child) => {
    const memory = memoryOfTree(child);
    return [{ program: programOf(child), bytes: memory.own }, ...memory.started];
  });
  return { total: started.reduce((sum, { bytes }) => sum + bytes, own), own, started };
}

/** Resident memory of the processes, in the system's pages, of which shared ones count repeatedly. */
function sumOfTree(pid: number): number {
  const own = Number(read(`/proc/${String(pid)}/statm`).split(' ')[1] ?? 0);
  return childrenOf(pid).reduce((sum, child) => sum + sumOfTree(child), own);
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
