import { expect } from 'chai';
import { placementOf } from '../../model/blockEdit.ts';
import type { Block } from '../../model/Block.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { makeTestBlock, makeTestPage, makeTestSection } from '../../testing/makeTestPage.ts';
import { PageRecords } from '../page/PageRecords.ts';
import { UNKNOWN_SENDER } from '../testing/unknownSender.ts';
import { resolveIntents } from './resolveIntents.ts';

/** Sections s1 and s2, one unit tall each; `act` applies an op and returns its status or code. */
function make(...blocks: readonly Block[]) {
  const records = new PageRecords(makeTestPage(blocks));
  const act = (...intents: unknown[]): string => {
    const resolved = resolveIntents(records, intents, {
      kits: [],
      maxBlocks: null,
      role: 'owner',
      baseSeq: 0,
      isLockedByOther: () => false,
      senderHistory: UNKNOWN_SENDER,
    });
    if (resolved.ok) parsePage(records.toPage());
    return resolved.ok ? resolved.value.status : resolved.code;
  };
  const at = (uuid: string) => {
    const block = records.blocks.get(uuid);
    if (!block) throw new Error(`no ${uuid}`);
    const { parentUuid, x, y } = placementOf(block);
    return { in: parentUuid, x, y };
  };
  /** A move of a block within the parent that the sender saw. */
  const within = (uuid: string, seen: string, x: number, y: number) => {
    const block = records.blocks.get(uuid);
    if (!block) throw new Error(`no ${uuid}`);
    return {
      uuid,
      position: { ...placementOf(block), parentUuid: seen, x, y, seenParentUuid: seen },
    };
  };
  return { records, act, at, within };
}

const card = (uuid: string, parentUuid: string, x: number, y: number): Block =>
  makeTestSection(uuid, {
    parentUuid,
    styles: { background: { color: '#FFFFFF' } },
    position: { x, y, width: 0.25, height: 0.25 },
  });
const update = (...updated: object[]) => ({ type: 'update-things', updated });
const withHeight = (uuid: string, height: number) => ({
  uuid,
  position: {
    ...{ parentUuid: null, x: 0, y: 0, width: 1, height, rotationDeg: 0 },
    seenParentUuid: null,
  },
});

describe('settling positions at the end of an op', () => {
  it('keeps the position of a block if the parent that its sender saw is now its descendant [R11]', () => {
    // The sender saw g in w; now w is in g.
    const { act, at, within } = make(card('g', 's1', 0.5, 0.25), card('w', 'g', 0.125, 0.125));
    const before = at('g');
    expect(act(update(within('g', 'w', 0.25, 0.25), withHeight('s1', 0.5)))).to.equal('modified');
    expect(at('g')).to.eql(before);
  });

  it('keeps the positions of blocks that would contain each other, and places other blocks relative to them [R11]', () => {
    const { act, at, within } = make(
      card('g', 's1', 0.5, 0.25),
      card('h', 's1', 0.25, 0.5),
      makeTestBlock('a'),
    );
    const op = update(within('a', 'g', 0.125, 0), within('g', 'h', 0, 0), within('h', 'g', 0, 0));
    expect(act(op)).to.equal('modified');
    expect(at('g')).to.include({ x: 0.5, y: 0.25 });
    expect(at('h')).to.include({ x: 0.25, y: 0.5 });
    expect(at('a')).to.eql({ in: 's1', x: 0.625, y: 0.25 });
  });

  it('places a block relative to the new position of the group that it has left, whichever the op names first [R11]', () => {
    for (const isReversed of [false, true]) {
      const { act, at, within } = make(card('g', 's1', 0.5, 0.25), card('h', 's1', 0, 0.5));
      const moves = [within('h', 'g', 0.125, 0.125), within('g', 's2', 0.25, 0.5)];
      expect(act(update(...(isReversed ? moves.toReversed() : moves)))).to.equal('modified');
      expect(at('g')).to.eql({ in: 's1', x: 0.25, y: 1.5 });
      expect(at('h')).to.eql({ in: 's1', x: 0.375, y: 1.625 });
    }
  });

  it('uses the restored position of a block that the op removes and restores [R11]', () => {
    const { act, at, within } = make(card('g', 's1', 0.5, 0.25), makeTestBlock('a'));
    const back = makeTestBlock('a', { position: { x: 0.75, y: 0.5 } });
    const intents = [
      update(within('a', 'g', 0.125, 0)),
      { type: 'remove-things', removedUuids: ['a'] },
      { type: 'restore-things', things: [back] },
    ];
    expect(act(...intents)).to.equal('modified');
    expect(at('a')).to.eql({ in: 's1', x: 0.75, y: 0.5 });
  });

  it('ignores moves within a removed parent, and the height of a section that becomes a group [R11, R29]', () => {
    const { act, at, within, records } = make(
      card('g', 's2', 0.5, 0.25),
      makeTestBlock('a', { position: { x: 0.25, y: 0.875 } }),
    );
    const before = at('a');
    const removed = { type: 'remove-things', removedUuids: ['g'] };
    expect(act(update(within('a', 'g', 0, 0)), removed)).to.equal('modified');
    expect(at('a')).to.eql(before);
    // s1 is made shorter, is removed with its contents, and is restored as an even shorter group.
    const intents = [
      update(withHeight('s1', 0.5)),
      { type: 'remove-things', removedUuids: ['s1', 'a'] },
      {
        type: 'restore-things',
        things: [card('s1', 's2', 0, 0), makeTestBlock('a', { position: { y: 0.5 } })],
      },
    ];
    expect(act(...intents)).to.equal('applied');
    expect(records.blocks.get('s1')?.position.height).to.equal(0.25);
  });

  it('settles many sections that depend on each other in one op [R29]', () => {
    // Each section shrinks, and its block is moved relative to the section two further down. The
    // block fits as long as the next section stays short. The last section but one must grow for
    // its own block, so all sections above it must grow again too, one by one.
    const count = 400;
    const sections = Array.from({ length: count }, (_, index) =>
      makeTestSection(`n${index}`, { order: index + 2 }),
    );
    const blocks = sections.map(({ uuid }, index) =>
      makeTestBlock(`b${index}`, {
        parentUuid: uuid,
        position: { y: index === count - 2 ? 0.875 : 0 },
      }),
    );
    const { act, within, records } = make(...sections, ...blocks);
    const shrunk = sections.map(({ uuid }) => withHeight(uuid, 0.5));
    const moves = blocks
      .slice(0, -2)
      .map(({ uuid }, index) => within(uuid, `n${index + 2}`, 0, -0.75));
    expect(act(update(...shrunk, ...moves))).to.equal('modified');
    for (const { uuid } of sections.slice(0, -1))
      expect(records.blocks.get(uuid)?.position.height, uuid).to.equal(1);
    expect(placementOf(records.blocks.get('b0') ?? makeTestBlock('b0')).y).to.equal(1.25);
  });

  it('lets a section shrink if its contents fit [R29]', () => {
    const { act, records } = make(makeTestBlock('a', { position: { y: 0.25 } }));
    expect(act(update(withHeight('s1', 0.5)))).to.equal('applied');
    expect(records.blocks.get('s1')?.position.height).to.equal(0.5);
  });
});
