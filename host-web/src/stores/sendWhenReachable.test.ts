import { expect } from 'chai';
import { makeAutoObservable } from 'mobx';
import { SLOT_RELEASED } from '../device/slotReleased.ts';
import type { Account } from '@cobble/host-server/contract';
import type { SessionState } from './AccountStore.ts';
import { sendWhenReachable } from './sendWhenReachable.ts';

const HOUR_MS = 3_600_000;

class Session {
  state: SessionState = 'signed-in';
  hasExpired = false;
  account = { ID: 1 } as Account | null;
  answer: () => Promise<boolean> = () => Promise.resolve(true);
  constructor() {
    makeAutoObservable(this);
  }
  set(values: Partial<Pick<Session, 'state' | 'hasExpired' | 'answer'>>): void {
    Object.assign(this, values);
  }
  isStillSignedIn(): Promise<boolean> {
    return this.answer();
  }
}

describe('sendWhenReachable', () => {
  let end: () => void = () => undefined;
  afterEach(() => {
    end();
  });

  function start({ pauseMs = HOUR_MS } = {}) {
    const events: EventTarget & Pick<Window, 'addEventListener' | 'removeEventListener'> =
      new EventTarget();
    const session = new Session();
    const seen = { counted: 0, sent: 0, left: 2, isOnline: true, isTaken: true };
    end = sendWhenReachable({
      ...{ account: session, events, isOnline: () => seen.isOnline, pauseMs: () => pauseMs },
      unsent: {
        count: () => {
          seen.counted += 1;
          return Promise.resolve(seen.left);
        },
        send: () => {
          seen.sent += 1;
          if (seen.isTaken) seen.left = 0;
          return Promise.resolve(seen.isTaken);
        },
        retryAll: () => undefined,
      },
      onFailure: (error) => {
        throw error;
      },
    });
    return { session, seen, events };
  }

  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  it('sends what this device has as soon as the app starts, and when a page is left [LR15]', async () => {
    const { seen, events } = start();
    await until(() => seen.sent === 1);
    for (const [index, type] of [SLOT_RELEASED, 'online', 'focus'].entries()) {
      seen.left = 1;
      events.dispatchEvent(new Event(type));
      await until(() => seen.sent === index + 2);
    }
  });

  it('tries again what the server does not take [LR15]', async () => {
    const { seen } = start({ pauseMs: 1 });
    seen.isTaken = false;
    await until(() => seen.sent >= 3);
    seen.isTaken = true;
    await until(() => seen.left === 0);
  });

  it('takes no edits of a page from a tab that opens it while the server cannot be reached [LR15]', async () => {
    const { seen, session } = start({ pauseMs: 1 });
    session.set({ answer: () => Promise.reject(new Error('unreachable')) });
    await until(() => seen.counted >= 4);
    const { sent } = seen;
    const { counted } = seen;
    await until(() => seen.counted >= counted + 3);
    expect(seen.sent).to.equal(sent);
    session.set({ answer: () => Promise.resolve(true) });
    seen.left = 1;
    await until(() => seen.sent > sent);
  });

  it('sends nothing for an account that is not signed in, but counts for its home screen [LR15, LR16]', async () => {
    const { seen, session } = start({ pauseMs: 1 });
    session.set({ state: 'offline' });
    await until(() => seen.counted >= 3);
    const { sent } = seen;
    const { counted } = seen;
    seen.left = 1;
    await until(() => seen.counted >= counted + 3);
    expect(seen.sent).to.equal(sent);
    session.set({ state: 'signed-in' });
    await until(() => seen.sent > sent);
  });
});
