/**
 * Courses of events that have shown a mistake once; kept so that it stays mended. In all of them
 * everybody may do to the end what they could at first.
 */
export const FOUND_SEEDS: readonly {
  readonly seed: number;
  readonly maxCommands: number;
  readonly showed: string;
}[] = [
  {
    seed: 1,
    maxCommands: 200,
    showed: 'a reopened tab asked for what came before its first op, for ever',
  },
  { seed: 33, maxCommands: 200, showed: 'the end of the stream was lost, and nobody said so' },
  { seed: 110, maxCommands: 200, showed: 'an owner that came back left the room to nobody' },
  {
    seed: 429,
    maxCommands: 100,
    showed: 'an undo that came too late was taken for a writer of the place',
  },
  {
    seed: 1069,
    maxCommands: 200,
    showed: 'a client was sent to a dead server each time that it tried',
  },
  {
    seed: 1362,
    maxCommands: 200,
    showed: 'a tab that died twice in a row was counted under a name that it had not read yet',
  },
  {
    seed: 5242,
    maxCommands: 200,
    showed:
      'a move into what is gone, out of a group that was dissolved, was taken for mixed writers',
  },
];
