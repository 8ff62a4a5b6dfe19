import { v5 } from 'uuid';

/** The UUID namespace of derived ids. */
const NAMESPACE = '6f0a4c0e-7d0b-5f0c-9a53-2f1c7e3b8d11';

/** Derives an unused block id from a string. */
export type MakeStableId = (seed: string, isTaken: (id: string) => boolean) => string;

/**
 * Creates a generator of block ids for one page: the same sequence of strings yields the same ids.
 * It counts repeated strings, so that a page with thousands of equal ids costs one attempt each.
 * Taken ids must stay taken.
 */
export function makeStableIds(): MakeStableId {
  const rounds = new Map<string, number>();
  return (seed, isTaken) => {
    let round = rounds.get(seed) ?? 1;
    let id = idOf(seed, round);
    while (isTaken(id)) id = idOf(seed, ++round);
    rounds.set(seed, round + 1);
    return id;
  };
}

function idOf(seed: string, round: number): string {
  return v5(round === 1 ? seed : `${seed} ${String(round)}`, NAMESPACE);
}
