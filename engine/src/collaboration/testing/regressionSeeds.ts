/**
 * Seeds that once revealed a bug. Steps that have been added since have changed the runs of these seeds,
 * so they no longer replay those bugs; they are additional fixed runs, with unchanging roles.
 */
export const REGRESSION_SEEDS: readonly {
  readonly seed: number;
  readonly commandCount: number;
  /** What the seed's run revealed at the time. */
  readonly revealed: string;
}[] = [
  {
    seed: 1,
    commandCount: 200,
    revealed: 'a reopened tab that endlessly requested ops before its first one',
  },
  { seed: 33, commandCount: 200, revealed: 'a lost end of the stream that nobody noticed' },
  { seed: 110, commandCount: 200, revealed: 'a returning owner that left the room without one' },
  {
    seed: 429,
    commandCount: 100,
    revealed: 'a late undo that counted as a writer of the position',
  },
  {
    seed: 1069,
    commandCount: 200,
    revealed: 'a client that was always routed to a dead server',
  },
  {
    seed: 1362,
    commandCount: 200,
    revealed: 'a tab that crashed twice and was counted under a client id it had not read yet',
  },
  {
    seed: 5242,
    commandCount: 200,
    revealed: 'a move into a removed group, out of a dissolved one, that counted as two writers',
  },
];
