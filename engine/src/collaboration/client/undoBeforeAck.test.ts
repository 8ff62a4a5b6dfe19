import { expect } from 'chai';
import fc from 'fast-check';
import { placementOf } from '../../model/blockEdit.ts';
import { diffPages, isEmptyChange } from '../../model/Change.ts';
import type { Page } from '../../model/Page.ts';
import type { Editor } from '../../editor/Editor.ts';
import { editorStep, runStep } from '../testing/editorSteps.ts';
import { lawRuns } from '../testing/lawRuns.ts';
import { openTestTabs, type TestTab } from '../testing/openTestTabs.ts';
import { flushPromises, reliableSimulation } from '../testing/reliableSimulation.ts';
import type { SimClient } from '../testing/SimClient.ts';
import type { Simulation } from '../testing/Simulation.ts';
import { resolveInSteps } from '../merge/resolveIntents.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { RoomParts } from '../room/RoomParts.ts';
import { type MadeOp, SharedPage } from './SharedPage.ts';

const clientOf = (simulation: Simulation, index: number) =>
  simulation.clients[index] ?? expect.fail('missing client');

function expectSame(a: Page | null, b: Page | null, what: string): void {
  if (!a || !b) throw new Error(`no page: ${what}`);
  expect(diffPages({ ...a, revision: 0 }, { ...b, revision: 0 }), what).to.satisfy(isEmptyChange);
}

/** Intents that rules add to edits in a test. Rooms and clients know the rules, editors do not. */
const RULES: readonly object[] = [
  ...[0.1, 0.7].map((opacity) => valueOf('s1', ['styles', 'opacity'], opacity)),
  ...[2, 9].map((px) => valueOf('b', ['styles', 'borderRadiusPx'], px)),
  ...['Ruled', 'Ruled again'].map((title) => ({
    type: 'update-page',
    partialPage: [{ path: ['settings', 'title'], to: title }],
  })),
];

function valueOf(uuid: string, path: string[], to: unknown): object {
  return { type: 'update-things', updated: [{ uuid, values: [{ path, to }] }] };
}

/** Adds a rule to the intents of an edit, and nothing to those of an undo or redo. */
function withRule(intents: readonly unknown[]): readonly unknown[] {
  const json = JSON.stringify(intents);
  const isReplay = /"(replay|guarded)":true|"positionFrom"|"restore-things"|"from":/.test(json);
  return isReplay ? intents : [...intents, RULES[json.length % RULES.length]];
}

class SharedPageWithRules extends SharedPage {
  protected override resolve(shown: PageRecords, op: MadeOp) {
    return super.resolve(shown, { ...op, intents: [...withRule(op.intents)] });
  }
}

const resolveWithRules: RoomParts['resolve'] = (records, intents, context) =>
  resolveInSteps(records, withRule(intents), context);

/** Edits that remove a note in the section `s2`. */
const REMOVING: Readonly<Record<string, (editor: Editor, note: string) => unknown>> = {
  'removing the note': (editor, note) => editor.remove(note),
  "removing the note's section": (editor) => editor.remove('s2'),
  'replacing the page': (editor, note) => {
    const { [note]: _, ...things } = editor.page.things;
    const { settings, style } = editor.page;
    return editor.replacePage({ settings, style, things });
  },
  'replacing all blocks': (editor) => editor.unleashChaosMonkey(),
};

/** Ways to remove a note that was just added, and to revert the removal. */
const REVERTED: Readonly<
  Record<
    string,
    {
      readonly remove: (editor: Editor, note: string) => unknown;
      readonly revert: (editor: Editor) => boolean;
    }
  >
> = {
  'a removal': {
    remove: (editor, note) => editor.remove(note),
    revert: (editor) => editor.undo(),
  },
  'an undone addition (redo)': {
    remove: (editor) => editor.undo(),
    revert: (editor) => editor.redo(),
  },
};

function writeText({ editor }: TestTab, uuid: string, text: string): void {
  expect(editor.startTextEditing(uuid)).to.equal(true);
  editor.setEditedText(text).unwrap();
  editor.stopTextEditing();
}

