import { expect } from 'chai';
import fc from 'fast-check';
import type { Kit } from '../../blocks/Kit.ts';
import type { Editor } from '../../editor/Editor.ts';
import { richTextFromPlain } from '../../text/richText.ts';
import { refuse } from '../../model/Result.ts';
import { resolveInSteps } from '../merge/resolveIntents.ts';
import type { OpRejection } from '../protocol/codes.ts';
import type { RoomParts } from '../room/RoomParts.ts';
import { lawRuns } from '../testing/lawRuns.ts';
import { flushPromises, reliableSimulation } from '../testing/reliableSimulation.ts';
import { connectManually } from '../testing/connectManually.ts';
import { openTestTabs, type TestTab } from '../testing/openTestTabs.ts';
import type { SimClient } from '../testing/SimClient.ts';
import { MAX_BLOCKS, type Simulation } from '../testing/Simulation.ts';

/** What the edits of these tests change, by block. */
function altTexts({
  stablePage,
}: Pick<Editor<Kit>, 'stablePage'>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.values(stablePage.things).map(({ uuid, altText }) => [uuid, altText]),
  );
}

/** Another user, who adds blocks up to the page's limit, and locks blocks. */
class Other {
  private added: string[] = [];
  private readonly one: SimClient;

  constructor(one: SimClient) {
    this.one = one;
  }

  fill(): void {
    const { editor, client } = this.one;
    const count = MAX_BLOCKS - editor.blocks.size;
    if (count <= 0) return;
    const position = { x: 0.1, y: 0.1, width: 0.05, height: 0.05 };
    const shape = { type: 'shape', parentUuid: 's1', position } as const;
    this.added.push(...editor.add(Array.from({ length: count }, () => shape)).unwrap());
    client.flush();
  }

  removeAdded(): void {
    const { editor, client } = this.one;
    editor.remove(this.added.filter((uuid) => editor.blocks.has(uuid)));
    this.added = [];
    client.flush();
  }

  lock(uuid: string): void {
    this.one.client.acquireLocks([uuid]);
  }

  unlock(uuids: readonly string[]): void {
    this.one.client.releaseLocks(uuids);
  }
}

async function open(resolve: RoomParts['resolve'] = resolveInSteps) {
  const { simulation, settle } = await reliableSimulation(2, { faults: { room: { resolve } } });
  const [one, two] = simulation.clients as [SimClient, SimClient];
  return { simulation, settle, one, editor: one.editor, other: new Other(two) };
}

const pass = async ({ clock }: Simulation): Promise<void> => {
  await flushPromises();
  clock.advance(100);
  await flushPromises();
};

