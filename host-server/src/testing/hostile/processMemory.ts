import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Resident memory of a process tree, in bytes. Pages that processes share count for each of them. */
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

function residentBytes(pid: number): number {
  return Number(read(`/proc/${String(pid)}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES;
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
