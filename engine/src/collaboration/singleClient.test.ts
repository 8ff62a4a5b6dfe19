import { expect } from 'chai';
import fc from 'fast-check';
import { diffPages, isEmptyChange } from '../model/Change.ts';
import type { Page } from '../model/Page.ts';
import { makeTestSection } from '../testing/makeTestPage.ts';
import { editorStep, type EditorStep, runStep } from './testing/editorSteps.ts';
import { reliableSimulation } from './testing/reliableSimulation.ts';

function expectSame(a: Page | null, b: Page | null, what: string): void {
  if (!a || !b) throw new Error(`no page: ${what}`);
  expect(diffPages({ ...a, revision: 0 }, { ...b, revision: 0 }), what).to.satisfy(isEmptyChange);
}

const at = fc.nat(40);
const several = fc.array(at, { minLength: 1, maxLength: 3 });
const step = (name: string, run: EditorStep['run']): EditorStep => ({ name, run });

/** An edit that puts blocks in another order or parent, or an undo or redo. */
const orderStep: fc.Arbitrary<EditorStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: several.map((which) =>
      step(`group ${which.join()}`, (editor, pick) => editor.group(which.map(pick))),
    ),
  },
  at.map((which) => step(`ungroup ${which}`, (editor, pick) => editor.ungroup(pick(which)))),
  fc
    .tuple(fc.constantFrom('front', 'back', 'forward', 'backward'), several)
    .map(([to, which]) =>
      step(`${to} ${which.join()}`, (editor, pick) => editor.reorder(to, which.map(pick))),
    ),
  fc
    .tuple(fc.option(at), several, fc.nat(3))
    .map(([parent, which, index]) =>
      step(`into ${String(parent)} ${which.join()} ${index}`, (editor, pick) =>
        editor.moveInto(parent === null ? 's2' : pick(parent), which.map(pick), { index }),
      ),
    ),
  several.map((which) =>
    step(`remove ${which.join()}`, (editor, pick) => editor.remove(which.map(pick))),
  ),
  several.map((which) =>
    step(`duplicate ${which.join()}`, (editor, pick) => editor.duplicate(which.map(pick))),
  ),
  fc
    .constantFrom(-0.1, 0.25)
    .map((by) => step(`slice ${by}`, (editor) => editor.slice('s2', 0.3, by))),
  { weight: 2, arbitrary: fc.constant(step('undo', (editor) => editor.undo())) },
  fc.constant(step('redo', (editor) => editor.redo())),
);

/** A client in a room in which three others have each added a block at the same time. */
async function roomWithEqualNumbers() {
  const { simulation, settle } = await reliableSimulation(4);
  const position = { x: 0.1, y: 0.1, width: 0.1, height: 0.1 };
  const [one, ...others] = simulation.clients;
  if (!one) throw new Error('no client');
  for (const { editor } of others)
    editor.add({ type: 'shape', parentUuid: 's2', position }).unwrap();
  await settle();
  const added = one.editor.childrenOf('s2').filter(({ uuid }) => uuid !== 'b');
  expect(new Set(added.map(({ position: { zIndex } }) => zIndex)).size).to.equal(1);
  const expectShown = (page: Page, what: string): void => {
    expectSame(one.editor.stablePage, page, what);
    for (const { client } of simulation.clients)
      expectSame(client.page, page, `${what}, in the room`);
    for (const { editor } of others) expectSame(editor.stablePage, page, `${what}, for others`);
  };
  return { editor: one.editor, added: added.map(({ uuid }) => uuid), settle, expectShown };
}