describe('an undo that the room rejects', () => {
  it('because others have filled the page meanwhile can be repeated, and restores the removed blocks [R35]', async () => {
    const { settle, editor, other } = await open();
    editor.update('b', { altText: 'Earlier' }).unwrap();
    const { things } = editor.page;
    editor.remove('g').unwrap();
    await settle();
    other.fill();
    expect(editor.undo(), 'before the client knows').to.equal(true);
    await settle();
    expect(editor.blocks.has('g')).to.equal(false);
    other.removeAdded();
    await settle();
    expect(editor.undo(), 'again').to.equal(true);
    await settle();
    expect(editor.page.things).to.eql(things);
  });

  it('because others have filled the page is refused if the client knows, and no entry is lost [H7]', async () => {
    const { settle, editor, other } = await open();
    const codes: string[] = [];
    editor.onRefusal((code) => codes.push(code));
    editor.update('b', { altText: 'Earlier' }).unwrap();
    editor.remove('g').unwrap();
    await settle();
    other.fill();
    await settle();
    expect(editor.undo()).to.equal(false);
    expect(codes).to.eql(['things_per_page_limit_exceeded']);
    expect(editor.blocks.get('b')).to.deep.include({ altText: 'Earlier' });
    other.removeAdded();
    await settle();
    expect(editor.undo()).to.equal(true);
    expect(editor.blocks.has('g')).to.equal(true);
  });

  it('is none if it only restores what was on the page, after a plan has ended that allowed more [H7, R75]', async () => {
    const { tabs, settle } = await openTestTabs(1);
    const [{ editor, client }] = tabs as [TestTab];
    const count = editor.blocks.size;
    editor.configure({ maxBlocks: 3 });
    editor.remove('g').unwrap();
    await settle();
    expect(editor.undo()).to.equal(true);
    await settle();
    expect([editor.blocks.size, editor.canUndo]).to.eql([count, false]);
    expect(editor.add({ type: 'shape' } as never)).to.include({
      code: 'things_per_page_limit_exceeded',
    });
    client.close();
  });

  it('because the role has changed can be repeated when the role permits it again [R35, E34]', async () => {
    const { simulation, settle, one, editor } = await open();
    editor.remove('b').unwrap();
    await settle();
    expect(editor.undo()).to.equal(true);
    simulation.changeRole(one, 'viewer');
    await settle();
    simulation.changeRole(one, null);
    await settle();
    expect(editor.blocks.has('b')).to.equal(false);
    expect(editor.undo()).to.equal(true);
    await settle();
    expect(editor.blocks.has('b')).to.equal(true);
  });

  for (const isEdited of [false, true])
    it(`because someone has locked the block meanwhile can be repeated${isEdited ? ', although a new edit has cleared the redo stack' : ''} [R35, H7]`, async () => {
      const { settle, editor, other } = await open();
      editor.update('a', { altText: 'Mine' }).unwrap();
      editor.update('b', { altText: 'Later' }).unwrap();
      await settle();
      other.lock('b');
      expect([editor.undo(), editor.undo()]).to.eql([true, true]);
      if (isEdited) editor.update('c', { altText: 'New' }).unwrap();
      await settle();
      expect(editor.blocks.get('b')).to.deep.include({ altText: 'Later' });
      expect(editor.blocks.get('a')).to.not.have.property('altText');
      other.unlock(['b']);
      await settle();
      if (isEdited) expect(editor.undo(), 'the new edit').to.equal(true);
      expect(editor.undo()).to.equal(true);
      expect(editor.blocks.get('b')).to.not.have.property('altText');
      expect(editor.canUndo).to.equal(false);
    });

  it('because its section is locked does not keep its user from undoing earlier edits [H7]', async () => {
    const { simulation, settle, editor } = await open();
    editor.update('a', { altText: 'Earlier' }).unwrap();
    editor.slice('s2', 0.15, 0.125).unwrap();
    await settle();
    simulation.clients[1]?.editor.setLocked(true, ['s2']).unwrap();
    await settle();
    for (let presses = 0; presses < 2; presses++) {
      editor.undo();
      await settle();
    }
    expect(editor.blocks.get('a')).to.not.have.property('altText');
  });

  /** How a room resolves ops if it rejects those for whose JSON `codeOf` returns a code. */
  const rejecting =
    (codeOf: (json: string) => OpRejection | null): RoomParts['resolve'] =>
    (records, intents, context) => {
      const code = codeOf(JSON.stringify(intents));
      return code
        ? (function* () {
            yield* [];
            return refuse(code);
          })()
        : resolveInSteps(records, intents, context);
    };
  /** Whether the op undoes the alternative text of a block. */
  const isUndoOf = (json: string, uuid: string): boolean =>
    json.includes('"from":"Mine"') && json.includes(`"uuid":"${uuid}"`);

  for (const code of ['too_complex', 'invalid_block'] as const)
    it(`for good (${code}) does not keep its user from undoing earlier edits, and is tried again after them [H7, R35]`, async () => {
      let isRejected = true;
      const { settle, one, editor } = await open(
        rejecting((json) => (isRejected && isUndoOf(json, 'c') ? code : null)),
      );
      const rejected: string[] = [];
      one.client.listen({ onRejected: (op) => rejected.push(op.code) });
      for (const uuid of ['a', 'b', 'c']) editor.update(uuid, { altText: 'Mine' }).unwrap();
      await settle();
      const [, second] = editor.history.entries;
      for (const left of [
        { a: 'Mine', b: 'Mine', c: 'Mine' },
        { a: 'Mine', b: undefined, c: 'Mine' },
        { a: undefined, b: undefined, c: 'Mine' },
        { a: undefined, b: undefined, c: 'Mine' },
      ]) {
        expect(editor.undo()).to.equal(true);
        await settle();
        expect(altTexts(editor)).to.deep.include(left);
      }
      expect(rejected).to.eql([code, code]);
      expect(editor.jumpTo(second?.id ?? null), 'jump').to.equal(true);
      await settle();
      expect(altTexts(editor)).to.deep.include({ a: 'Mine', b: 'Mine', c: 'Mine' });
      isRejected = false;
      for (let presses = 0; presses < 3; presses++) editor.undo();
      await settle();
      expect(altTexts(editor)).to.deep.include({ a: undefined, b: undefined, c: undefined });
      expect(editor.canUndo).to.equal(false);
    });

  it('for good keeps earlier edits that it depends on or overlaps with from being undone, as a part of them would be lost [H6, H7, R35]', async () => {
    let isRejected = true;
    const { settle, editor } = await open(
      rejecting((json) => (isRejected && json.includes('restore-things') ? 'too_complex' : null)),
    );
    const write = (text: string) =>
      editor.update('t', { content: { text: richTextFromPlain(text) } }).unwrap();
    const text = (): string => JSON.stringify(editor.stablePage.things.t?.content);
    const before = text();
    write('Precious');
    editor.update('a', { altText: 'Mine' }).unwrap();
    write('Other');
    editor.remove(['g']).unwrap();
    await settle();
    for (let presses = 0; presses < 4; presses++) {
      editor.undo();
      await settle();
    }
    // The edit of another block is undone.
    expect(editor.stablePage.things.a?.altText).to.equal(undefined);
    expect(editor.stablePage.things.g).to.equal(undefined);
    isRejected = false;
    const shown: string[] = [];
    while (editor.undo()) {
      await settle();
      shown.push(text());
    }
    expect(shown[0]).to.include('Other');
    expect(shown[1]).to.include('Precious');
    expect(shown.slice(2)).to.eql([before]);
    while (editor.redo());
    await settle();
    expect(editor.stablePage.things.g).to.equal(undefined);
    expect(editor.stablePage.things.a?.altText).to.equal('Mine');
  });

  it('and that was made while its editor had no client keeps its edit in the history [R35]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const { editor } = one;
    editor.update('a', { altText: 'Mine' }).unwrap();
    await settle();
    one.client.close();
    editor.undo();
    editor.update('b', { altText: 'Mine' }).unwrap();
    two.client.acquireLocks(['a']);
    await flushPromises();
    one.reopen();
    await settle();
    expect(altTexts(editor)).to.deep.include({ a: 'Mine', b: 'Mine' });
    two.client.releaseLocks(['a']);
    await settle();
    editor.undo();
    editor.undo();
    await settle();
    expect(altTexts(editor)).to.deep.include({ a: undefined, b: undefined });
    for (const { client } of tabs) client.close();
  });

  it('for good may be one of several, none of which keeps its user from trying the others again [H7, R35]', async () => {
    const rejected = new Set(['b', 'c']);
    const { settle, editor } = await open(
      rejecting((json) =>
        [...rejected].some((uuid) => isUndoOf(json, uuid)) ? 'too_complex' : null,
      ),
    );
    for (const uuid of ['b', 'c']) editor.update(uuid, { altText: 'Mine' }).unwrap();
    await settle();
    const press = async (): Promise<void> => {
      editor.undo();
      await settle();
    };
    await press();
    await press();
    rejected.delete('b');
    await press();
    await press();
    expect(altTexts(editor)).to.deep.include({ b: undefined, c: 'Mine' });
  });

  for (const isJump of [false, true])
    it(`because it is too large for an op does not keep its user from ${isJump ? 'jumping back past it' : 'undoing earlier edits'} [${isJump ? 'H15' : 'H7, R43'}]`, async () => {
      const { open: connect, welcome, client, editor } = await connectManually();
      connect();
      welcome();
      const rejected: string[] = [];
      client.listen({ onRejected: ({ code }) => rejected.push(code) });
      editor.update('a', { altText: 'Mine' }).unwrap();
      const content = { text: richTextFromPlain('x'.repeat(99_999)) };
      const add = (): string => editor.add({ type: 'text', content }).unwrap()[0] ?? '';
      const addHalf = (): string[] => Array.from({ length: 43 }, add);
      const halves = [1, 2].map(() => editor.run(addHalf, { history: false }));
      editor.remove(halves.flat()).unwrap();
      if (isJump) {
        const [first] = editor.history.entries;
        editor.jumpTo(null);
        expect(editor.history.entries.find(({ id }) => id === first?.id)?.isUndone).to.equal(true);
      } else {
        expect([editor.undo(), rejected]).to.eql([false, ['too_large']]);
        expect(editor.undo()).to.equal(true);
      }
      expect(altTexts(editor)).to.deep.include({ a: undefined });
      client.close();
    });

  it('may also be a redo, which can be repeated [R35]', async () => {
    const { settle, editor, other } = await open();
    editor.update('a', { altText: 'Mine' }).unwrap();
    editor.undo();
    await settle();
    other.lock('a');
    expect(editor.redo()).to.equal(true);
    await settle();
    expect(editor.blocks.get('a')).to.not.have.property('altText');
    other.unlock(['a']);
    await settle();
    expect(editor.redo()).to.equal(true);
    await settle();
    expect(editor.blocks.get('a')).to.deep.include({ altText: 'Mine' });
  });
});

