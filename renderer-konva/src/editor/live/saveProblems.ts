import type { SaveState } from './SaveState.ts';

/** States in which something is wrong. */
export type SaveProblem = Exclude<SaveState, 'connecting' | 'saved' | 'saving' | 'readOnly'>;

const PROBLEMS: ReadonlySet<SaveState | null> = new Set<SaveProblem>([
  'offline',
  'failing',
  'notKept',
  'outdated',
  'refused',
]);

export function isProblem(state: SaveState | null): state is SaveProblem {
  return PROBLEMS.has(state);
}

/**
 * The problem that screen readers should have been told about; null if there is none.
 *
 * @param before the last one
 */
export function problemToAnnounce(
  state: SaveState | null,
  before: SaveProblem | null,
): SaveProblem | null {
  // Each edit is saved for a moment, which does not end this problem.
  if (before === 'notKept' && state === 'saving') return before;
  return isProblem(state) ? state : null;
}
