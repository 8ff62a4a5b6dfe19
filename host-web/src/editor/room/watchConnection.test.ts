import { expect } from 'chai';
import type { RoomClient } from '@cobble/engine/collaboration';
import { watchConnection } from './watchConnection.ts';

/** A client that is waiting for its next attempt, in a tab without a browser. */
function watch(
  state: { status?: RoomClient['status']; isIdle?: boolean; isStale?: () => boolean } = {},
) {
  const { status = 'connecting', isIdle = true, isStale = () => false } = state;
  let count = 0;
  const stop = watchConnection({
    client: { status, flush: () => undefined, reconnect: () => void (count += 1) },
    transport: { isStale, isIdle: () => isIdle },
    checkMs: 1,
  });
  return { connections: () => count, stop };
}

describe('watching the connection of a tab', () => {
  const { now } = Date;
  beforeEach(() => {
    // No time passes between two keys, however busy the machine is.
    const atMs = now();
    Date.now = () => atMs;
    Object.assign(globalThis, { window: new EventTarget(), document: new EventTarget() });
  });
  afterEach(() => {
    Date.now = now;
    for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
  });
  const use = (type: string) => window.dispatchEvent(new Event(type));

  it('connects at once when the user does something while it waits, but does not try at each key [LR14]', () => {
    for (const type of ['focus', 'pointerdown', 'keydown']) {
      const { connections, stop } = watch();
      use(type);
      expect(connections(), type).to.equal(1);
      for (let keys = 0; keys < 20; keys += 1) use('keydown');
      expect(connections()).to.equal(1);
      stop();
      use(type);
      expect(connections(), 'after it was stopped').to.equal(1);
    }
  });

  it('replaces a connection that has gone silent, and no other, or edits would seem to be saved for half a minute [LR3]', async () => {
    let checks = 0;
    const staleAfter = (count: number) => () => {
      checks += 1;
      return checks > count;
    };
    const { connections, stop } = watch({ status: 'live', isStale: staleAfter(3) });
    while (connections() === 0) {
      expect(checks).to.be.at.most(3);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    stop();
  });

  it('neither replaces a connection nor starts an attempt over that is being made [LR14]', () => {
    for (const state of [{ status: 'live' }, { isIdle: false }, { status: 'refused' }] as const) {
      const { connections, stop } = watch(state);
      use('keydown');
      expect(connections(), JSON.stringify(state)).to.equal(0);
      stop();
    }
  });
});