const hasText = (page: unknown, text = 'Precious'): boolean => JSON.stringify(page).includes(text);

describe('undo before the acknowledgement', () => {
  for (const [what, run] of Object.entries(REMOVING))
    for (const isOffline of [true, false])
      it(`of ${what} ${isOffline ? 'offline' : 'at the same time'} keeps what someone else has typed in the note meanwhile [R63, R24]`, async () => {
        const { tabs, settle } = await openTestTabs(2);
        const [remover, writer] = tabs as [TestTab, TestTab];
        const [note = ''] = writer.editor.add({ type: 'sticky-note', parentUuid: 's2' }).unwrap();
        await settle();
        if (isOffline) remover.setOnline(false);
        run(remover.editor, note);
        expect(remover.editor.blocks.has(note)).to.equal(false);
        expect(remover.editor.undo()).to.equal(true);
        writeText(writer, note, 'Precious');
        writer.editor.update(note, { altText: 'A note', position: { x: 0.31 } }).unwrap();
        if (isOffline) await settle();
        writer.client.flush();
        remover.setOnline(true);
        await settle();
        for (const { editor, client } of tabs) {
          expect(hasText(editor.page), 'text').to.equal(true);
          expect(editor.blocks.get(note)).to.deep.include({ altText: 'A note' });
          expect(editor.blocks.get(note)?.position.x).to.equal(0.31);
          expect(client.lostTexts).to.eql([]);
        }
        // The undo history has the text too.
        expect(remover.editor.redo()).to.equal(true);
        expect(remover.editor.undo()).to.equal(true);
        await settle();
        expect(hasText(writer.editor.blocks.get(note)), 'after redo and undo').to.equal(true);
        for (const { client } of tabs) client.close();
      });

  for (const isAcknowledged of [false, true])
    it(`of a removal by a closed client keeps what someone else has typed meanwhile, ${isAcknowledged ? 'after' : 'before'} the next client gets the acknowledgement [R25, R63]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [remover, writer] = tabs as [TestTab, TestTab];
      remover.setOnline(false);
      remover.editor.remove('g').unwrap();
      writeText(writer, 't', 'Precious');
      writer.client.flush();
      // Twice: React may mount a component again before the client has read its storage.
      remover.reopen();
      remover.reopen();
      await flushPromises();
      if (!isAcknowledged) expect(remover.editor.undo()).to.equal(true);
      remover.setOnline(true);
      await settle();
      if (isAcknowledged) expect(remover.editor.undo()).to.equal(true);
      await settle();
      for (const { editor, client } of tabs) {
        expect(hasText(editor.blocks.get('t'))).to.equal(true);
        client.close();
      }
    });

  for (const [what, { remove, revert }] of Object.entries(REVERTED))
    for (const [isReopened, isDecided] of [
      [false, false],
      [false, true],
      [true, true],
    ] as const)
      it(`of ${what} is refused${isReopened ? ', in the next client too,' : ''} while the page still shows the note because someone is typing in it, and possible once ${isDecided ? 'the room has removed it' : 'they have stopped'} [H7, R25, R63]`, async () => {
        const { tabs, clock, settle } = await openTestTabs(3);
        const [remover, writer, third] = tabs as [TestTab, TestTab, TestTab];
        const pass = async (): Promise<void> => {
          for (let turn = 0; turn < 5; turn++) {
            await flushPromises();
            clock.advance(100);
          }
        };
        const refusals: string[] = [];
        remover.editor.onRefusal((code) => void refusals.push(code));
        remover.editor.updatePage({ settings: { title: 'Earlier' } }).unwrap();
        const [note = ''] = remover.editor.add({ type: 'sticky-note' }).unwrap();
        await settle();
        remover.setSlow(true);
        remove(remover.editor, note);
        expect(remover.editor.blocks.has(note)).to.equal(false);
        writer.editor.startTextEditing(note);
        await pass();
        third.editor.update('b', { position: { x: 0.3 } }).unwrap();
        await pass();
        expect(remover.editor.blocks.has(note), 'shown again').to.equal(true);
        if (isReopened) {
          remover.reopen();
          await pass();
        }
        expect(revert(remover.editor)).to.equal(false);
        expect(refusals).to.eql(['block_locked']);
        expect(remover.editor.fields.settings.title).to.equal('Earlier');
        writer.editor.stopTextEditing();
        await pass();
        expect(remover.editor.blocks.has(note), 'removed again').to.equal(false);
        if (isDecided) {
          remover.setSlow(false);
          await settle();
          expect(writer.editor.blocks.has(note), 'still there').to.equal(false);
        }
        expect(revert(remover.editor)).to.equal(true);
        remover.setSlow(false);
        await settle();
        for (const { editor, client } of tabs) {
          expect(editor.blocks.has(note), 'restored').to.equal(true);
          client.close();
        }
      });

  it('is no longer refused once the client is closed without a next one: nobody locks the note then [H7, R25]', async () => {
    const { tabs, clock, settle } = await openTestTabs(3);
    const [remover, writer, third] = tabs as [TestTab, TestTab, TestTab];
    const pass = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn++) {
        await flushPromises();
        clock.advance(100);
      }
    };
    const [note = ''] = remover.editor.add({ type: 'sticky-note' }).unwrap();
    remover.editor.updatePage({ settings: { title: 'Earlier' } }).unwrap();
    await settle();
    remover.setSlow(true);
    remover.editor.remove(note).unwrap();
    writer.editor.startTextEditing(note);
    await pass();
    third.editor.update('b', { position: { x: 0.3 } }).unwrap();
    await pass();
    expect(remover.editor.undo(), 'while someone is typing').to.equal(false);
    remover.client.close();
    expect(remover.editor.blocks.has(note), 'still shown').to.equal(true);
    expect(remover.editor.undo()).to.equal(true);
    expect(remover.editor.fields.settings.title).to.not.equal('Earlier');
    expect(remover.editor.blocks.has(note)).to.equal(true);
    for (const { client } of tabs.slice(1)) client.close();
  });

  it('restores what someone else has added to a removed section meanwhile [R63]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [remover, writer] = tabs as [TestTab, TestTab];
    remover.setOnline(false);
    remover.editor.remove('s2').unwrap();
    expect(remover.editor.undo()).to.equal(true);
    const [shape = '', note = ''] = ['shape', 'sticky-note'].flatMap((type) =>
      writer.editor.add({ type, parentUuid: 's2' } as never).unwrap(),
    );
    writer.editor.select([shape, note]);
    const group = writer.editor.group().unwrap();
    writeText(writer, note, 'Precious');
    await settle();
    const { things } = writer.editor.page;
    remover.setOnline(true);
    await settle();
    expect(writer.editor.page.things).to.eql(things);
    expect(remover.editor.page.things).to.eql(things);
    expect(things[note]?.parentUuid).to.equal(group);
    for (const { client } of tabs) client.close();
  });

  it('restores a block with the file of an upload that has ended since its removal [R63, R26]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [remover, writer] = tabs as [TestTab, TestTab];
    const content = { url: 'blob:x', naturalWidth: 5, naturalHeight: 5 };
    const [image = ''] = remover.editor.add({ type: 'image', content }).unwrap();
    await settle();
    remover.setOnline(false);
    remover.editor.remove(image).unwrap();
    remover.editor.finishUpload(image, { ...content, url: '/assets/new.png' }).unwrap();
    expect(remover.editor.undo()).to.equal(true);
    writer.editor.update(image, { altText: 'A cat' }).unwrap();
    await settle();
    remover.setOnline(true);
    await settle();
    for (const { editor, client } of tabs) {
      expect(editor.blocks.get(image)).to.deep.include({ altText: 'A cat' });
      expect(editor.blocks.get(image)?.content).to.deep.include({ url: '/assets/new.png' });
      client.close();
    }
  });

  it('reverts all of an op whose effect differs from the edit, and redo restores it [R63]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(editorStep, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (steps, isSettled) => {
          const { simulation, settle } = await reliableSimulation(1, {
            faults: {
              client: { createSharedPage: (...args) => new SharedPageWithRules(...args) },
              room: { resolve: resolveWithRules },
            },
          });
          const { editor, client } = clientOf(simulation, 0);
          const start = editor.stablePage;
          for (const step of steps) runStep(editor, step);
          if (isSettled) await settle();
          const end = editor.stablePage;
          expectSame(client.page, end, 'shown');
          let undone = 0;
          while (editor.undo()) undone += 1;
          expectSame(editor.stablePage, start, 'undone');
          expectSame(client.page, start, 'undone in the client');
          for (let left = undone; left > 0; left--) editor.redo();
          expectSame(editor.stablePage, end, 'redone');
          while (editor.undo());
          await settle();
          expectSame(editor.stablePage, start, 'settled');
        },
      ),
      { numRuns: 25 },
    );
  });

  it('reverts what the op does on a page that others have changed meanwhile [R63]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    const heightOf = () => one.editor.blocks.get('s1')?.position.height;
    const before = heightOf();
    expect(one.editor.resizeSection('s1', { height: 0.8 }).ok).to.equal(true);
    expect(heightOf()).to.be.lessThan(before ?? 0);
    two.editor.add({
      type: 'shape',
      parentUuid: 's1',
      position: { x: 0.1, y: 0.75, width: 0.05, height: 0.05 },
    });
    two.client.flush();
    await flushPromises();
    expect([one.client.pendingCount, two.client.pendingCount]).to.eql([1, 0]);
    expect(heightOf(), 'as tall as the other block needs').to.be.within(0.81, (before ?? 0) - 0.01);
    expect(one.editor.undo()).to.equal(true);
    expect(heightOf()).to.equal(before);
    expect(one.editor.redo()).to.equal(true);
    expect(one.editor.undo()).to.equal(true);
    await settle();
    expect(heightOf()).to.equal(before);
    expectSame(one.editor.stablePage, two.editor.stablePage, 'both');
  });

  it('restores what others have written meanwhile, like undo after it [R63, R35]', async () => {
    for (const isAcknowledged of [false, true]) {
      const { simulation, settle } = await reliableSimulation(2);
      const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
      one.editor.update('b', { styles: { opacity: 0.2 } });
      two.editor.update('b', { styles: { opacity: 0.7 } });
      two.client.flush();
      await flushPromises();
      expect(one.client.pendingCount).to.equal(1);
      if (isAcknowledged) await settle();
      expect(one.editor.undo()).to.equal(true);
      expect(one.editor.page.things.b?.styles.opacity).to.equal(0.7);
      expect(one.editor.redo()).to.equal(true);
      expect(one.editor.page.things.b?.styles.opacity).to.equal(0.2);
      await settle();
      expect(two.editor.page.things.b?.styles.opacity).to.equal(0.2);
    }
  });

  it('can be repeated to revert what the room did and the client could not know [R63]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    const heightOf = () => one.editor.blocks.get('s1')?.position.height ?? 0;
    const before = heightOf();
    one.editor.updatePage({ settings: { title: 'Earlier' } });
    await settle();
    const position = { x: 0.1, y: 0.75, width: 0.05, height: 0.05 };
    two.editor.add({ type: 'shape', parentUuid: 's1', position });
    two.client.flush();
    // The other block is stored first, and is not known here yet.
    one.editor.resizeSection('s1', { height: 0.8 });
    expect(one.editor.undo()).to.equal(true);
    one.client.flush();
    await settle();
    expect(heightOf()).to.be.within(0.81, before - 0.01);
    expect(one.editor.undo()).to.equal(true);
    await settle();
    expect(heightOf()).to.equal(before);
    expectSame(one.editor.stablePage, two.editor.stablePage, 'both');
    expect(one.editor.undo()).to.equal(true);
    expect(one.editor.fields.settings.title).to.not.equal('Earlier');
  });

  for (const isEdited of [false, true])
    it(`brings back with one more undo what someone else has written between two edits, both of which were undone${isEdited ? ' before a new edit' : ''} [R63]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [one, two] = tabs as [TestTab, TestTab];
      const { editor } = one;
      editor.update('a', { altText: 'Mine' }).unwrap();
      await settle();
      one.setOnline(false);
      two.editor.update('a', { altText: 'Theirs' }).unwrap();
      await settle();
      editor.update('a', { altText: 'Mine again' }).unwrap();
      editor.undo();
      editor.undo();
      if (isEdited) editor.update('b', { altText: 'New' }).unwrap();
      one.setOnline(true);
      await settle();
      if (isEdited) expect(editor.undo()).to.equal(true);
      expect(editor.undo()).to.equal(true);
      await settle();
      expect(two.editor.blocks.get('a')?.altText).to.equal('Theirs');
      expect([editor.canUndo, editor.redo()]).to.eql([false, true]);
      const redone = isEdited ? undefined : 'Mine again';
      expect(editor.blocks.get('a')?.altText).to.equal(redone);
      for (const { client } of tabs) client.close();
    });

  for (const isAnswered of [false, true])
    it(`followed by a redo, ${isAnswered ? 'after' : 'before'} the answer, can be repeated step by step, back to what someone else has written between the edits [R63]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [one, two] = tabs as [TestTab, TestTab];
      const { editor } = one;
      const write = (label: string, altText: string): void =>
        editor.run(() => void editor.update('a', { altText }).unwrap(), { label });
      write('first', 'Mine');
      await settle();
      one.setOnline(false);
      two.editor.update('a', { altText: 'Theirs' }).unwrap();
      await settle();
      write('second', 'Mine again');
      editor.undo();
      editor.undo();
      if (!isAnswered) editor.redo();
      one.setOnline(true);
      await settle();
      if (isAnswered) editor.redo();
      const labels = editor.history.entries.map(({ label }) => label);
      expect(labels, 'the one that is undone next comes last').to.eql(['second', 'first']);
      const shown = [editor.blocks.get('a')?.altText];
      while (editor.undo()) {
        await settle();
        shown.push(editor.blocks.get('a')?.altText);
      }
      expect(shown).to.eql(['Mine', undefined, 'Theirs']);
      for (const { client } of tabs) client.close();
    });

  for (const [what, add] of Object.entries({
    'a section': (editor: Editor): readonly string[] => [editor.addSection(1).unwrap()],
    'a copied group': (editor: Editor) => editor.duplicate(['g']).unwrap(),
  }))
    it(`of the addition of ${what} keeps the block that someone else has moved into it meanwhile [H8, R63]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [one, two] = tabs as [TestTab, TestTab];
      const [added = ''] = add(one.editor);
      await settle();
      one.setSlow(true);
      two.editor.moveInto(added, ['b']).unwrap();
      await settle();
      expect(one.editor.undo()).to.equal(true);
      one.setSlow(false);
      await settle();
      for (const { editor, client } of tabs) {
        expect(editor.blocks.get('b')?.parentUuid).to.equal(added);
        const inside = [...editor.blocks.values()].filter((each) => each.parentUuid === added);
        expect(
          inside.map(({ uuid }) => uuid),
          'the others are removed',
        ).to.eql(['b']);
        client.close();
      }
    });

  it('brings back with further undos and redos what both have written in a block that is itself undone and redone [H7, R63]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const { editor } = one;
    const [uuid = ''] = editor.add({ type: 'shape', parentUuid: 's1' }).unwrap();
    await settle();
    one.setOnline(false);
    two.editor.update(uuid, { altText: 'Theirs' }).unwrap();
    await settle();
    editor.update(uuid, { altText: 'Mine' }).unwrap();
    editor.undo();
    editor.undo();
    one.setOnline(true);
    await settle();
    const shown: unknown[] = [];
    for (const step of ['redo', 'undo', 'undo', 'redo', 'redo'] as const) {
      expect(editor[step]()).to.equal(true);
      await settle();
      shown.push(editor.blocks.has(uuid) ? editor.blocks.get(uuid)?.altText : 'removed');
    }
    expect(shown).to.eql([undefined, 'Theirs', 'removed', 'Theirs', 'Mine']);
    for (const { client } of tabs) client.close();
  });

  it('brings back what someone else has written twice in a block that is undone and redone [H7, R63]', async () => {
    const { tabs, clock, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const { editor } = one;
    const [uuid = ''] = editor.add({ type: 'shape', parentUuid: 's1' }).unwrap();
    await settle();
    const write = async ({ editor: writer }: TestTab, altText: string): Promise<void> => {
      writer.update(uuid, { altText }).unwrap();
      await flushPromises();
      clock.advance(300);
      await flushPromises();
    };
    one.setSlow(true);
    one.setDeaf(true);
    await write(two, 'Theirs');
    await write(one, 'Mine');
    one.deliverOne();
    await write(two, 'Theirs again');
    await write(one, 'Mine again');
    for (let count = 0; count < 3; count += 1) expect(editor.undo()).to.equal(true);
    one.setSlow(false);
    one.setDeaf(false);
    await settle();
    const shown: unknown[] = [];
    for (const step of ['redo', 'undo', 'undo', 'undo'] as const) {
      expect(editor[step]()).to.equal(true);
      await settle();
      shown.push(editor.blocks.has(uuid) ? editor.blocks.get(uuid)?.altText : 'removed');
    }
    expect(shown).to.eql([undefined, 'Theirs', 'Theirs again', 'removed']);
    for (const { client } of tabs) client.close();
  });

  it('keeps what is left of an edit of several blocks for one that is not on the page, until its redo [H7, R63]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const { editor } = one;
    const [uuid = ''] = editor.add({ type: 'shape', parentUuid: 's1' }).unwrap();
    await settle();
    const write = (tab: TestTab, altText: string): void =>
      tab.editor.run(() => {
        for (const each of [uuid, 'b']) tab.editor.update(each, { altText }).unwrap();
      });
    one.setOnline(false);
    write(two, 'Theirs');
    await settle();
    write(one, 'Mine');
    for (let count = 0; count < 2; count += 1) expect(editor.undo()).to.equal(true);
    one.setOnline(true);
    await settle();
    const shown: unknown[] = [];
    for (const step of ['undo', 'redo', 'undo'] as const) {
      expect(editor[step]()).to.equal(true);
      await settle();
      shown.push([uuid, 'b'].map((each) => editor.blocks.get(each)?.altText));
    }
    expect(editor.blocks.has(uuid)).to.equal(true);
    expect(shown).to.eql([
      [undefined, 'Theirs'],
      [undefined, 'Theirs'],
      ['Theirs', 'Theirs'],
    ]);
    for (const { client } of tabs) client.close();
  });

  it('leads back to where someone else has put a block meanwhile, although the room has moved it from there [R63]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const { editor } = one;
    one.setOnline(false);
    two.editor.moveInto('g', ['a']).unwrap();
    await settle();
    editor.update('a', { position: { x: 0.05 } }).unwrap();
    editor.moveInto('s2', ['a']).unwrap();
    editor.undo();
    editor.undo();
    const placed = two.editor.blocks.get('a');
    if (!placed) throw new Error('no block');
    one.setOnline(true);
    await settle();
    while (editor.undo()) await settle();
    const found = two.editor.blocks.get('a');
    if (!found) throw new Error('no block');
    expect(placementOf(found)).to.eql(placementOf(placed));
    for (const { client } of tabs) client.close();
  });

  for (const isAnswered of [false, true])
    it(`redoes several changes of the order, although the room numbers the first differently because others have added blocks${isAnswered ? ', and has answered before the second' : ''} [R28, R63]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [one, two] = tabs as [TestTab, TestTab];
      const { editor } = two;
      for (const to of ['front', 'back'] as const) {
        editor.reorder(to, 'a').unwrap();
        await settle();
      }
      for (let each = 0; each < 2; each++) editor.undo();
      await settle();
      two.setOnline(false);
      for (const zIndex of [50_002, 50_005, 50_010])
        one.editor.add({ type: 'shape', position: { zIndex } }).unwrap();
      editor.redo();
      if (isAnswered) {
        two.setOnline(true);
        await settle();
      }
      expect(editor.redo()).to.equal(true);
      two.setOnline(true);
      await settle();
      const siblings = [...one.editor.blocks.values()].filter((each) => each.parentUuid === 's1');
      siblings.sort((a, b) => a.position.zIndex - b.position.zIndex);
      expect(siblings.slice(0, 2).map(({ uuid }) => uuid)).to.eql(['a', 'g']);
      for (const { client } of tabs) client.close();
    });
});

/** Properties that two people write at the same time, by how each is written and read. */
const PROPERTIES = {
  altText: {
    write: (editor: Editor, value: number) => editor.update('a', { altText: `v${String(value)}` }),
    read: ({ stablePage: { things } }: Editor): unknown => things.a?.altText,
  },
  x: {
    write: (editor: Editor, value: number) => editor.update('a', { position: { x: value / 1000 } }),
    read: ({ stablePage: { things } }: Editor): unknown => things.a?.position.x,
  },
  title: {
    write: (editor: Editor, value: number) =>
      editor.updatePage({ settings: { title: `v${String(value)}` } }),
    read: ({ stablePage: { settings } }: Editor): unknown => settings.title,
  },
};
type Property = keyof typeof PROPERTIES;

interface Pair {
  readonly one: SimClient;
  readonly two: SimClient;
  readonly simulation: Simulation;
  /** What the other one has written last, or what the page began with. */
  readonly theirs: Map<Property, unknown>;
  /** How often the other one has written. */
  count: number;
}
type PairAct = (pair: Pair) => unknown;

const properties = fc.subarray(Object.keys(PROPERTIES) as Property[], { minLength: 1 });
const pairActs: fc.Arbitrary<PairAct> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(properties, fc.integer({ min: 1, max: 3 }))
      .map(([names, value]): PairAct => ({ one: { editor } }) => {
        editor.run(() => {
          for (const name of names) PROPERTIES[name].write(editor, value);
        });
      }),
  },
  {
    weight: 2,
    arbitrary: properties.map((names): PairAct => (pair) => {
      const { editor, client } = pair.two;
      pair.count += 1;
      for (const name of names) {
        PROPERTIES[name].write(editor, 100 + pair.count);
        pair.theirs.set(name, PROPERTIES[name].read(editor));
      }
      client.flush();
    }),
  },
  { weight: 4, arbitrary: fc.constant<PairAct>(({ one }) => one.editor.undo()) },
  { weight: 2, arbitrary: fc.constant<PairAct>(({ one }) => one.editor.redo()) },
  fc.constant<PairAct>(({ one }) => one.editor.update('b', { altText: 'Mine' })),
  fc.constant<PairAct>(({ simulation, one }) => simulation.disconnect(one)),
  {
    weight: 2,
    arbitrary: fc.constant<PairAct>(async ({ simulation: { clock } }) => {
      await flushPromises();
      clock.advance(100);
      await flushPromises();
    }),
  },
);

describe('undo of everything', () => {
  it('leads back to what someone else has written last, whatever was undone and redone before the answer (law) [R63]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(pairActs, { minLength: 5, maxLength: 30, size: 'max' }),
        async (acts) => {
          const { simulation, settle } = await reliableSimulation(2);
          const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
          const names = Object.keys(PROPERTIES) as Property[];
          const start = names.map((name) => [name, PROPERTIES[name].read(one.editor)] as const);
          const pair: Pair = { one, two, simulation, theirs: new Map(start), count: 0 };
          for (const act of acts) await act(pair);
          await settle();
          while (one.editor.canUndo) {
            one.editor.undo();
            await settle();
          }
          for (const name of names)
            expect(PROPERTIES[name].read(one.editor), name).to.equal(pair.theirs.get(name));
          expectSame(one.editor.stablePage, two.editor.stablePage, 'both');
        },
      ),
      { numRuns: lawRuns(30, 60) },
    );
  });
});
