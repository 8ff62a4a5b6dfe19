import { v5 } from 'uuid';

/** Derives an id from strings: the same input gives the same id everywhere. */
const NAMESPACE = '6f0a4c0e-7d0b-5f0c-9a53-2f1c7e3b8d11';

/** Generates block ids that are derived from strings and not taken yet. */
export type MakeStableId = (seed: string, isTaken: (id: string) => boolean) => string;

/**
 * One generator per page. It counts repeated inputs, so that a page with thousands of equal ids
 * costs one attempt each. Taken ids must stay taken.
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
