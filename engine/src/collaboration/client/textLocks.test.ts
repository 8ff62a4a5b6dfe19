import { expect } from 'chai';
import fc from 'fast-check';
import type { Kit } from '../../blocks/Kit.ts';
import type { Editor } from '../../editor/Editor.ts';
import type { NewBlock } from '../../editor/patches.ts';
import { createEditor } from '../../createEditor.ts';
import { editedBlockOf } from '../../editor/EditorMode.ts';
import { refuse } from '../../model/Result.ts';
import {
  plainFromRichText,
  type RichText,
  type RichTextMark,
  richTextFromPlain,
} from '../../text/richText.ts';
import { makeTestText } from '../../testing/makeTestPage.ts';
import { lawRuns } from '../testing/lawRuns.ts';
import { openTestTabs, type TestTab } from '../testing/openTestTabs.ts';
import { flushPromises, reliableSimulation } from '../testing/reliableSimulation.ts';
import { firstPage, type Simulation } from '../testing/Simulation.ts';

const TYPES = ['text', 'sticky-note', 'rich-button'];

/** Two clients with a new block whose text both can edit. */
async function withBlock(type: string) {
  const { simulation, settle } = await reliableSimulation(2);
  const [one, two] = simulation.clients as [
    Simulation['clients'][number],
    Simulation['clients'][number],
  ];
  const block: NewBlock<string> = { type };
  const added = (one.editor as Editor<Kit>).add(block, { select: false });
  const uuid = added.ok ? (added.value[0] ?? '') : '';
  await settle();
  const refusals: string[] = [];
  two.editor.onRefusal((code) => refusals.push(code));
  const textOf = ({ editor }: typeof one) => JSON.stringify(editor.page.things[uuid]?.content);
  const lost = ({ client }: typeof one) => JSON.stringify(client.lostTexts);
  return { simulation, settle, one, two, uuid, refusals, textOf, lost };
}