describe('a room', () => {
  it('returns to the order of blocks with equal numbers when groups of them are undone [R13, R27]', async () => {
    const { editor, added, settle, expectShown } = await roomWithEqualNumbers();
    const [lowest = '', middle = ''] = added;
    for (const isDecided of [false, true]) {
      const pages = [editor.stablePage];
      for (const uuids of [[lowest], [lowest, middle]]) {
        editor.group(uuids).unwrap();
        pages.push(editor.stablePage);
        if (isDecided) await settle();
      }
      for (const page of pages.slice(0, -1).reverse()) {
        editor.undo();
        await settle();
        expectShown(page, 'undone');
      }
    }
  });

  it('returns to the start, and to the end, of edits of the order of blocks with equal numbers [R13, R27]', async () => {
    const steps = fc.array(fc.tuple(orderStep, fc.boolean()), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(steps, async (edits) => {
        const { editor, settle, expectShown } = await roomWithEqualNumbers();
        const start = editor.stablePage;
        for (const [step, isDecided] of edits) {
          const blocks = editor
            .childrenOf('s2')
            .flatMap(({ uuid }) => [uuid, ...editor.childrenOf(uuid).map((each) => each.uuid)]);
          step.run(editor, (which) => blocks[which % blocks.length] ?? 's1');
          if (isDecided) await settle();
        }
        const end = editor.stablePage;
        await settle();
        expectShown(end, 'decided');
        let undone = 0;
        while (editor.undo()) undone += 1;
        await settle();
        expectShown(start, 'undone');
        for (let left = undone; left > 0; left--) editor.redo();
        await settle();
        expectShown(end, 'redone');
      }),
      { numRuns: 10 },
    );
  });

  it('returns to the start after n undos of a single client, and to the end after n redos [R13]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(editorStep, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { simulation, settle } = await reliableSimulation(1);
        const [{ editor, client }] = simulation.clients as [(typeof simulation.clients)[0]];
        const start = editor.stablePage;
        for (const step of steps) runStep(editor, step);
        const end = editor.stablePage;
        let undone = 0;
        while (editor.undo()) undone += 1;
        await settle();
        expectSame(editor.stablePage, start, 'undone');
        expectSame(client.page, start, 'undone in the room');
        for (let left = undone; left > 0; left--) editor.redo();
        await settle();
        expectSame(editor.stablePage, end, 'redone');
        expectSame(client.page, end, 'redone in the room');
      }),
      { numRuns: 40 },
    );
  });

  it('leaves a group as empty as the page has that replaced another one, on redo and undo [R13, H8]', async () => {
    const { simulation, settle } = await reliableSimulation(1);
    const [{ editor, client }] = simulation.clients as [(typeof simulation.clients)[0]];
    const group = editor.group(['t']).unwrap();
    const { settings, style, things } = editor.page;
    const { t: _, ...others } = things;
    editor.replacePage({ settings, style, things: others }).unwrap();
    expect(editor.childrenOf(group)).to.eql([]);
    editor.update('c', { position: { x: 0.2 } });
    const end = editor.stablePage;
    while (editor.undo());
    await settle();
    while (editor.redo());
    await settle();
    expectSame(editor.stablePage, end, 'redone');
    expectSame(client.page, end, 'redone in the room');
  });

  it('keeps the history of a flip of a group in a group, with the blocks inside in their places [R35]', async () => {
    const { simulation, settle } = await reliableSimulation(1);
    const [{ editor }] = simulation.clients as [(typeof simulation.clients)[0]];
    editor.group(['g']).unwrap();
    await settle();
    const amended: unknown[] = [];
    editor.amendHistory = (_, done) => void amended.push(done);
    editor.flip('horizontal', ['a', 'g']).unwrap();
    await settle();
    expect(amended).to.eql([]);
  });

  it('restores a section that shrank when a group lost its last text, on undo before the ack [R13]', async () => {
    const { simulation, settle } = await reliableSimulation(1);
    const [{ editor, client }] = simulation.clients as [(typeof simulation.clients)[0]];
    const start = editor.stablePage;
    editor.remove(['s2']);
    editor.update('c', { position: { width: 0.03, rotationDeg: 41 } });
    editor.startTextEditing('t');
    editor.setEditedText('');
    editor.stopTextEditing();
    while (editor.undo());
    await settle();
    expectSame(editor.stablePage, start, 'undone');
    expectSame(client.page, start, 'undone in the room');
  });

  it('applies the edits of a single client as committed, without rewriting its history [R1, R35]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(editorStep, { minLength: 1, maxLength: 8 }), async (steps) => {
        const { simulation, settle } = await reliableSimulation(1);
        const [{ editor, client }] = simulation.clients as [(typeof simulation.clients)[0]];
        const start = editor.stablePage;
        const amended: string[] = [];
        const ran = new Set<string>();
        editor.amendHistory = (committed, done) =>
          void amended.push(`${[...ran].at(-1)} ${JSON.stringify({ committed, done })}`);
        for (const step of steps) {
          ran.add(step.name);
          runStep(editor, step);
          const alone = editor.stablePage;
          await settle();
          expectSame(editor.stablePage, alone, step.name);
          expectSame(client.page, alone, `${step.name} in the room`);
        }
        expect(amended).to.eql([]);
        while (editor.undo()) await settle();
        expectSame(editor.stablePage, start, 'undone');
      }),
      { numRuns: 20 },
    );
  });

  it('applies edits of the whole page as the editor does when blocks are locked [R1, R38]', async () => {
    const { simulation, settle } = await reliableSimulation(1);
    const [{ editor, client }] = simulation.clients as [(typeof simulation.clients)[0]];
    const { settings } = editor.page;
    editor.update('a', { position: { x: 0.1, y: 0.97 }, styles: { paddingPx: 8 } });
    expect(editor.setLocked(true, ['a', 't']).ok).to.equal(true);
    await settle();
    const edits: Record<string, () => { readonly ok: boolean }> = {
      'sliced apart': () => editor.slice('s1', 0.35, 0.25),
      'sliced together': () => editor.slice('s1', 0.35, -0.1),
      'another width of a section': () => editor.resizeSection('s1', { width: 0.8 }),
      'scaled for another window': () => editor.setReferenceWidth(700, { scale: true }),
      'a wider window with the same px': () => editor.setReferenceWidth(900, { scale: false }),
      'a narrower window with the same px': () => editor.setReferenceWidth(600, { scale: false }),
      'the chaos monkey': () => editor.unleashChaosMonkey(),
      'a page of other blocks': () =>
        editor.replacePage({ settings, style: {}, things: { n: makeTestSection('n') } }),
    };
    for (const [name, edit] of Object.entries(edits)) {
      const before = editor.stablePage;
      expect(edit().ok, name).to.equal(true);
      const alone = editor.stablePage;
      expect(diffPages(before, alone), name).not.to.satisfy(isEmptyChange);
      await settle();
      expectSame(editor.stablePage, alone, name);
      expectSame(client.page, alone, `${name} in the room`);
    }
    while (editor.undo()) await settle();
    expect(editor.blocks.get('a')?.locked).to.equal(undefined);
    editor.setLockedByOthers(['t']);
    expect(editor.setReferenceWidth(700, { scale: true })).to.deep.include({
      code: 'block_locked',
    });
    expect(editor.setReferenceWidth(700, { scale: false }).ok).to.equal(true);
  });

  it('stores the same ops with and without unstored messages [R14]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(editorStep, { maxLength: 10 }), async (steps) => {
        const logs: string[] = [];
        for (const losesUnstored of [false, true]) {
          const { simulation, settle } = await reliableSimulation(2, { losesUnstored });
          for (const [index, step] of steps.entries()) {
            const one = simulation.clients[index % 2];
            if (!one) continue;
            one.client.sendCursor({ x: index, y: 0 });
            one.editor.begin();
            runStep(one.editor, step);
            simulation.clock.advance(200);
            one.editor.commit();
            await settle();
          }
          logs.push(
            JSON.stringify(simulation.log.entries.map(({ patch, mid }) => ({ patch, mid }))),
          );
        }
        expect(logs[0]).to.equal(logs[1]);
      }),
      { numRuns: 15 },
    );
  });
});
