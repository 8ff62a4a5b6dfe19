import { expect } from 'chai';
import { LookupTurns } from './LookupTurns.ts';
import { DATABASE_WAIT_MS } from './outage.ts';
import { within } from './within.ts';

describe('waiting for a response', () => {
  /** Keeps this process from doing anything else, as a machine does that is suspended. */
  const pause = (ms: number): void => {
    const endsAt = performance.now() + ms;
    while (performance.now() < endsAt);
  };
  /** Arrives after everything that is due now. */
  const response = (): Promise<string> =>
    new Promise((resolve) => {
      setImmediate(() => {
        resolve('arrived');
      });
    });

  it('fails after a time', async () => {
    const error: unknown = await within(10, new Promise(() => undefined)).catch(
      (reason: unknown) => reason,
    );
    expect(String(error)).to.include('no response within 10 ms');
  });

  it('does not count the time for which the process did not run, or visitors would see errors whenever a machine pauses', async () => {
    const waiting = within(100, response());
    const lookup = new LookupTurns().run({ requester: 'a', isKnown: true }, response);
    pause(DATABASE_WAIT_MS + 500);
    expect(await waiting).to.equal('arrived');
    expect(await lookup).to.equal('arrived');
  });
});
