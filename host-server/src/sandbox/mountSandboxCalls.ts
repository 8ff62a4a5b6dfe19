import type { Knex } from 'knex';
import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import type { Clock } from '../shared/clock.ts';
import { openSandbox } from './openSandbox.ts';

/** What the sandbox's call needs. */
export interface SandboxCallServices {
  readonly knex: Knex;
  readonly clock: Clock;
  /** See `Configuration`. */
  readonly hasLiveRooms: boolean;
}

/** Mounts the call that opens the sandbox, if the server has live rooms. */
export function mountSandboxCalls(mount: Mount, services: SandboxCallServices): void {
  if (!services.hasLiveRooms) return;
  mount(calls.openSandbox, {
    access: 'account',
    limitPerAccount: 'roomConnectionsPerAccount',
    handle: () => openSandbox(services),
  });
}
