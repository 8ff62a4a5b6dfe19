import type { FaultKind } from './faults.ts';

/** A fault in a server, its database or its clients that the tests of rooms must notice. */
export interface RoomMutant {
  /** During which faults. */
  readonly kind: FaultKind;
  /** Within so many rounds. */
  readonly rounds: number;
  /** Which violation shows it. */
  readonly caughtBy: RegExp;
  /** Whether it is in the server: `tools/roomMutant.mjs` has it. */
  readonly server?: boolean;
  /** Settings of Postgres. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether clients number their ops anew on each connection. */
  readonly renumbers?: boolean;
}

export type MutantName =
  | 'acknowledges-before-commit'
  | 'asynchronous-commit'
  | 'ignores-new-owner'
  | 'acknowledges-failed-commits'
  | 'renumbers-ops';

/** Faults that must be noticed: tests that cannot fail are worthless. */
export const ROOM_MUTANTS: Readonly<Record<MutantName, RoomMutant>> = {
  'acknowledges-before-commit': {
    ...{ kind: 'server', rounds: 10, server: true },
    caughtBy: /^I[12]:/,
  },
  'asynchronous-commit': {
    ...{ kind: 'postgres', rounds: 10 },
    // Postgres writes what it has said is stored only after up to three times this time.
    settings: { synchronous_commit: 'off', wal_writer_delay: '10s' },
    caughtBy: /^I[12]:/,
  },
  'ignores-new-owner': {
    ...{ kind: 'owner', rounds: 10, server: true },
    caughtBy: /^I[1-5]:/,
  },
  'acknowledges-failed-commits': {
    ...{ kind: 'disk', rounds: 3, server: true },
    caughtBy: /^I[1-5]:/,
  },
  'renumbers-ops': { ...{ kind: 'network', rounds: 10, renumbers: true }, caughtBy: /^I3:/ },
};