describe('the lock of a text that is being edited', () => {
  for (const type of TYPES)
    it(`is granted to one of two who begin at the same time, in a ${type} [R59]`, async () => {
      const { settle, one, two, uuid, refusals, textOf, lost } = await withBlock(type);
      expect(one.editor.startTextEditing(uuid)).to.equal(true);
      expect(two.editor.startTextEditing(uuid)).to.equal(true);
      one.editor.setEditedText('From one');
      two.editor.setEditedText('From two');
      await flushPromises();
      expect(one.client.holdsLock(uuid)).to.equal(true);
      expect(refusals).to.eql(['block_locked']);
      expect(editedBlockOf(two.editor.mode)).to.equal(null);
      expect(two.editor.isInProgress).to.equal(false);
      expect(two.editor.startTextEditing(uuid)).to.equal(false);
      one.editor.stopTextEditing();
      await settle();
      expect(textOf(one)).to.include('From one');
      expect(textOf(two)).to.equal(textOf(one));
      expect(lost(two)).to.include('From two');
      expect(one.client.lostTexts).to.eql([]);
      expect(two.editor.startTextEditing(uuid), 'afterwards').to.equal(true);
    });

  it('discards no other edits of the user when it is lost [R59]', async () => {
    const { settle, one, two, uuid, refusals, textOf, lost } = await withBlock('sticky-note');
    one.editor.startTextEditing(uuid);
    two.editor.startTextEditing(uuid);
    two.editor.setEditedText('From two');
    two.editor.updatePage({ settings: { title: 'From two' } }).unwrap();
    const added = two.editor.add({ type: 'shape' }).unwrap()[0] ?? '';
    await flushPromises();
    expect(refusals).to.eql(['block_locked']);
    await settle();
    expect(two.editor.isInProgress).to.equal(false);
    expect(lost(two)).to.include('From two');
    expect(textOf(two)).to.equal(textOf(one)).and.to.not.include('From two');
    for (const { editor } of [one, two]) {
      expect(editor.fields.settings.title).to.equal('From two');
      expect(editor.blocks.has(added)).to.equal(true);
    }
    two.editor.undo();
    expect(two.editor.blocks.has(added)).to.equal(false);
  });

  it('leaves no lost text if nothing was typed [R59]', async () => {
    const { one, two, uuid, refusals } = await withBlock('sticky-note');
    one.editor.startTextEditing(uuid);
    two.editor.startTextEditing(uuid);
    await flushPromises();
    expect(refusals).to.eql(['block_locked']);
    expect(two.client.lostTexts).to.eql([]);
  });

  it('is requested again when the room has the new block [R59]', async () => {
    const { simulation } = await reliableSimulation(2);
    const [one, two] = simulation.clients;
    const added = one?.editor.add({ type: 'sticky-note' });
    const uuid = added?.ok ? (added.value[0] ?? '') : '';
    expect(one?.editor.startTextEditing(uuid)).to.equal(true);
    await flushPromises();
    expect(one?.client.holdsLock(uuid)).to.equal(true);
    expect(two?.editor.startTextEditing(uuid)).to.equal(false);
  });

  for (const type of TYPES)
    it(`keeps a ${type} edited offline from overwriting what others have written [R59, R24]`, async () => {
      const { simulation, settle, one, two, uuid, textOf, lost } = await withBlock(type);
      simulation.disconnect(two);
      await flushPromises();
      two.editor.startTextEditing(uuid);
      two.editor.setEditedText('Offline');
      two.editor.stopTextEditing();
      one.editor.startTextEditing(uuid);
      await flushPromises();
      one.editor.setEditedText('Online');
      one.editor.stopTextEditing();
      one.client.flush();
      await settle();
      expect(textOf(one)).to.include('Online');
      expect(textOf(two)).to.equal(textOf(one));
      expect(lost(two)).to.include('Offline');
    });

  const MOMENTS: Readonly<Record<string, (tab: TestTab, edit: () => void) => void>> = {
    'before its new client has read its storage': (tab, edit) => {
      tab.reopen();
      edit();
    },
    'while its editor has no client': (tab, edit) => {
      tab.client.close();
      edit();
      tab.reopen();
    },
    'by a client that closes before it has read its storage': (tab, edit) => {
      tab.reopen();
      edit();
      tab.reopen();
    },
  };
  for (const [moment, at] of Object.entries(MOMENTS))
    it(`keeps a text edited ${moment} from overwriting what others write meanwhile [R59, R24]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [one, two] = tabs as [TestTab, TestTab];
      const write = ({ editor }: TestTab, text: string): void => {
        editor.startTextEditing('t');
        editor.setEditedText(text);
        editor.stopTextEditing();
      };
      at(two, () => write(two, 'From two'));
      write(one, 'From one');
      one.client.flush();
      await settle();
      for (const { editor } of tabs)
        expect(JSON.stringify(editor.page.things.t)).to.include('From one');
      expect(JSON.stringify(two.client.lostTexts)).to.include('From two');
      expect(one.client.lostTexts).to.eql([]);
      for (const { client } of tabs) client.close();
    });

  for (const isLocked of [false, true])
    it(`loses nothing but the text when ${isLocked ? 'someone else edits it now' : 'someone else has edited it'}: an image dropped meanwhile stays [R24, R59, R62]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [one, two] = tabs as [TestTab, TestTab];
      const [uuid = ''] = one.editor.add({ type: 'sticky-note' }, { select: false }).unwrap();
      await settle();
      const codes: string[] = [];
      two.client.listen({ onRejected: ({ code }) => codes.push(code) });
      two.setOnline(false);
      two.editor.startTextEditing(uuid);
      two.editor.setEditedText('Offline');
      two.editor.update(uuid, { styles: { opacity: 0.5 } }).unwrap();
      const content = { url: '/assets/a.png', naturalWidth: 5, naturalHeight: 5 };
      const [image = ''] = two.editor.add({ type: 'image', content }).unwrap();
      two.editor.slice('s1', 0.9, 0.5).unwrap();
      two.editor.stopTextEditing();
      two.editor.update(image, { position: { x: 0.6 } }).unwrap();
      one.editor.startTextEditing(uuid);
      one.editor.setEditedText('Online');
      if (!isLocked) one.editor.stopTextEditing();
      await settle();
      two.setOnline(true);
      await settle();
      expect(one.client.holdsLock(uuid)).to.equal(isLocked);
      one.editor.stopTextEditing();
      await settle();
      expect(codes).to.eql([]);
      expect(two.client.lostTexts.map(({ text }) => text)).to.eql(['Offline']);
      const noteIn = ({ editor }: TestTab) => editor.blocks.get(uuid);
      for (const tab of tabs) {
        expect(JSON.stringify(noteIn(tab)))
          .to.include('Online')
          .and.to.not.include('Offline');
        expect(noteIn(tab)?.styles.opacity).to.equal(isLocked ? undefined : 0.5);
        expect(tab.editor.blocks.get(image)?.position.x).to.equal(0.6);
      }
      two.editor.undo();
      two.editor.undo();
      await settle();
      expect(two.editor.canUndo).to.equal(false);
      for (const tab of tabs) {
        expect(JSON.stringify(noteIn(tab))).to.include('Online');
        expect(noteIn(tab)?.styles.opacity).to.equal(undefined);
        expect(tab.editor.blocks.has(image)).to.equal(false);
      }
      two.editor.redo();
      await settle();
      for (const tab of tabs) {
        expect(JSON.stringify(noteIn(tab))).to.include('Online');
        expect(tab.editor.blocks.has(image)).to.equal(true);
      }
      for (const { client } of tabs) client.close();
    });

  it('ends for others within 5 s if the message that it was released is lost: the block could not be edited any more [R23]', async () => {
    const { tabs, clock, settle } = await openTestTabs(2, {
      loses: ({ type }) => type === 'lock-released',
    });
    const [one, two] = tabs as [TestTab, TestTab];
    expect(one.editor.startTextEditing('t')).to.equal(true);
    await settle();
    clock.advance(4999);
    await flushPromises();
    expect([...two.editor.lockedByOthers], 'while it lasts').to.eql(['t']);
    one.editor.stopTextEditing();
    await settle();
    clock.advance(5000);
    await flushPromises();
    expect([...two.editor.lockedByOthers]).to.eql([]);
    for (const { client } of tabs) client.close();
  });

  it('offers a lost text once, even if its author has undone and redone it [R24]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const [uuid = ''] = one.editor.add({ type: 'sticky-note' }, { select: false }).unwrap();
    await settle();
    one.editor.remove(uuid).unwrap();
    one.client.flush();
    two.editor.startTextEditing(uuid);
    two.editor.setEditedText('Lost');
    two.editor.stopTextEditing();
    two.editor.undo();
    two.editor.redo();
    await settle();
    expect(two.client.lostTexts.map(({ text }) => text)).to.eql(['Lost']);
    for (const { client } of tabs) client.close();
  });

  it('ends editing when someone else replaces the text, and not for anything else [R59]', () => {
    const editor = createEditor({ page: { ...firstPage() } });
    const reported: string[] = [];
    editor.onRefusal((code) => reported.push(code));
    editor.onRemovedByOthers(({ content }) => reported.push(JSON.stringify(content)));
    const before = editor.page.things.t ?? makeTestText('t', '');
    const apply = (to: typeof before) =>
      editor.applyRemote({ added: {}, removed: {}, updated: { t: [before, to] } });
    editor.startTextEditing('t');
    apply({ ...before, content: { text: richTextFromPlain('Not typed yet') } });
    expect(editedBlockOf(editor.mode)).to.equal('t');
    editor.setEditedText(richTextFromPlain('Mine'));
    apply({ ...before, content: { text: richTextFromPlain('Not typed yet') }, styles: {} });
    expect(editedBlockOf(editor.mode)).to.equal('t');
    expect(reported).to.eql([]);
    apply({ ...before, content: { text: richTextFromPlain('Theirs') } });
    expect(editedBlockOf(editor.mode)).to.equal(null);
    expect(reported[0]).to.include('Mine');
    expect(reported.slice(1)).to.eql(['block_locked']);
    expect(JSON.stringify(editor.page.things.t)).to.include('Theirs');
    expect(editor.canUndo).to.equal(false);
  });

  it('discards only the typed text when someone else replaces it, in a discarded `run` too [R59]', () => {
    for (const isRunning of [true, false]) {
      const editor = createEditor({ page: { ...firstPage() } });
      const { a = makeTestText('a', ''), t = makeTestText('t', '') } = editor.page.things;
      const theirs = { ...t, content: { text: richTextFromPlain('Theirs') } };
      const faded = { ...a, styles: { opacity: 0.5 } };
      const origins: string[] = [];
      editor.recordChanges((_, origin) => origins.push(origin));
      const replace = () => {
        const updated = { t: [t, theirs], a: [a, faded] } as const;
        editor.applyRemote({ added: {}, removed: {}, updated });
      };
      editor.startTextEditing('t');
      editor.setEditedText('Mine');
      editor.update('a', { altText: 'kept' }).unwrap();
      if (isRunning)
        editor.run(() => {
          editor.setEditedText('Mine too');
          replace();
          return refuse('change_refused') as never;
        });
      else replace();
      expect(editor.isInProgress).to.equal(false);
      expect(origins).to.eql(['remote', 'edit']);
      expect(editor.stablePage.things.a).to.eql({ ...faded, altText: 'kept' });
      expect(editor.stablePage.things.t?.content).to.eql(theirs.content);
      editor.undo();
      expect(editor.stablePage.things.a).to.eql(faded);
      expect(editor.stablePage.things.t?.content).to.eql(theirs.content);
    }
  });
});

