import { v5 } from 'uuid';

/** Ids made of the same words are the same, on every machine and at every run. */
const NAMESPACE = '6f0a4c0e-7d0b-5f0c-9a53-2f1c7e3b8d11';

/** Makes block ids that follow from words, and are not taken. */
export type MakeStableId = (words: string, isTaken: (id: string) => boolean) => string;

/**
 * One for the blocks of a page: it remembers how often it was asked for the same words, so that a
 * page of thousands of blocks with one id costs one try each. What is taken must stay taken.
 */
export function makeStableIds(): MakeStableId {
  const rounds = new Map<string, number>();
  return (words, isTaken) => {
    let round = rounds.get(words) ?? 1;
    let id = idOf(words, round);
    while (isTaken(id)) id = idOf(words, ++round);
    rounds.set(words, round + 1);
    return id;
  };
}

function idOf(words: string, round: number): string {
  return v5(round === 1 ? words : `${words} ${String(round)}`, NAMESPACE);
}
