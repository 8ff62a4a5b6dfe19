import { expect } from 'chai';
import { MissedKeyUps } from './MissedKeyUps.ts';

/** A fake clock that the tests advance. */
function createClock() {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    advanceTo(ms: number) {
      for (;;) {
        const next = [...waiting].filter(({ at }) => at <= ms).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        waiting.delete(next);
        now = next.at;
        next.run();
      }
      now = ms;
    },
  };
}

function createKeys() {
  const clock = createClock();
  const released: string[] = [];
  const keys = new MissedKeyUps((key) => released.push(key), clock.after);
  const press = (key: string, metaKey = true) => {
    keys.down({ key, code: key === ' ' ? 'Space' : `Key${key}`, metaKey });
  };
  return { clock, released, keys, press };
}

describe('key releases that macOS does not report', () => {
  it('reports a key pressed with Cmd as released 500 ms after its last event [KB3]', () => {
    const { clock, released, press } = createKeys();
    press(' ');
    clock.advanceTo(499);
    expect(released).to.deep.equal([]);
    clock.advanceTo(500);
    expect(released).to.deep.equal([' ']);
    clock.advanceTo(5000);
    expect(released).to.deep.equal([' ']);
  });

  it('waits while the key repeats', () => {
    const { clock, released, press } = createKeys();
    press('A');
    for (const at of [400, 800, 1200]) {
      clock.advanceTo(at);
      press('A');
    }
    clock.advanceTo(1699);
    expect(released).to.deep.equal([]);
    clock.advanceTo(1700);
    expect(released).to.deep.equal(['A']);
  });

  it('ignores reported releases, and keys without Cmd', () => {
    const { clock, released, keys, press } = createKeys();
    press('A');
    clock.advanceTo(60);
    keys.up({ key: 'A', code: 'KeyA' });
    press(' ', false);
    clock.advanceTo(3000);
    expect(released).to.deep.equal([]);
  });

  it('reports all keys as released when Cmd is released, and none after the canvas has lost the focus', () => {
    const { clock, released, keys, press } = createKeys();
    press('A');
    press('B');
    clock.advanceTo(200);
    keys.up({ key: 'Meta', code: 'MetaLeft' });
    expect(released).to.deep.equal(['A', 'B']);
    press('C');
    keys.stop();
    clock.advanceTo(3000);
    expect(released).to.deep.equal(['A', 'B']);
  });
});