describe('a text that is changed without being edited', () => {
  const paragraph = (text: string, marks: readonly RichTextMark[] = []): RichText =>
    richTextFromPlain(text, { marks });
  const BOLD = [{ type: 'bold' }] as const;
  const textOf = ({ editor }: TestTab, uuid = 't') =>
    (editor.stablePage.things[uuid]?.content as { readonly text?: unknown } | undefined)?.text;
  async function openTabs() {
    const { tabs, settle } = await openTestTabs(2);
    const [one, two] = tabs as [TestTab, TestTab];
    const codes: string[] = [];
    for (const { client } of tabs) client.listen({ onRejected: ({ code }) => codes.push(code) });
    const set = (text: RichText) => two.editor.update('t', { content: { text } }).unwrap();
    const type = (text: string): void => {
      expect(one.editor.startTextEditing('t')).to.equal(true);
      one.editor.setEditedText(paragraph(text)).unwrap();
      one.editor.stopTextEditing();
      one.client.flush();
    };
    return { one, two, tabs, codes, set, type, settle };
  }

  for (const isOffline of [true, false])
    it(`${isOffline ? 'offline' : 'at the same time'} is not written over what someone else has typed, which would be lost without being offered [R59, R72]`, async () => {
      const { two, tabs, codes, set, type, settle } = await openTabs();
      if (isOffline) two.setOnline(false);
      set(paragraph('Hi', BOLD));
      two.editor.update('t', { position: { width: 0.07 } }).unwrap();
      type('Precious');
      if (isOffline) await settle();
      two.setOnline(true);
      await settle();
      for (const tab of tabs) expect(textOf(tab)).to.eql(paragraph('Precious'));
      expect(codes).to.eql(['lock_lost']);
      // Nobody typed the words that were made bold.
      for (const { client } of tabs) expect(client.lostTexts).to.eql([]);
      while (two.editor.undo());
      await settle();
      for (const tab of tabs) expect(textOf(tab)).to.eql(paragraph('Precious'));
      for (const { client } of tabs) client.close();
    });

  const SIZED = [{ type: 'font_size', attrs: { sizePx: 20 } }] as const;
  const POINTER = { pxPerUnit: 600, ctrl: true } as const;
  /** Begins to drag the bottom right corner of the selection. */
  function dragCorner(editor: Editor, uuids: string[]): void {
    editor.select(uuids);
    const down = { x: 0.5, y: 0.5, ...POINTER };
    editor.dispatch({ type: 'pointerdown', ...down, handle: 'se' });
    moveTo(editor, 0.54);
  }
  function moveTo(editor: Editor, to: number): void {
    editor.dispatch({ type: 'pointermove', x: to, y: to, ...POINTER });
  }
  const OPEN: Record<string, (editor: Editor) => (() => void) | undefined> = {
    'a `begin`': (editor) => {
      editor.begin();
      editor.update('t', { content: { text: paragraph('Hi', BOLD) } }).unwrap();
      return undefined;
    },
    'a step': (editor) => {
      editor.begin();
      editor.update('t', { altText: 'Mine' }).unwrap();
      editor.begin();
      editor.update('t', { content: { text: paragraph('Hi', BOLD) } }).unwrap();
      return () => {
        editor.commit();
        editor.begin();
        editor.update('t', { properties: { htmlId: 'mine' } }).unwrap();
        editor.cancel();
      };
    },
    'repeated scaling': (editor) => {
      const scale = (factor: number) => editor.scale(factor, ['t']).unwrap();
      editor.begin();
      scale(1.2);
      scale(1.1);
      return () => scale(1.3);
    },
    'a drag of a corner': (editor) => {
      dragCorner(editor, ['t']);
      return () => moveTo(editor, 0.6);
    },
    'a drag of the corner of several blocks': (editor) => {
      dragCorner(editor, ['t', 'b']);
      return () => moveTo(editor, 0.6);
    },
    'a pinch': (editor) => {
      editor.select(['t']);
      const { x = 0, y = 0 } = editor.boxOf('t') ?? {};
      const finger = { ...POINTER, pointerType: 'touch', y: y + 0.01 } as const;
      const second = { ...finger, pointerId: 2 } as const;
      editor.dispatch({ type: 'pointerdown', ...finger, pointerId: 1, x: x + 0.01 });
      editor.dispatch({ type: 'pointerdown', ...second, x: x + 0.03 });
      editor.dispatch({ type: 'pointermove', ...second, x: x + 0.06 });
      expect(editor.mode.name).to.equal('pinching');
      return () => editor.dispatch({ type: 'pointermove', ...second, x: x + 0.05 });
    },
  };

  for (const [what, open] of Object.entries(OPEN))
    for (const isContinued of [false, true])
      it(`in ${what}${isContinued ? ' that goes on' : ''} is not written over what someone else types meanwhile [E60, H9, R59]`, async () => {
        const { one, two, tabs, codes, type, settle } = await openTabs();
        one.editor.update('t', { content: { text: paragraph('Hi', SIZED) } }).unwrap();
        await settle();
        const goOn = open(two.editor);
        expect(two.editor.blocks.get('t')?.content).to.not.eql(
          two.editor.stablePage.things.t?.content,
        );
        type('Precious');
        await settle();
        expect(JSON.stringify(two.editor.blocks.get('t'))).to.include('Precious');
        if (isContinued) goOn?.();
        two.editor.commit();
        two.editor.reset();
        await settle();
        for (const { editor, client } of tabs) {
          expect(JSON.stringify(editor.stablePage.things.t)).to.include('Precious');
          expect(client.lostTexts).to.eql([]);
        }
        expect(codes).to.eql([]);
        for (const { client } of tabs) client.close();
      });

  it('in an open edit is not written over what someone else types in its block after removing and restoring it [E60, H10, R59]', async () => {
    const { one, two, tabs, type, settle } = await openTabs();
    two.editor.begin();
    two.editor.stage({ content: { text: paragraph('Hi', BOLD) }, altText: 'Mine' }, ['t']).unwrap();
    one.editor.remove(['t']).unwrap();
    await settle();
    // Makes the restored block and the typed text arrive together.
    two.setOnline(false);
    one.editor.undo();
    type('Precious');
    await settle();
    two.setOnline(true);
    await settle();
    two.editor.commit();
    await settle();
    for (const tab of tabs) {
      expect(textOf(tab)).to.eql(paragraph('Precious'));
      expect(tab.editor.blocks.get('t')).to.deep.include({ altText: 'Mine' });
    }
    for (const { client } of tabs) client.close();
  });

  it('in an open edit is offered if someone else types in its block meanwhile [E60, R59]', async () => {
    const { two, tabs, type, settle } = await openTabs();
    two.editor.begin();
    two.editor.update('t', { content: { text: paragraph('Set by a program') } }).unwrap();
    two.editor.update('b', { altText: 'Mine' }).unwrap();
    type('Precious');
    await settle();
    two.editor.commit();
    await settle();
    for (const tab of tabs) {
      expect(textOf(tab)).to.eql(paragraph('Precious'));
      expect(tab.editor.blocks.get('b')).to.deep.include({ altText: 'Mine' });
    }
    const offered = two.client.lostTexts.map(({ text }) => text);
    expect(offered).to.eql([paragraph('Set by a program')]);
    for (const { client } of tabs) client.close();
  });

  it('is never written over what someone else types, whatever is open and however the two alternate (law) [E60, H9, R59]', async function () {
    this.timeout(600_000);
    const own: Record<string, (editor: Editor) => unknown> = {
      begins: (editor) => editor.begin(),
      commits: (editor) => editor.isInProgress && editor.commit(),
      cancels: (editor) => editor.isInProgress && editor.cancel(),
      scales: (editor) => editor.scale(1.1, ['t']),
      moves: (editor) => editor.stage({ position: { x: 0.3 } }, ['t']),
      formats: (editor) => {
        const shown = editor.blocks.get('t')?.content as { readonly text?: RichText } | undefined;
        if (!shown?.text) return;
        const words = plainFromRichText(shown.text);
        editor.stage({ content: { text: paragraph(words, SIZED) } }, ['t']);
      },
      undoes: (editor) => editor.undo(),
    };
    const theirs: Record<string, (editor: Editor) => unknown> = {
      removes: (editor) => editor.remove(['t']),
      restores: (editor) => !editor.blocks.has('t') && editor.undo(),
      moves: (editor) => editor.update('t', { position: { y: 0.1 } }),
    };
    const step = fc.oneof(
      fc.record({ own: fc.constantFrom(...Object.keys(own)) }),
      fc.record({ theirs: fc.constantFrom(...Object.keys(theirs), 'types') }),
      fc.constant({ isDelivered: true }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const { one, two, tabs, type, settle } = await openTabs();
        let typed: string | null = null;
        let count = 0;
        for (const each of steps) {
          if ('own' in each) own[each.own]?.(two.editor);
          else if ('isDelivered' in each) await settle();
          else if (each.theirs !== 'types') {
            if (one.editor.blocks.has('t') || each.theirs === 'restores')
              theirs[each.theirs]?.(one.editor);
          } else if (one.editor.blocks.has('t')) {
            count += 1;
            type((typed = `Precious ${String(count)}`));
          }
        }
        await settle();
        if (two.editor.isInProgress) two.editor.commit();
        await settle();
        theirs.restores?.(one.editor);
        await settle();
        const [shown, other] = [textOf(one), textOf(two)];
        expect(shown).to.eql(other);
        if (typed !== null)
          expect(JSON.stringify([shown, one.client.lostTexts]), 'kept').to.include(typed);
        for (const { client } of tabs) client.close();
      }),
      { numRuns: lawRuns(30, 120) },
    );
  });

  it('in a gesture that goes on while its block is removed is not written over what was typed before, once the block is back [H9, H10, R59]', async () => {
    const { one, two, tabs, type, settle } = await openTabs();
    one.editor.update('t', { content: { text: paragraph('Hi', SIZED) } }).unwrap();
    await settle();
    dragCorner(two.editor, ['t']);
    type('Precious');
    one.editor.remove(['t']).unwrap();
    await settle();
    moveTo(two.editor, 0.6);
    one.editor.undo();
    await settle();
    two.editor.commit();
    await settle();
    for (const tab of tabs) expect(textOf(tab)).to.eql(paragraph('Precious'));
    for (const { client } of tabs) client.close();
  });

  it('in an open edit is offered if its block was hidden with its group and returns with other words [H9, R72]', async () => {
    const { one, two, tabs, type, settle } = await openTabs();
    two.editor.begin();
    two.editor.update('t', { content: { text: paragraph('Set by a program') } }).unwrap();
    one.editor.remove(['g']).unwrap();
    await settle();
    expect(two.editor.blocks.has('t')).to.equal(false);
    two.setOnline(false);
    one.editor.undo();
    type('Precious');
    await settle();
    two.setOnline(true);
    await settle();
    two.editor.commit();
    await settle();
    for (const tab of tabs) expect(textOf(tab)).to.eql(paragraph('Precious'));
    const offered = two.client.lostTexts.map(({ text }) => text);
    expect(offered).to.eql([paragraph('Set by a program')]);
    for (const { client } of tabs) client.close();
  });

  it('in a step that is cancelled is offered if someone else has typed meanwhile: the step before cannot return [H12, R72]', async () => {
    const { two, tabs, type, settle } = await openTabs();
    two.editor.begin();
    two.editor.update('t', { content: { text: paragraph('Set by a program') } }).unwrap();
    two.editor.begin();
    two.editor.update('t', { content: { text: paragraph('Hi') } }).unwrap();
    type('Precious');
    await settle();
    two.editor.cancel();
    two.editor.commit();
    await settle();
    for (const tab of tabs) expect(textOf(tab)).to.eql(paragraph('Precious'));
    const offered = two.client.lostTexts.map(({ text }) => text);
    expect(offered).to.eql([paragraph('Set by a program')]);
    for (const { client } of tabs) client.close();
  });

  it('in an open edit does not move back what the edit has moved [H9]', async () => {
    const { two, tabs, type, settle } = await openTabs();
    two.editor.begin();
    two.editor.stage({ position: { x: 0.31 } }, ['t']).unwrap();
    const x = two.editor.boxOf('t')?.x ?? 0;
    two.editor.stage({ content: { text: paragraph('Hi', BOLD) } }, ['t']).unwrap();
    type('Precious');
    await settle();
    two.editor.commit();
    await settle();
    for (const { editor } of tabs) {
      expect(editor.boxOf('t')?.x).to.be.closeTo(x, 1e-6);
      expect(JSON.stringify(editor.blocks.get('t'))).to.include('Precious');
    }
    for (const { client } of tabs) client.close();
  });

  it('is offered if its plain text has changed [R59, R24]', async () => {
    const { two, tabs, set, type, settle } = await openTabs();
    set(paragraph('Set by a program', BOLD));
    type('Precious');
    await settle();
    for (const tab of tabs) expect(textOf(tab)).to.eql(paragraph('Precious'));
    const offered = two.client.lostTexts.map(({ text }) => text);
    expect(offered).to.eql([paragraph('Set by a program', BOLD)]);
    for (const { client } of tabs) client.close();
  });

  it('leaves the size that the newer text needs, and everything else of its op is applied [R59, R62]', async () => {
    const { two, tabs, codes, type, settle } = await openTabs();
    two.editor.begin();
    const text = paragraph('Hi', BOLD);
    two.editor.update('t', { content: { text }, position: { height: 0.09 } }).unwrap();
    two.editor.update('b', { altText: 'Mine' }).unwrap();
    two.editor.commit();
    type('Precious');
    await settle();
    for (const { editor } of tabs) {
      expect(editor.blocks.get('b')).to.deep.include({ altText: 'Mine' });
      expect(editor.blocks.get('t')?.position.height).to.not.equal(0.09);
    }
    expect(codes).to.eql([]);
    for (const { client } of tabs) client.close();
  });

  it('is written if others have changed only other things, including the styles and position of its block [R59]', async () => {
    const { one, two, tabs, codes, set, settle } = await openTabs();
    const [other = ''] = one.editor.add({ type: 'text', parentUuid: 's2' }).unwrap();
    one.editor.update(other, { content: { text: paragraph('Other') } }).unwrap();
    await settle();
    two.setOnline(false);
    set(paragraph('Hi', BOLD));
    set(paragraph('Hi there'));
    one.editor.update('t', { styles: { opacity: 0.5 }, position: { y: 0.3 } }).unwrap();
    expect(one.editor.startTextEditing(other)).to.equal(true);
    one.editor.setEditedText(paragraph('Typed')).unwrap();
    one.editor.stopTextEditing();
    await settle();
    const position = one.editor.blocks.get('t')?.position;
    two.setOnline(true);
    await settle();
    for (const tab of tabs) {
      expect(textOf(tab)).to.eql(paragraph('Hi there'));
      expect(tab.editor.blocks.get('t')?.styles.opacity).to.equal(0.5);
      expect(tab.editor.blocks.get('t')?.position).to.eql(position);
      expect(textOf(tab, other)).to.eql(paragraph('Typed'));
    }
    expect(codes).to.eql([]);
    for (const { client } of tabs) client.close();
  });
});
