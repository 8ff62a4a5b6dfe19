import { expect } from 'chai';
import type { Account } from '@cobble/host-server/contract';
import { type SendingSession, UnsentStore } from './UnsentStore.ts';

const ada: SendingSession = {
  account: { ID: 1 } as Account,
  state: 'signed-in',
  hasExpired: false,
  isStillSignedIn: () => Promise.resolve(true),
  noteSession: () => undefined,
};
const never = () => new Promise<never>(() => undefined);

describe('UnsentStore', () => {
  it('counts what it has last counted if the database does not respond, or a user could not log out [LR17]', async () => {
    let count = (): Promise<ReadonlyMap<number, number>> => Promise.resolve(new Map([[7, 2]]));
    let wait: () => Promise<void> = never;
    const source = { count: () => count(), send: () => Promise.resolve(true) };
    const store = new UnsentStore(ada, source, () => wait());
    expect(await store.count()).to.equal(2);
    count = never;
    wait = () => Promise.resolve();
    expect(await store.count()).to.equal(2);
  });
});
