import { expect } from 'chai';
import { MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { placementOf } from '../../model/blockEdit.ts';
import { safeParsePage } from '../../parsing/parsePage.ts';
import { makeTestBlock, makeTestPage, makeTestSection } from '../../testing/makeTestPage.ts';
import { sectionsInOrder } from '../page/pageGeometry.ts';
import { PageRecords } from '../page/PageRecords.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { UNKNOWN_SENDER } from '../testing/unknownSender.ts';
import { resolveInSteps, resolveIntents } from './resolveIntents.ts';
import type { ResolveContext } from './Resolution.ts';

const CARD = { background: { color: '#FFFFFF' } };

const CONTEXT: ResolveContext = {
  kits: [],
  maxBlocks: null,
  role: 'owner',
  baseSeq: 0,
  isLockedByOther: () => false,
  senderHistory: UNKNOWN_SENDER,
};

/** s1 contains a, b and the card g, which contains c; s2 starts one unit lower. */
function make(context: Partial<ResolveContext> = {}) {
  const page = makeTestPage([
    makeTestBlock('a', { position: { x: 0.1, y: 0.2, zIndex: 1 } }),
    makeTestBlock('b', { position: { x: 0.3, y: 0.2, zIndex: 2 } }),
    makeTestSection('g', {
      parentUuid: 's1',
      styles: CARD,
      position: { x: 0.4, y: 0.5, zIndex: 3 },
    }),
    makeTestBlock('c', { parentUuid: 'g' }),
  ]);
  const records = new PageRecords(page);
  const act = (...intents: unknown[]): string => {
    const resolved = resolveIntents(records, intents, { ...CONTEXT, maxBlocks: 8, ...context });
    return resolved.ok ? resolved.value.status : resolved.code;
  };
  const order = (parent: string): string[] =>
    [...records.childIds(parent)].sort(
      (x, y) =>
        (records.blocks.get(x)?.position.zIndex ?? 0) -
        (records.blocks.get(y)?.position.zIndex ?? 0),
    );
  return { records, act, order };
}

const update = (...updated: object[]) => ({ type: 'update-things', updated });
const remove = (...removedUuids: string[]) => ({ type: 'remove-things', removedUuids });
const add = (...things: object[]) => ({ type: 'add-things', things });
const SIZE = { width: 0.2, height: 0.1, rotationDeg: 0 };
const move = (uuid: string, seen: string, x: number, y: number, parentUuid = seen) =>
  update({ uuid, position: { parentUuid, x, y, ...SIZE, seenParentUuid: seen } });
const values = (uuid: string, path: string[], to?: unknown) =>
  update({ uuid, values: [{ path, ...(to === undefined ? {} : { to }) }] });
/** Returns a function that makes an intent to replace the page's blocks and keep its fields. */
const replacementsOf = ({ fields: { settings, style } }: PageRecords) => {
  return (things: readonly object[], more: object = {}) => ({
    type: 'replace-page',
    settings,
    style,
    things,
    ...more,
  });
};

describe('merging', () => {
  it('converts a move through page coordinates if the parent has changed since [R11]', () => {
    const { records, act } = make();
    expect(act(move('a', 's1', 0.1, 0.1, 's2'))).to.equal('applied');
    expect(act(move('a', 's1', 0.5, 1.25))).to.equal('modified');
    expect(records.blocks.get('a')).to.deep.include({ parentUuid: 's2' });
    expect(records.blocks.get('a')?.position).to.include({ x: 0.5, y: 0.25 });
    expect(act(move('b', 's1', 0.1, 0.1, 'g'), remove('s2'))).to.equal('modified');
    expect(act(move('b', 's1', 0.5, 0.75))).to.equal('modified');
    expect(records.blocks.get('b')?.position.x).to.be.closeTo(0.1, 1e-6);
    expect(records.blocks.get('b')?.position.y).to.be.closeTo(0.25, 1e-6);
  });

  it('converts a move using the page as it is after the op [R11]', () => {
    const { records, act } = make();
    const size = (uuid: string, height: number) => ({
      uuid,
      position: {
        parentUuid: null,
        x: 0,
        y: 0,
        width: 1,
        height,
        rotationDeg: 0,
        seenParentUuid: null,
      },
    });
    // The sender made s1 shorter unaware that b had been moved down in it and that a had left.
    const { height } = placementOf(records.blocks.get('s1') as never);
    expect(act(move('b', 's1', 0.3, height - 0.125))).to.equal('applied');
    expect(act(update(size('s1', height + 0.25)))).to.equal('applied');
    expect(act(move('a', 's1', 0.1, 0.1, 's2'))).to.equal('applied');
    const s1 = size('s1', 0.5).position;
    const a = { parentUuid: 's1', x: 0.5, y: 0.25, ...SIZE, seenParentUuid: 's1' };
    expect(act(update({ uuid: 's1', position: s1 }, { uuid: 'a', position: a }))).to.equal(
      'modified',
    );
    const kept = records.blocks.get('s1')?.position.height ?? 0;
    expect(kept).to.be.greaterThan(0.75);
    expect(records.blocks.get('a')?.position.y).to.be.closeTo(0.25 - kept, 1e-6);
  });

  it('converts a group that moves in the same op before its blocks [R11]', () => {
    const { records, act } = make();
    expect(act(add(makeTestSection('h', { parentUuid: 'g', styles: CARD })))).to.equal('applied');
    expect(act(move('a', 's1', 0, 0, 'h'))).to.equal('applied');
    // One client moves a out of h, and h out of g; another then moves both within their old parents.
    expect(act(move('a', 'h', 0, 0, 's1'))).to.equal('applied');
    const movedGroup = records.blocks.get('h') as never;
    expect(
      act(
        update({
          uuid: 'h',
          position: { ...placementOf(movedGroup), parentUuid: 's1', seenParentUuid: 'g' },
        }),
      ),
    ).to.equal('applied');
    const positionIn = (parentUuid: string, x: number, y: number, rest: object = SIZE) => ({
      ...rest,
      parentUuid,
      x,
      y,
      seenParentUuid: parentUuid,
    });
    const { width, height, rotationDeg } = placementOf(movedGroup);
    expect(
      act(
        update(
          { uuid: 'a', position: positionIn('h', 0.25, 0.125) },
          { uuid: 'h', position: positionIn('g', 0.5, 0.25, { width, height, rotationDeg }) },
        ),
      ),
    ).to.equal('modified');
    const g = records.blocks.get('g')?.position ?? { x: 0, y: 0 };
    expect(records.blocks.get('h')?.position).to.include({ x: g.x + 0.5, y: g.y + 0.25 });
    expect(records.blocks.get('a')?.position).to.include({ x: g.x + 0.75, y: g.y + 0.375 });
  });

  it('edits no removed block and adds nothing to one; only a restore returns it [R10]', () => {
    const { records, act } = make();
    expect(act(remove('g'))).to.equal('modified');
    expect(records.blocks.has('c')).to.equal(true);
    const other = make();
    expect(other.act(remove('g', 'c'))).to.equal('applied');
    expect(other.act(values('c', ['altText'], 'late'))).to.equal('gone');
    expect(other.act(values('c', ['altText'], 'x'), values('a', ['altText'], 'y'))).to.equal(
      'modified',
    );
    expect(other.act(add(makeTestBlock('n', { parentUuid: 'g' })))).to.equal('gone');
    expect(other.act(add(makeTestBlock('c')))).to.equal('gone');
    expect(other.act(move('a', 's1', 0, 0, 'g'))).to.equal('gone');
    expect(other.act({ type: 'restore-things', things: [makeTestBlock('c')] })).to.equal('applied');
    expect(other.act({ type: 'restore-things', things: [makeTestBlock('c')] })).to.equal(
      'modified',
    );
    expect(other.act(add(makeTestBlock('c')))).to.equal('block_exists');
  });

  it('removes blocks that others have added to a removed group, and keeps them if the group is ungrouped [R2]', () => {
    const { records, act } = make();
    expect(act(add(makeTestBlock('n', { parentUuid: 'g' })))).to.equal('applied');
    expect(act(remove('g', 'c'))).to.equal('modified');
    expect(records.blocks.has('n')).to.equal(false);
    const other = make();
    expect(other.act(remove('g'))).to.equal('modified');
    expect(other.records.blocks.get('c')).to.deep.include({ parentUuid: 's1' });
    expect(other.records.blocks.get('c')?.position).to.include({ x: 0.4, y: 0.5 });
  });

  it('rejects a group inside itself, also if the sender says where it has seen a block in it [R2]', () => {
    const { act } = make();
    const seen = { section: 's1', x: 0, y: 0, byX: 0, byY: 0 };
    const position = { parentUuid: 'g', x: 0, y: 0, ...SIZE, seenParentUuid: 'g', seen };
    expect(act(move('g', 's1', 0, 0, 'g'), update({ uuid: 'c', position }))).to.equal('cycle');
  });

  it('moves a block on the page if others have moved the corner of its group, and the op resizes the group around that [R11]', () => {
    const { records, act } = make();
    const group = (uuid: string, parentUuid: string, x: number) =>
      makeTestSection(uuid, { parentUuid, styles: CARD, position: { x, y: 0.1 } });
    // Others have moved the corner of the inner group from x = 0.3.
    expect(
      act(
        remove('a', 'b', 'g', 'c'),
        add(group('o', 's1', 0.1), group('i', 'o', 0.2)),
        add(makeTestBlock('n', { parentUuid: 'i', position: { x: 0.2, y: 0.1 } })),
      ),
    ).to.equal('applied');
    const place = (uuid: string) => placementOf(records.blocks.get(uuid) as never);
    const seen = { section: 's1', x: 0.5, y: 0.3, byX: 0.05, byY: 0 };
    const position = { ...place('n'), x: 0.15, seenParentUuid: 'i', seen };
    const around = { ...place('o'), width: 0.9, seenParentUuid: 's1' };
    act(update({ uuid: 'n', position }, { uuid: 'o', position: around }));
    expect(records.blocks.get('n')?.position.x).to.be.closeTo(0.25, 1e-6);
    // An op that moves its corner is in the coordinates that its sender saw.
    const moved = { ...position, x: 0.1, seen: { ...seen, x: 0.55, byX: -0.2 } };
    act(update({ uuid: 'n', position: moved }, { uuid: 'o', position: { ...around, x: 0 } }));
    expect(records.blocks.get('n')?.position.x).to.be.closeTo(0.1, 1e-6);
  });

  it('rejects cycles, removing the last section, too many blocks, and invalid values [R2]', () => {
    const { act } = make();
    expect(act(move('g', 's1', 0, 0, 'c'))).to.equal('cycle');
    expect(act(move('b', 's1', 0, 0, 'a'))).to.equal('invalid_block');
    expect(
      act(add(makeTestSection('h', { parentUuid: 'g' })), move('g', 's1', 0, 0, 'h')),
    ).to.equal('cycle');
    expect(act(remove('s1', 's2', 'a', 'b', 'g', 'c'))).to.equal('cannot_delete_last_section');
    const many = ['p', 'q', 'r'].map((uuid) => makeTestBlock(uuid));
    expect(act(add(...many))).to.equal('things_per_page_limit_exceeded');
    expect(act(values('a', ['position', 'x'], 3))).to.equal('invalid_block');
    expect(act(values('g', ['type'], 'shape'))).to.equal('invalid_block');
    expect(act(move('s1', 's1', 0, 0, 's2'))).to.equal('invalid_block');
    expect(act(add({ ...makeTestBlock('z'), parentUuid: undefined }))).to.equal('invalid_block');
    const path = (...keys: string[]) => ({
      type: 'update-page',
      partialPage: [{ path: keys, to: 1 }],
    });
    for (const keys of [['accountID'], ['settings'], ['isPublic'], ['style', 'margin', 'x']])
      expect(act(path(...keys)), keys.join()).to.satisfy((code: string) => code !== 'applied');
    expect(act(path('settings', 'referenceWidth'))).to.equal('invalid_page');
    expect(act(path('style', 'hideOverflow'))).to.equal('invalid_page');
    expect(act()).to.equal('malformed');
    expect(act(add({ uuid: 'x', type: () => 1 }))).to.equal('malformed');
  });

  it('nests no block deeper than the limit, alone or in a group that moves [R9]', () => {
    const { records, act } = make({ maxBlocks: null });
    const chain = (prefix: string, length: number, parent = 's1') =>
      Array.from({ length }, (_, index) =>
        makeTestSection(`${prefix}${String(index)}`, {
          parentUuid: index === 0 ? parent : `${prefix}${String(index - 1)}`,
        }),
      );
    expect(act(add(...chain('m', MAX_GROUP_DEPTH)))).to.equal('applied');
    const deepest = `m${String(MAX_GROUP_DEPTH - 1)}`;
    expect(act(add(makeTestBlock('n', { parentUuid: deepest })))).to.equal('invalid_block');
    expect(act(add(...chain('o', 2)))).to.equal('applied');
    const above = (levels: number) => `m${String(MAX_GROUP_DEPTH - 1 - levels)}`;
    expect(act(move('o0', 's1', 0, 0, above(1)))).to.equal('invalid_block');
    expect(act(move('o0', 's1', 0, 0, above(2)))).to.equal('applied');
    expect(safeParsePage(records.toPage()).ok).to.equal(true);
  });

  it('rejects edits of locked blocks, except reordering and unlocking [R23]', () => {
    const { act } = make();
    expect(act(values('g', ['locked'], true))).to.equal('applied');
    expect(act(values('c', ['altText'], 'x'))).to.equal('block_locked');
    expect(act(remove('g', 'c'))).to.equal('block_locked');
    expect(act(add(makeTestBlock('n', { parentUuid: 'g' })))).to.equal('block_locked');
    expect(act(update({ uuid: 'g', zIndex: { to: 9, above: 'b' } }))).to.equal('applied');
    expect(act(values('g', ['locked']), values('c', ['altText'], 'x'))).to.equal('applied');
    const locked = make({ isLockedByOther: (uuid) => uuid === 'c' });
    expect(locked.act(remove('g', 'c'))).to.equal('locked_by_other');
  });

  it('adds nothing to a locked group, and moves no locked block out of a group [R31]', () => {
    const card = (uuid: string) => ({
      ...makeTestSection(uuid, { parentUuid: 's1' }),
      styles: CARD,
    });
    const { act, records } = make({ maxBlocks: 20 });
    expect(act(values('s2', ['locked'], true))).to.equal('applied');
    expect(act(add(makeTestBlock('n', { parentUuid: 's2' })))).to.equal('block_locked');
    expect(act(move('a', 's1', 0, 0, 's2'))).to.equal('block_locked');
    expect(
      act(add({ ...card('h'), locked: true }, makeTestBlock('k', { parentUuid: 'h' }))),
    ).to.equal('applied');
    expect(act(values('h', ['locked']), move('a', 's1', 0, 0, 'h'))).to.equal('applied');
    // One client adds n to g and locks it; another dissolves g without knowing.
    expect(act(add(makeTestBlock('n', { parentUuid: 'g', locked: true })))).to.equal('applied');
    const dissolve = [move('c', 'g', 0.1, 0.1, 's1'), remove('g')];
    expect(act(...dissolve)).to.equal('block_locked');
    expect(records.blocks.get('n')?.parentUuid).to.equal('g');
    const c = records.blocks.get('c');
    const positionFrom = c && placementOf(c);
    const undo = [
      update({ ...move('c', 'g', 0.1, 0.1, 's1').updated[0], positionFrom }),
      remove('g'),
    ].map((intent) => ({ ...intent, replay: true }));
    expect(act(...undo)).to.equal('modified');
    expect(records.blocks.get('n')?.parentUuid).to.equal('g');
    expect(records.blocks.get('c')?.parentUuid).to.equal('s1');
  });

  it('keeps a limited number of removed ids, and rejects adding blocks in older ops [R32]', () => {
    const { act, records } = make({ maxBlocks: 40, baseSeq: 2 });
    for (const [index, uuid] of ['p', 'q', 'r', 'u', 'v'].entries()) {
      records.seq = index + 1;
      expect(act(add(makeTestBlock(uuid)), remove(uuid))).to.equal('applied');
    }
    records.tombstones.trim(4);
    expect(records.tombstones.known).to.eql({
      removed: [3, 4, 5].map((seq) => ({ uuid: 'pqruv'[seq - 1], seq })),
      horizonSeq: 2,
    });
    // Made at seq 2: its sender has seen the removal of p and q, but not of r.
    expect(act(add(makeTestBlock('r')))).to.equal('gone');
    expect(act(add(makeTestBlock('new')))).to.equal('applied');
    records.tombstones.trim(2);
    expect(records.tombstones.known.horizonSeq).to.equal(4);
    expect(act(add(makeTestBlock('r')))).to.equal('too_old');
    expect(act(values('new', ['altText'], 'x'))).to.equal('applied');
    expect(act({ type: 'restore-things', things: [makeTestBlock('r')] })).to.equal('applied');
  });

  it('restores blocks for an undo as they were when they were removed, unless its sender has seen the removal [R63]', () => {
    const own = { ...UNKNOWN_SENDER, hasRemoved: (uuid: string) => uuid !== 'a' };
    const { act, records } = make({ baseSeq: 4, senderHistory: own });
    const undo = (...things: object[]) => ({ type: 'restore-things', replay: true, things });
    const blockOf = (uuid: string) => records.blocks.get(uuid) ?? expect.fail('missing block');
    const [known, group, child] = [blockOf('b'), blockOf('g'), blockOf('c')];
    expect(act(values('b', ['altText'], 'newer'), move('b', 's1', 0, 0, 'g'))).to.equal('applied');
    records.seq = 5;
    // Others have moved b into g, which the sender does not know.
    expect(act(remove('a', 'g', 'b'))).to.equal('modified');
    expect(act(undo(known, group, child))).to.equal('modified');
    expect(records.blocks.get('b')).to.deep.include({ altText: 'newer', parentUuid: 'g' });
    expect([...records.childIds('g')].sort()).to.eql(['b', 'c']);
    // Someone else has removed a.
    expect(records.blocks.has('a')).to.equal(false);
    // The last parent does not return.
    expect(act(remove('b'))).to.equal('applied');
    records.seq = 6;
    expect(act(remove('g'))).to.equal('modified');
    expect(act(undo(known))).to.equal('modified');
    expect(records.blocks.get('b')).to.deep.include({ altText: 'newer', parentUuid: 's1' });
    // The sender has seen this removal.
    records.seq = 4;
    expect(act(remove('b'))).to.equal('applied');
    expect(act(undo(known))).to.equal('applied');
    expect(records.blocks.get('b')).to.eql(known);
    // Clients of older versions do not say that it is an undo.
    records.seq = 7;
    expect(act(values('b', ['altText'], 'newer'), move('b', 's1', 0, 0))).to.equal('applied');
    expect(act(remove('b'))).to.equal('applied');
    expect(act({ type: 'restore-things', things: [known] })).to.equal('applied');
    expect(records.blocks.get('b')).to.eql(known);
  });

  it('keeps the newest removed blocks, up to a total size [R71]', () => {
    const { records } = make();
    const { tombstones } = records;
    for (let seq = 1; seq <= 12; seq++) {
      records.seq = seq;
      records.put(makeTestBlock(`n${String(seq)}`, { altText: 'x'.repeat(100_000) }));
      records.delete(`n${String(seq)}`);
      tombstones.trim(ROOM_LIMITS.maxTombstones);
    }
    const kept = [...tombstones.known.removed].filter(({ uuid }) => tombstones.of(uuid)?.block);
    expect(tombstones.known.removed).to.have.length(12);
    expect(kept.map(({ seq }) => seq)).to.eql([4, 5, 6, 7, 8, 9, 10, 11, 12].slice(-kept.length));
    expect(kept.length).to.be.within(5, 9);
  });

  it('resolves z-orders and the order of sections among the current siblings [R27]', () => {
    const { act, order } = make();
    expect(act(update({ uuid: 'a', zIndex: { to: 4, above: 'g' } }))).to.equal('applied');
    expect(order('s1')).to.eql(['b', 'g', 'a']);
    // By its number alone, g would be below b; "above b" decides.
    expect(act(update({ uuid: 'g', zIndex: { to: 1, above: 'b' } }))).to.equal('modified');
    expect(order('s1')).to.eql(['b', 'g', 'a']);
    expect(act(update({ uuid: 'a', zIndex: { to: 1, above: null } }))).to.equal('applied');
    expect(order('s1')).to.eql(['a', 'b', 'g']);
    expect(act(update({ uuid: 'g', zIndex: { to: 50, above: 'nobody' } }))).to.equal('applied');
    expect(act(update({ uuid: 's2', groupOrder: { to: 0, after: null } }))).to.equal('modified');
  });

  it('undoes a change of the order of a block that the room has only renumbered, and not of one that was moved since [R28]', () => {
    const undo = (
      act: (...intents: unknown[]) => string,
      lower: string | null,
      upper: string | null,
    ) =>
      act(
        update({
          uuid: 'b',
          zIndex: { to: 9, above: 'g', from: 7, seenBetween: { lower, upper } },
        }),
      );
    const between = make();
    expect(undo(between.act, 'a', 'g')).to.equal('applied');
    expect(between.order('s1')).to.eql(['a', 'g', 'b']);
    // Someone has added a sibling in between, and another one has been removed or moved elsewhere.
    const added = make();
    added.act(add(makeTestBlock('n', { position: { zIndex: 2 } })));
    expect(undo(added.act, 'gone', 'g')).to.equal('applied');
    expect(undo(make().act, 'a', 'c')).to.equal('applied');
    // Someone has moved the block below or above one that it was next to.
    for (const [lower, upper] of [
      ['g', null],
      [null, 'a'],
      ['gone', 'c'],
    ] as const) {
      const { act, order } = make();
      expect(undo(act, lower, upper)).to.equal('modified');
      expect(order('s1')).to.eql(['a', 'b', 'g']);
    }
    const sections = make();
    const groupOrder = { to: 0, after: null, from: 5, seenBetween: { lower: 's1', upper: null } };
    expect(sections.act(update({ uuid: 's2', groupOrder }))).to.equal('modified');
    expect(sectionsInOrder(sections.records).map(({ uuid }) => uuid)).to.eql(['s2', 's1']);
  });

  it('skips values that someone else has written since, and values inside removed objects [R28]', () => {
    const { act, records } = make();
    const guarded = { path: ['styles', 'opacity'], guarded: true };
    expect(act(values('a', ['styles', 'opacity'], 0.5))).to.equal('applied');
    const undo = { ...update({ uuid: 'a', values: [{ ...guarded, from: 0.7 }] }), replay: true };
    expect(act(undo)).to.equal('modified');
    expect(records.blocks.get('a')?.styles.opacity).to.equal(0.5);
    const position = { parentUuid: 's1', x: 9, y: 9, ...SIZE };
    const undoneMove = {
      uuid: 'a',
      position: { ...position, seenParentUuid: 's1' },
      positionFrom: position,
    };
    expect(act(update(undoneMove))).to.equal('modified');
    expect(act(update({ uuid: 'a', zIndex: { to: 7, from: 5 } }))).to.equal('modified');
    expect(act(values('a', ['styles', 'border', 'widthPx'], 4))).to.equal('modified');
    expect(records.blocks.get('a')?.styles.border).to.equal(undefined);
    expect(records.blocks.get('a')?.position).to.include({ x: 0.1, zIndex: 1 });
  });

  it('rejects changes of a block’s type, and undos without the previous values [R36]', () => {
    const { act, records } = make();
    expect(act(values('a', ['type'], 'zork'))).to.equal('invalid_block');
    expect(act(values('a', ['type']))).to.equal('invalid_block');
    expect(act(values('a', ['locked'], true))).to.equal('applied');
    const replay = (...updated: object[]) => ({ ...update(...updated), replay: true });
    const unguarded = { path: ['styles', 'opacity'], to: 0.5 };
    const position = { parentUuid: 's1', x: 9, y: 9, ...SIZE, seenParentUuid: 's1' };
    expect(act(replay({ uuid: 'a', values: [unguarded] }))).to.equal('invalid_block');
    expect(act(replay({ uuid: 'a', position }))).to.equal('invalid_block');
    expect(records.blocks.get('a')).to.deep.include({ type: 'shape', styles: {} });
    expect(records.blocks.get('a')?.position.x).to.equal(0.1);
    expect(act(replay({ uuid: 'a', values: [{ ...unguarded, guarded: true }] }))).to.equal(
      'applied',
    );
  });

  it('lets an undo bypass a lock only for blocks that its sender has added or removed [R40]', () => {
    const undo = { ...remove('c'), replay: true };
    const back = { type: 'restore-things', things: [makeTestBlock('n', { parentUuid: 'g' })] };
    const lock = (uuid: string) => values(uuid, ['locked'], true);
    const made = (known: Partial<ResolveContext['senderHistory']>) => {
      const { act, records } = make({ senderHistory: { ...UNKNOWN_SENDER, ...known } });
      return { act, has: (uuid: string) => records.blocks.has(uuid) };
    };
    const hasAdded = (uuid: string) => uuid === 'c';

    const forger = made({});
    expect(forger.act(lock('g'))).to.equal('applied');
    expect(forger.act(undo)).to.equal('modified');
    expect(forger.has('c')).to.equal(true);
    expect(forger.act(back)).to.equal('block_locked');

    const own = made({ hasAdded, hasRemoved: (uuid) => uuid === 'n' });
    expect(own.act(lock('g'))).to.equal('applied');
    expect(own.act(undo)).to.equal('applied');
    expect(own.act(back)).to.equal('applied');
    expect([own.has('c'), own.has('n')]).to.eql([false, true]);

    // The block stays if someone else has locked it or a descendant since, but not if the sender has.
    const kept = made({ hasAdded });
    expect(kept.act(lock('c'))).to.equal('applied');
    expect(kept.act(undo)).to.equal('modified');
    expect(kept.act({ ...remove('g', 'c'), replay: true })).to.equal('modified');
    expect([kept.has('c'), kept.has('g')]).to.eql([true, true]);
    const lockedFirst = made({ hasAdded, hasLocked: hasAdded });
    expect(lockedFirst.act(lock('c'))).to.equal('applied');
    expect(lockedFirst.act(undo)).to.equal('applied');
    // Without a lock, the history does not matter.
    expect(made({}).act(undo)).to.equal('applied');
  });

  it('edits locked blocks only with commands on the whole page or a section [R38]', () => {
    const section = 's1';
    const slice = { type: 'slice-section', section, y: 0.2, by: 0.5 };
    const resize = { type: 'resize-section', section, width: 0.8 };
    const redesign = { type: 'set-reference-width', px: 1200, scale: false };
    const scale = { ...redesign, scale: true };
    const locked = (context: Partial<ResolveContext> = {}) => {
      const made = make(context);
      const padding = values('a', ['styles', 'paddingPx'], 8);
      expect(made.act(padding, values('a', ['locked'], true))).to.equal('applied');
      const after = (intent: object) => {
        expect(made.act(intent), JSON.stringify(intent)).to.equal('applied');
        const a = made.records.blocks.get('a');
        return [a?.position.x, a?.position.y, a?.styles.paddingPx];
      };
      return { ...made, after };
    };
    expect(locked().after(slice)).to.eql([0.1, 0.7, 8]);
    expect(locked().after(resize)).to.eql([0, 0.2, 8]);
    expect(locked().after(redesign)).to.eql([0.05, 0.1, 8]);
    expect(locked().after(scale)).to.eql([0.1, 0.2, 16]);
    expect(locked().act(move('a', 's1', 0.1, 0.7))).to.equal('block_locked');
    // While someone edits a, it moves with the section but keeps its text and styles.
    let isBusy = false;
    const busy = (): ReturnType<typeof locked> => {
      isBusy = false;
      const made = locked({ isLockedByOther: (uuid) => isBusy && uuid === 'a' });
      isBusy = true;
      return made;
    };
    for (const intent of [slice, resize, redesign]) busy().after(intent);
    expect(busy().act(scale)).to.equal('locked_by_other');
    expect(busy().after({ ...scale, from: 600 })).to.eql([0.1, 0.2, 8]);
    // Of the commands, only those on the whole page change a locked section.
    const closed = make();
    expect(closed.act(values('s1', ['locked'], true))).to.equal('applied');
    expect(closed.act(slice)).to.equal('block_locked');
    expect(closed.act(resize)).to.equal('block_locked');
    expect(closed.act({ ...slice, replay: true })).to.equal('modified');
    expect(closed.act({ ...resize, from: 1 })).to.equal('modified');
    expect(closed.act(redesign)).to.equal('applied');
    expect(closed.act({ ...slice, section: 'nobody' })).to.equal('gone');
    expect(closed.act({ ...slice, section: 'a' })).to.equal('invalid_block');
    expect(closed.act({ ...redesign, px: 4 })).to.equal('invalid_page');
  });

  it('replaces the page, and may restore removed blocks [R10, R45]', () => {
    const { act, records } = make();
    const { settings } = records.fields;
    const first = Object.values(records.toPage().things);
    const replace = replacementsOf(records);
    expect(act(remove('g', 'c'))).to.equal('applied');
    expect(act(add(makeTestBlock('c')))).to.equal('gone');
    expect(act(replace(first))).to.equal('applied');
    expect(Object.values(records.toPage().things)).to.have.deep.members(first);
    // What others have added meanwhile is removed with the page that it was added to.
    expect(act(add(makeTestBlock('n')))).to.equal('applied');
    const titled = { ...settings, title: 'Old', editorVersion: '0.1.0' };
    expect(act(replace(first, { settings: titled }))).to.equal('applied');
    expect(records.blocks.has('n')).to.equal(false);
    expect(records.fields.settings).to.eql({ ...settings, title: 'Old' });
    const other = makeTestSection('o', { position: { height: 3 } });
    expect(act(replace([other]))).to.equal('applied');
    expect([...records.blocks.keys()]).to.eql(['o']);
    expect(records.fields.relativeHeight).to.equal(3);
    expect(act(replace(first))).to.equal('applied');
  });

  it('rejects a replacement that is invalid or changes locked blocks that it keeps [R2, R38]', () => {
    const { act, records } = make();
    const replace = replacementsOf(records);
    const all = () => Object.values(records.toPage().things);
    const without = (...uuids: string[]) => all().filter(({ uuid }) => !uuids.includes(uuid));
    const invalid = [
      without('s1'),
      without('g'),
      [makeTestBlock('s1'), makeTestSection('s3')],
      [...without('a'), makeTestBlock('a', { type: 'text' })],
      [...without('a'), { ...makeTestBlock('a'), parentUuid: 7 }],
      [...without('a'), { ...makeTestBlock('a'), parentUuid: 'a' }],
    ];
    for (const things of invalid) expect(act(replace(things))).to.equal('invalid_page');
    expect(act(replace(all(), { settings: { title: 'Old' } }))).to.equal('invalid_page');
    expect(act(replace([makeTestBlock('a', { parentUuid: 's1' })]))).to.equal('invalid_page');
    expect(
      act(replace([...without('b'), makeTestBlock('b', { styles: { opacity: 7 } })])),
    ).to.equal('invalid_block');
    const many = ['p', 'q', 'r'].map((uuid) => makeTestBlock(uuid));
    expect(act(replace([...all(), ...many]))).to.equal('things_per_page_limit_exceeded');
    expect(act(values('g', ['locked'], true))).to.equal('applied');
    expect(act(replace(without('c')))).to.equal('block_locked');
    expect(act(replace([...all(), makeTestBlock('n', { parentUuid: 'g' })]))).to.equal(
      'block_locked',
    );
    expect(act(replace(without('a')))).to.equal('applied');
    const busy = make({ isLockedByOther: (uuid) => uuid === 'a' });
    expect(busy.act(replace([makeTestSection('o')]))).to.equal('locked_by_other');
    expect(act(replace([makeTestSection('o')]))).to.equal('applied');
  });

  it('also applies a command to blocks that its sender has not seen [R42]', () => {
    const { act, records } = make({ maxBlocks: 20 });
    const section = 's1';
    const n = makeTestBlock('n', { position: { x: 0.1, y: 0.6 }, styles: { paddingPx: 8 } });
    expect(act(add(n))).to.equal('applied');
    const positionOf = (uuid: string) => records.blocks.get(uuid)?.position;
    expect(act({ type: 'slice-section', section, y: 0.4, by: 0.25 })).to.equal('applied');
    expect([positionOf('a')?.y, positionOf('n')?.y, positionOf('s1')?.height]).to.eql([
      0.2, 0.85, 1.8,
    ]);
    // Removing space stops at what others have placed there.
    expect(act(move('b', 's1', 0.3, 0.5))).to.equal('applied');
    expect(act({ type: 'slice-section', section, y: 0.65, by: -0.25, replay: true })).to.equal(
      'applied',
    );
    expect(['b', 'g', 'n'].map((uuid) => positionOf(uuid)?.y)).to.eql([0.5, 0.6, 0.7]);
    expect(act({ type: 'resize-section', section, width: 0.8 })).to.equal('applied');
    expect(positionOf('n')?.x).to.equal(0);
    expect(act({ type: 'set-reference-width', px: 1200, scale: true })).to.equal('applied');
    expect(records.blocks.get('n')?.styles.paddingPx).to.equal(16);
    // An undo finds that someone has changed the width since.
    const back = { type: 'set-reference-width', px: 600, scale: true, from: 700 };
    expect(act(back)).to.equal('modified');
    expect(act({ type: 'resize-section', section, width: 1, from: 0.9 })).to.equal('modified');
    expect(act({ ...back, from: 1200 })).to.equal('applied');
    expect(records.blocks.get('n')?.styles.paddingPx).to.equal(8);
  });

  it('keeps a section tall enough for blocks that others have added [R29]', () => {
    const { act, records } = make();
    const size = (height: number) =>
      update({
        uuid: 's1',
        position: {
          parentUuid: null,
          x: 0,
          y: 0,
          width: 1,
          height,
          rotationDeg: 0,
          seenParentUuid: null,
        },
      });
    expect(act(size(3), move('a', 's1', 0.1, 2.5))).to.equal('applied');
    expect(act(size(1.2))).to.equal('modified');
    expect(records.blocks.get('s1')?.position.height).to.equal(2.65);
    expect(records.fields.relativeHeight).to.equal(3.65);
  });

  it('derives the page’s height from its sections, and lets no op set it [R29]', () => {
    const { act, records } = make();
    const height = records.fields.relativeHeight;
    const edits = [{ path: ['relativeHeight'], to: 9 }];
    expect(act({ type: 'update-page', partialPage: edits })).to.equal('invalid_page');
    expect(records.fields.relativeHeight).to.equal(height);
    expect(act(add(makeTestSection('s9', { position: { height: 2 } })))).to.equal('applied');
    expect(records.fields.relativeHeight).to.equal(height + 2);
  });

  it('compares a limited number of texts between two pauses: thousands would block the server [R46, R59]', () => {
    const count = 200;
    let reads = 0;
    const content = Object.defineProperty({ ...makeTestBlock('t').content }, 'text', {
      enumerable: true,
      get: () => (reads++, 'seen'),
    });
    const uuids = Array.from({ length: count }, (_, index) => `t${String(index)}`);
    const blocks = uuids.map((uuid) => makeTestBlock(uuid, { content }));
    const records = new PageRecords(makeTestPage(blocks));
    const value = { path: ['content', 'text'], guarded: true, from: 'seen', to: 'x' };
    const updated = uuids.map((uuid) => ({ uuid, values: [value] }));
    const work = resolveInSteps(records, [update(...updated)], CONTEXT);
    let most = 0;
    for (let isDone = false; !isDone; most = Math.max(most, reads)) {
      reads = 0;
      isDone = work.next().done === true;
    }
    expect(records.blocks.get('t0')?.content).to.include({ text: 'x' });
    expect(most).to.be.within(1, 10);
  });
});
