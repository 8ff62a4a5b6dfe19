import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process tree, in bytes. Pages that processes share count once. */
export interface TreeMemory {
  readonly total: number;
  /** Of the process itself, with its threads. */
  readonly own: number;
}

/** Measures a process and all that it has started. Linux only; processes that end count as 0. */
export function memoryOfTree(pid: number): TreeMemory {
  const own = residentBytes(pid);
  let total = own;
  for (const child of childrenOf(pid)) total += memoryOfTree(child).total;
  return { total, own };
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