describe('an undo of which a part stays in effect', () => {
  it('because it has restored what a rejected edit had written can be repeated, and redo brings back all of the edit [R35, R63]', async () => {
    const { settle, editor, other } = await open();
    const altText = (): string | undefined => altTexts(editor).b;
    other.lock('a');
    editor.run(() => {
      editor.update('a', { altText: 'Rejected' }).unwrap();
      editor.update('b', { altText: 'Rejected' }).unwrap();
    });
    editor.update('b', { altText: 'Later' }).unwrap();
    editor.undo();
    await settle();
    expect([altText(), editor.canUndo]).to.eql(['Rejected', true]);
    for (let times = 0; times < 2; times++) {
      expect(editor.undo()).to.equal(true);
      await settle();
      expect([altText(), editor.canUndo]).to.eql([undefined, false]);
      expect(editor.redo()).to.equal(true);
      await settle();
      expect([altText(), editor.canRedo]).to.eql(['Later', false]);
    }
    expect(editor.history.entries).to.have.length(1);
  });

  it('because a block of it is removed can be repeated once the block is back [R35]', async () => {
    const { settle, editor, other } = await open();
    const shown = (): unknown[] => ['a', 'b'].map((uuid) => altTexts(editor)[uuid]);
    editor.update('b', { altText: 'First' }).unwrap();
    editor.run(() => {
      editor.update('a', { altText: 'Second' }).unwrap();
      editor.update('b', { altText: 'Second' }).unwrap();
    });
    editor.remove('b').unwrap();
    await settle();
    other.fill();
    expect([editor.undo(), editor.undo()], 'before the client knows').to.eql([true, true]);
    await settle();
    expect(editor.blocks.has('b'), 'restored').to.equal(false);
    other.removeAdded();
    await settle();
    const steps: unknown[] = [];
    while (editor.undo()) {
      await settle();
      steps.push(shown());
    }
    expect(steps).to.eql([
      [undefined, 'Second'],
      [undefined, 'First'],
      [undefined, undefined],
    ]);
    while (editor.redo());
    await settle();
    expect([altTexts(editor).a, editor.blocks.has('b')]).to.eql(['Second', false]);
  });

  it('is redone without what a new edit has made impossible to redo [H3, R35]', async () => {
    const { settle, editor, other } = await open();
    other.lock('a');
    editor.run(() => {
      editor.update('a', { altText: 'Rejected' }).unwrap();
      editor.update('b', { altText: 'Rejected' }).unwrap();
    });
    editor.run(() => {
      editor.update('b', { altText: 'Later' }).unwrap();
      editor.update('c', { altText: 'Later' }).unwrap();
    });
    editor.undo();
    editor.update('g', { altText: 'New' }).unwrap();
    await settle();
    while (editor.undo());
    await settle();
    while (editor.redo());
    await settle();
    expect(altTexts(editor)).to.include({ b: 'Rejected', c: undefined, g: 'New' });
  });

  it('is not repeated because of what others have written since [H6, R35]', async () => {
    const { settle, one, editor, other, simulation } = await open();
    const [, two] = simulation.clients;
    other.lock('a');
    editor.run(() => {
      editor.update('a', { altText: 'Rejected' }).unwrap();
      editor.update('b', { altText: 'Rejected' }).unwrap();
    });
    editor.update('b', { altText: 'Later' }).unwrap();
    editor.undo();
    await settle();
    two?.editor.update('b', { altText: 'Theirs' }).unwrap();
    await settle();
    expect([one.editor.canUndo, one.editor.canRedo]).to.eql([false, true]);
    expect(editor.undo()).to.equal(false);
    expect(altTexts(editor).b).to.equal('Theirs');
  });
});

