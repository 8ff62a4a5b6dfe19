import { expect } from 'chai';
import { createTranslate } from '../messages/translate.ts';
import { makeEditor } from '../testing/makeEditor.ts';
import { withMovedBlocks, type Placement } from '../painting/moving/MovedBlocks.ts';
import { CursorMotion } from './CursorMotion.ts';
import { stepTowards, viewTarget } from './followedView.ts';
import { initialsOf } from './initialsOf.ts';
import { type NamedPerson, PresenceNews } from './PresenceNews.ts';

describe("a person's initials", () => {
  it('are of the first and last word, whatever these are made of [PR1]', () => {
    expect(
      ['Ada Lovelace', 'ada', ' Ada  King Lovelace ', '', 'éa 👩‍🚀x', 'ñandú'].map(initialsOf),
    ).to.eql([...['AL', 'A', 'AL', '', 'É👩‍🚀', 'Ñ']]);
  });
});

describe("the motion of someone's cursor", () => {
  it('passes between the reported points without jumps, and ends at the last one [PR3]', () => {
    const motion = new CursorMotion({ x: 0, y: 0 });
    motion.aim({ x: 10, y: 20 }, 1000);
    expect(motion.at(1000)).to.eql({ x: 0, y: 0 });
    expect(motion.at(1050)).to.eql({ x: 5, y: 10 });
    motion.aim({ x: 10, y: 0 }, 1050);
    expect(motion.at(1050)).to.eql({ x: 5, y: 10 });
    expect(motion.at(1150)).to.eql({ x: 10, y: 0 });
    expect([motion.isMoving(1100), motion.isMoving(1150)]).to.eql([true, false]);
  });
});

describe('a followed view', () => {
  const own = { width: 400, height: 800, basePx: 375 };

  it('shows all of what the other sees, in a window of any shape [PR9]', () => {
    const seen = { x: -0.2, y: 1, width: 1.4, height: 0.5 };
    const { zoom, middle } = viewTarget(seen, own);
    expect(seen.width * zoom * own.basePx).to.be.closeTo(400, 1e-6);
    expect(middle.x).to.be.closeTo(0.5, 1e-9);
    expect(middle.y).to.equal(1.25);
    const tall = viewTarget({ x: 0, y: 0, width: 0.1, height: 4 }, own);
    expect(4 * tall.zoom * own.basePx).to.be.closeTo(800, 1e-6);
    expect(viewTarget({ x: 0, y: 0, width: 0, height: 0 }, own).zoom).to.equal(8);
  });

  it('arrives, whatever the time between frames [PR9]', () => {
    const to = { zoom: 2, middle: { x: 0.5, y: 3 } };
    let at = { zoom: 0.5, middle: { x: 0, y: 0 } };
    for (let frame = 0; frame < 120 && at !== to; frame += 1) {
      const next = stepTowards(at, to, 16);
      expect(next.middle.y).to.be.within(at.middle.y, 3);
      at = next;
    }
    expect(at).to.equal(to);
    expect(stepTowards({ zoom: 1, middle: { x: 9, y: 9 } }, to, 60_000)).to.equal(to);
    expect(stepTowards(at, to, 0)).to.equal(to);
  });
});

describe('what is announced about the people in a room', () => {
  const t = createTranslate();
  const person = (id: string, name: string, more: Partial<NamedPerson> = {}): NamedPerson => ({
    ...{ id, name, isYou: false, isFollowed: false, isFollower: false },
    ...more,
  });
  const [ada, ben] = [person('1', 'Ada'), person('2', 'Ben')];

  it('is who joins and leaves, not what a lost connection hides, nor own tabs [PR13]', () => {
    const news = new PresenceNews();
    expect(news.next(t, [], false)).to.equal('');
    expect(news.next(t, [ada, person('3', 'Me', { isYou: true })], true)).to.equal(
      'Also here: Ada',
    );
    expect(news.next(t, [ada, ben], true)).to.equal('Ben joined');
    expect(news.next(t, [], false)).to.equal('');
    expect(news.next(t, [ada, ben], true)).to.equal('');
    expect(news.next(t, [ben], true)).to.equal('Ada left');
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => person(name, name));
    expect(news.next(t, many, true)).to.equal('a, b, c, and 2 other people joined. Ben left');
  });

  it('is who follows whom [PR14]', () => {
    const news = new PresenceNews();
    news.next(t, [ada, ben], true);
    expect(news.next(t, [{ ...ada, isFollowed: true }, ben], true)).to.equal(
      'Following Ada. Press Escape to stop',
    );
    expect(news.next(t, [ada, { ...ben, isFollower: true }], true)).to.equal(
      'No longer following Ada. Ben is following you',
    );
    expect(news.next(t, [ada, ben], true)).to.equal('Ben is no longer following you');
  });
});

describe('blocks that someone else is moving', () => {
  it('are where they are moved, with all that is in them, without a change of the page [PR6]', () => {
    const editor = makeEditor([
      { type: 'shape', position: { x: 0.1, y: 0.1, width: 0.2, height: 0.1 } },
      { type: 'shape', position: { x: 0.4, y: 0.1, width: 0.2, height: 0.1 } },
    ]);
    const [a = '', b = ''] = [...editor.blocks.keys()].filter(
      (uuid) => !editor.sectionIds.includes(uuid),
    );
    const group = editor.group([a, b]).unwrap();
    const moved: { placements: Map<string, Placement> } = { placements: new Map() };
    const shown = withMovedBlocks(editor, moved);
    const before = editor.page;
    const box = editor.boxOf(b);
    expect(shown.boxOf(b)).to.eql(box);
    const placement = {
      ...(editor.boxOf(group) ?? { width: 1, height: 1 }),
      rotationDeg: 0,
      x: 0.3,
      y: 0.5,
    };
    moved.placements = new Map([[group, placement]]);
    expect(shown.blocks.get(group)?.position).to.deep.include({ x: 0.3, y: 0.5 });
    expect(shown.boxOf(b)?.x).to.be.closeTo((box?.x ?? 0) + 0.2, 1e-9);
    expect(shown.index.boundsOf(b)?.y).to.be.closeTo((box?.y ?? 0) + 0.4, 1e-9);
    expect(shown.childrenOf(editor.sectionIds[0] ?? '')[0]?.position.x).to.equal(0.3);
    expect(shown.blocks.get(group)).to.equal(shown.blocks.get(group));
    expect(editor.page).to.equal(before);
  });
});
