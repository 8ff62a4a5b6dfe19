import { expect } from 'chai';
import { problemToAnnounce, type SaveProblem } from './saveProblems.ts';
import type { SaveState } from './SaveState.ts';

/** What is announced as a state follows another. */
function announced(states: readonly (SaveState | null)[]): readonly (SaveProblem | null)[] {
  let problem: SaveProblem | null = null;
  return states.map((state) => (problem = problemToAnnounce(state, problem)));
}

describe('what a screen reader is told about saving', () => {
  it('does not change with each edit while this device keeps no changes: they are saved all the time [RL5, RL17]', () => {
    expect(announced(['saved', 'notKept', 'saving', 'notKept', 'saving', 'saved'])).to.eql([
      ...[null, 'notKept', 'notKept', 'notKept', 'notKept', null],
    ]);
  });

  it('names each other problem, and its end while the changes are sent [RL5]', () => {
    expect(announced(['offline', 'failing', 'saving', 'saved', 'refused', null])).to.eql([
      ...['offline', 'failing', null, null, 'refused', null],
    ]);
  });
});