describe('a redo that the room rejects', () => {
  it('after a new edit does not come back: that has cleared the redo stack [H3, R35]', async () => {
    const { settle, editor, other } = await open();
    editor.update('a', { altText: 'Mine' }).unwrap();
    editor.undo();
    await settle();
    other.lock('a');
    expect(editor.redo()).to.equal(true);
    editor.update('b', { altText: 'New' }).unwrap();
    await settle();
    expect(altTexts(editor)).to.deep.include({ a: undefined, b: 'New' });
    other.unlock(['a']);
    await settle();
    expect(editor.canRedo).to.equal(false);
  });

  it('never leads to another one that writes the edit again, which the room has rejected meanwhile [R35]', async () => {
    const { tabs, settle, clock } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const { editor } = one;
    two.client.acquireLocks(['a']);
    editor.update('a', { altText: 'Mine' }).unwrap();
    one.client.flush();
    one.setSlow(true);
    editor.undo();
    one.client.flush();
    for (let turn = 0; turn < 5; turn++) {
      await flushPromises();
      clock.advance(100);
    }
    two.client.releaseLocks(['a']);
    await flushPromises();
    expect([editor.canUndo, editor.undo()]).to.eql([false, false]);
    one.setSlow(false);
    await settle();
    expect(altTexts(two.editor).a).to.equal(undefined);
    expect([editor.canUndo, editor.canRedo]).to.eql([false, false]);
    for (const { client } of tabs) client.close();
  });

  it('because an edit without an entry is in the way is possible once the room has rejected that edit [R35]', async () => {
    const { settle, editor, other } = await open();
    editor.update('a', { altText: 'Mine' }).unwrap();
    await settle();
    other.lock('a');
    editor.run(() => editor.update('a', { altText: 'The app’s' }).unwrap(), { history: false });
    expect([editor.undo(), editor.canUndo]).to.eql([false, false]);
    await settle();
    other.unlock(['a']);
    await settle();
    expect(altTexts(editor).a).to.equal('Mine');
    expect([editor.undo(), editor.canUndo]).to.eql([true, false]);
    expect(altTexts(editor).a).to.equal(undefined);
  });
});

