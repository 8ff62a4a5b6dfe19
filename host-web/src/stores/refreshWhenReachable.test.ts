import { expect } from 'chai';
import { makeAutoObservable, when } from 'mobx';
import type { SessionState } from './AccountStore.ts';
import { refreshWhenReachable } from './refreshWhenReachable.ts';

/** An account whose server is reached after some attempts. */
class Account {
  state: SessionState = 'cached';
  attempts = 0;
  failuresLeft = Infinity;
  constructor() {
    makeAutoObservable(this);
  }
  setState(state: SessionState): void {
    this.state = state;
  }
  refresh(): Promise<void> {
    this.attempts += 1;
    this.failuresLeft -= 1;
    if (this.failuresLeft >= 0) return Promise.reject(new Error('unreachable'));
    this.state = 'signed-in';
    return Promise.resolve();
  }
}

const HOUR_MS = 3_600_000;

describe('refreshWhenReachable', () => {
  let account: Account;
  let events: EventTarget & Pick<Window, 'addEventListener' | 'removeEventListener'>;
  let end: () => void = () => undefined;
  const start = (pauseMs: (failures: number) => number) => {
    end = refreshWhenReachable(account, events, pauseMs);
  };
  beforeEach(() => {
    account = new Account();
    events = new EventTarget();
  });
  afterEach(() => {
    end();
  });

  it('asks the server at once when the browser is online again, or the user comes back [OF7]', () => {
    for (const type of ['online', 'focus']) {
      account = new Account();
      start(() => HOUR_MS);
      events.dispatchEvent(new Event(type));
      expect(account.attempts, 'not offline').to.equal(0);
      account.setState('offline');
      account.failuresLeft = 1;
      events.dispatchEvent(new Event(type));
      events.dispatchEvent(new Event(type));
      expect([account.state, account.attempts]).to.eql(['signed-in', 2]);
      events.dispatchEvent(new Event(type));
      expect(account.attempts, 'signed in').to.equal(2);
      end();
    }
  });

  it('asks again and again at growing intervals, as the server may have been down [OF7]', async () => {
    const failures: number[] = [];
    start((count) => {
      failures.push(count);
      return 0;
    });
    account.setState('offline');
    account.failuresLeft = 3;
    await when(() => account.state === 'signed-in');
    expect([account.attempts, failures]).to.eql([4, [0, 1, 2, 3]]);
  });
});
