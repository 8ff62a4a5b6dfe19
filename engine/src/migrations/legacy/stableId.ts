import { v5 } from 'uuid';

/** Ids made of the same words are the same, on every machine and at every run. */
const NAMESPACE = '6f0a4c0e-7d0b-5f0c-9a53-2f1c7e3b8d11';

/** A block id that follows from words, and is not taken. */
export function stableId(words: string, isTaken: (id: string) => boolean): string {
  let id = v5(words, NAMESPACE);
  for (let round = 2; isTaken(id); round++) id = v5(`${words} ${String(round)}`, NAMESPACE);
  return id;
}