type Act = readonly [name: string, run: (room: Awaited<ReturnType<typeof open>>) => unknown];

const BLOCKS = ['a', 'b', 'c', 'g'];
const block = fc.constantFrom(...BLOCKS);
const act = (name: string, run: Act[1]): Act => [name, run];
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc
    .tuple(block, fc.nat(3))
    .map(([uuid, n]) =>
      act(`edit ${uuid}`, ({ editor }) => editor.update(uuid, { altText: `v${String(n)}` })),
    ),
  block.map((uuid) => act(`remove ${uuid}`, ({ editor }) => editor.remove(uuid))),
  fc.constant(act('add', ({ editor }) => editor.add({ type: 'shape', parentUuid: 's2' }))),
  { weight: 4, arbitrary: fc.constant(act('undo', ({ editor }) => editor.undo())) },
  { weight: 2, arbitrary: fc.constant(act('redo', ({ editor }) => editor.redo())) },
  {
    weight: 2,
    arbitrary: block.map((uuid) => act(`lock ${uuid}`, ({ other }) => other.lock(uuid))),
  },
  fc.constant(act('unlock', ({ other }) => other.unlock(BLOCKS))),
  fc.constant(act('fill', ({ other }) => other.fill())),
  fc.constant(act('remove added', ({ other }) => other.removeAdded())),
  fc.constant(act('viewer', ({ simulation, one }) => simulation.changeRole(one, 'viewer'))),
  fc.constant(act('owner', ({ simulation, one }) => simulation.changeRole(one, null))),
  fc.constant(act('disconnect', ({ simulation, one }) => simulation.disconnect(one))),
  { weight: 4, arbitrary: fc.constant(act('pass', ({ simulation }) => pass(simulation))) },
);

