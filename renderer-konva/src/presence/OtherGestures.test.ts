import { expect } from 'chai';
import { TestRoom } from '../editor/testing/TestRoom.ts';
import { testPage } from '../editor/testing/testPage.ts';
import { OtherGestures } from './OtherGestures.ts';
import { peopleOf } from './People.ts';

/** Ada sees the gestures of Ben on a page with two shapes. */
async function open() {
  const room = new TestRoom(testPage());
  const [ada, ben] = [
    room.join({ accountId: 1, name: 'Ada' }),
    room.join({ accountId: 2, name: 'Ben' }),
  ];
  await room.settle();
  for (const x of [0.1, 0.5])
    ada.editor.add({ type: 'shape', position: { x, y: 0.1, width: 0.2, height: 0.1 } }).unwrap();
  await room.settle();
  const gestures = new OtherGestures(ada.editor, peopleOf(ada.client));
  const stop = gestures.follow();
  const [a = '', b = ''] = [...ada.editor.blocks.keys()].filter(
    (uuid) => !ada.editor.sectionIds.includes(uuid),
  );
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 50) {
      room.clock.advance(50);
      await room.arrive();
    }
  };
  return { room, ada, ben, gestures, stop, a, b, pass };
}

/**
 * Replaces timers until `restore`, so that a gesture is held for as long as the test takes; `ends` are
 * what they would have called.
 */
function stopTimers() {
  const wait = globalThis.setTimeout;
  const ends: (() => void)[] = [];
  globalThis.setTimeout = ((run: () => void) => ends.push(run)) as never;
  const restore = () => {
    globalThis.setTimeout = wait;
  };
  return { ends, restore };
}

describe('what others are moving', () => {
  it('stays where a gesture has left it until the edit arrives, so that nothing jumps back [PR6]', async () => {
    const { room, ada, ben, gestures, stop, a, pass } = await open();
    const seen: number[] = [];
    const shownX = () =>
      gestures.placements.get(a)?.x ?? ada.editor.blocks.get(a)?.position.x ?? NaN;
    ben.editor.select([a]);
    ben.editor.begin();
    ben.editor.update([a], { position: { x: 0.3 } });
    await pass(150);
    expect(shownX()).to.equal(0.3);
    expect(ada.editor.blocks.get(a)?.position.x).to.equal(0.1);
    const { restore } = stopTimers();
    try {
      // The end of the gesture arrives before its edit.
      ben.editor.commit();
      for (let step = 0; step < 8; step += 1) {
        await pass(50);
        seen.push(shownX());
      }
      await room.settle();
      seen.push(shownX());
    } finally {
      restore();
    }
    expect(new Set(seen)).to.eql(new Set([0.3]));
    expect(gestures.placements.size).to.equal(0);
    stop();
  });

  it('returns when a gesture was cancelled, and does not move what the user moves [PR6]', async () => {
    const { ada, ben, gestures, stop, a, b, pass } = await open();
    ben.editor.select([a, b]);
    ben.editor.begin();
    ben.editor.nudge(50, 0);
    await pass(150);
    expect([...gestures.placements.keys()]).to.have.members([a, b]);
    ada.editor.select([a]);
    ada.editor.begin();
    await pass(150);
    expect([...gestures.placements.keys()]).to.eql([b]);
    ada.editor.cancel();
    ben.editor.cancel();
    await pass(150);
    while (gestures.placements.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    stop();
  });

  it('stays for the whole time after a second gesture, however soon that follows the first [PR6]', async () => {
    const { ben, gestures, stop, a, pass } = await open();
    const { ends, restore } = stopTimers();
    try {
      ben.editor.select([a]);
      for (const count of [1, 2]) {
        ben.editor.begin();
        ben.editor.nudge(50, 0);
        await pass(150);
        ben.editor.cancel();
        await pass(150);
        expect(ends).to.have.length(count);
      }
      ends[0]?.();
      expect([...gestures.placements.keys()]).to.eql([a]);
      ends[1]?.();
      expect(gestures.placements.size).to.equal(0);
    } finally {
      restore();
      stop();
    }
  });

  it('leaves a block as high as the text that others see, while a longer one is being typed [PR19]', async () => {
    const { room, ada, ben, gestures, stop, b, pass } = await open();
    const [note = ''] = ben.editor
      .add({ type: 'sticky-note', position: { x: 0.1, y: 0.4, width: 0.2, height: 0.1 } })
      .unwrap();
    await room.settle();
    ben.editor.startTextEditing(note);
    await room.settle();
    expect(ada.client.locksOfOthers.has(note)).to.equal(true);
    // What they move meanwhile is shown, so the rest has arrived, too.
    ben.editor.update([note], { position: { height: 0.5 } }).unwrap();
    ben.editor.update([b], { position: { x: 0.6 } }).unwrap();
    await pass(150);
    expect([...gestures.placements.keys()]).to.eql([b]);
    ben.editor.stopTextEditing();
    await room.settle();
    expect(ada.editor.blocks.get(note)?.position.height).to.equal(0.5);
    stop();
  });
});