/** A room in which acts have been done, without anything that could keep edits from being undone. */
async function afterActs(all: readonly Act[], resolve: RoomParts['resolve'] = resolveInSteps) {
  const room = await open(resolve);
  const { simulation, settle, one, editor, other } = room;
  const start = altTexts(editor);
  for (const [, run] of all) await run(room);
  other.unlock(BLOCKS);
  simulation.changeRole(one, null);
  await settle();
  other.removeAdded();
  await settle();
  return { editor, settle, start };
}

describe('a history in a room', () => {
  it('has an entry for each edit that is in effect, whatever the room has rejected (law) [R35]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(acts, { minLength: 5, maxLength: 40, size: 'max' }),
        async (all) => {
          const { editor, settle, start } = await afterActs(all);
          while (editor.undo());
          await settle();
          expect(altTexts(editor)).to.eql(start);
        },
      ),
      { numRuns: lawRuns(15, 25) },
    );
  });

  it('leads from any state to that without its edits and to that with all of them, with one entry for each, whatever the room has rejected (law) [R35, R63]', async () => {
    const unanswered = fc.oneof(
      { weight: 4, arbitrary: acts },
      fc.tuple(block, block, fc.nat(3)).map(([one, two, n]) =>
        act(`edit ${one} and ${two}`, ({ editor }) =>
          editor.run(() => {
            for (const uuid of [one, two]) editor.update(uuid, { altText: `v${String(n)}` });
          }),
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(unanswered, { minLength: 5, maxLength: 30, size: 'max' }),
        async (all) => {
          const { editor, settle, start } = await afterActs(all);
          const ids = editor.history.entries.map(({ id }) => id);
          expect(new Set(ids).size, 'each entry once').to.equal(ids.length);
          const undoAll = async (): Promise<void> => {
            while (editor.undo());
            await settle();
            expect(altTexts(editor), 'undone').to.eql(start);
          };
          const redoAll = async () => {
            while (editor.redo());
            await settle();
            expect(editor.canRedo).to.equal(false);
            return altTexts(editor);
          };
          await undoAll();
          const end = await redoAll();
          await undoAll();
          expect(await redoAll(), 'redone').to.eql(end);
        },
      ),
      { numRuns: lawRuns(15, 40) },
    );
  });
});
