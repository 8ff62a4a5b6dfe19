import { expect } from 'chai';
import { z } from 'zod';
import { createEditor } from '../createEditor.ts';
import type { Editor } from '../editor/Editor.ts';
import { applyChange } from '../model/Change.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { callsThatEdit } from '../testing/callsThatEdit.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { defineBlock } from './BlockDefinition.ts';
import { defineKit } from './defineKit.ts';
import type { Kit } from './Kit.ts';

/** A kit whose functions call what `callNext` was given, once, when the named one is next called. */
function makeCallingKit() {
  let next: { readonly name: string; readonly act: () => unknown } | null = null;
  const call = (name: string): void => {
    if (next?.name !== name) return;
    const { act } = next;
    next = null;
    act();
  };
  const kit = defineKit({
    block: defineBlock({
      type: 'bell',
      version: 2,
      migrations: [(content) => (call('migrations.0'), content)],
      content: z.looseObject({ rings: z.number().refine(() => (call('content'), true)) }),
      defaultContent: () => (call('defaultContent'), { rings: 1 }),
      defaultSizePx: () => (call('defaultSizePx'), { width: 50, height: 50 }),
      aspectRatio: () => (call('aspectRatio'), 1),
      capabilities: { hasText: true },
      plainText: () => (call('plainText'), 'ding'),
      scalePx: ({ rings }, factor) => (call('scalePx'), { rings: rings * factor }),
      scaleText: (content) => (call('scaleText'), content),
      smallestFontSizePx: () => (call('smallestFontSizePx'), 20),
      remapIds: (content) => (call('remapIds'), content),
    }),
  });
  return {
    kit,
    callNext: (name: string, act: () => unknown): void => void (next = { name, act }),
    get wasCalled() {
      return next === null;
    },
  };
}

const position = { x: 0.3, y: 0.3, width: 0.2, height: 0.2 };
const page = makeTestPage([
  makeTestBlock('a'),
  makeTestBlock('b', { type: 'bell', content: { rings: 1 }, contentVersion: 2, position }),
]);

/** What calls each function of the kit, on a page with the bell `b`. */
const callers: Readonly<Record<string, (editor: Editor<Kit>) => unknown>> = {
  content: (editor) => editor.update('b', { content: { rings: 7 } }),
  'migrations.0': (editor) => {
    const { b, ...things } = page.things;
    const older = { ...page, things: { ...things, b: { ...b, contentVersion: 1 } as never } };
    return editor.replacePage(older);
  },
  defaultContent: (editor) => editor.add({ type: 'bell' }),
  defaultSizePx: (editor) => editor.add({ type: 'bell' }),
  aspectRatio: (editor) => editor.add({ type: 'bell' }),
  plainText: (editor) => editor.update('b', { content: { rings: 7 } }),
  scalePx: (editor) => editor.setReferenceWidth(700, { scale: true }),
  smallestFontSizePx: (editor) => editor.scale(0.9, 'b'),
  scaleText: (editor) => {
    editor.select('b');
    const at = (x: number) => ({ x, y: x, pxPerUnit: 600, ctrl: true });
    editor.dispatch({ type: 'pointerdown', ...at(0.5), handle: 'se' });
    editor.dispatch({ type: 'pointermove', ...at(0.6) });
    editor.dispatch({ type: 'pointerup', ...at(0.6) });
  },
  remapIds: (editor) => editor.duplicate('b'),
};

describe("a kit's function", () => {
  for (const name of ['defaultSizePx', 'aspectRatio'] as const)
    it(`is named if it returns no size, which would look like a mistake of the caller: ${name} [B13]`, () => {
      let returned: unknown = name === 'defaultSizePx' ? { width: 10, height: 10 } : 1;
      const block = defineBlock({
        type: 'bell',
        content: z.looseObject({}),
        defaultContent: () => ({}),
        [name]: () => returned,
      });
      const editor: Editor<Kit> = createEditor({ page, kits: [defineKit({ block })] });
      expect(editor.add({ type: 'bell' }).ok).to.equal(true);
      const wrong = [NaN, -1, 'x', Promise.resolve(1), { width: NaN, height: 1 }];
      const none = [undefined, null];
      for (returned of name === 'defaultSizePx' ? [...wrong, ...none] : wrong)
        expect(() => editor.add({ type: 'bell' }), String(returned))
          .to.throw(CobbleError, `kit bell: block.${name} must `)
          .that.deep.include({
            code: 'kit_invalid',
            details: { type: 'bell', path: `block.${name}` },
          });
      expect(editor.isInProgress).to.equal(false);
    });

  for (const [name, caller] of Object.entries(callers))
    it(`cannot end or edit what the editor is editing, which would corrupt the page for all: ${name} [B21]`, () => {
      for (const [call, edit] of Object.entries(callsThatEdit)) {
        const calling = makeCallingKit();
        const editor = createEditor({ page, kits: [calling.kit] });
        let recorded = editor.stablePage;
        editor.recordChanges((change) => void (recorded = applyChange(recorded, change)));
        let thrown: unknown = null;
        calling.callNext(name, () => {
          try {
            edit(editor);
          } catch (error) {
            thrown = error;
          }
        });
        const edited = caller(editor);
        expect(calling.wasCalled, call).to.equal(true);
        expect(thrown, call).to.be.instanceOf(CobbleError);
        expect(thrown, call).to.deep.include({
          code: 'input_invalid',
          message: `kit bell: block.${name} may read the editor, but not edit`,
          details: { type: 'bell', path: `block.${name}` },
        });
        if (edited) expect(edited, call).to.include({ ok: true });
        expect([editor.mode.name, editor.isInProgress], call).to.eql(['layout', false]);
        expect(editor.stablePage, call).to.eql(recorded);
        parsePage(editor.page, { kits: [calling.kit] });
        while (editor.undo());
        expect(editor.page, call).to.eql(page);
      }
    });

  it('discards the edit if it does not catch the error, which names it [B13, B21]', () => {
    const reason = (name: string) => `kit bell: block.${name} may read the editor, but not edit`;
    const add = (editor: Editor<Kit>) => editor.add({ type: 'bell', content: { rings: 7 } });
    const { kit, callNext } = makeCallingKit();
    const editor = createEditor({ page, kits: [kit] });
    const expectUnchanged = (): void => {
      expect([editor.page, editor.isInProgress, editor.canUndo]).to.eql([page, false, false]);
    };
    callNext('defaultContent', () => editor.commit());
    expect(() => add(editor))
      .to.throw(CobbleError, reason('defaultContent'))
      .with.property('code', 'kit_invalid');
    expectUnchanged();
    const commit = (): void => {
      callNext('content', commit);
      editor.commit();
    };
    commit();
    const refused = add(editor);
    expect(refused).to.include({ ok: false, code: 'invalid_block' });
    expect(refused.ok ? '' : refused.details?.['message']).to.contain(reason('content'));
    expectUnchanged();
    callNext('', () => undefined);
    expect(add(editor), 'what the schema threw is not remembered').to.include({ ok: true });
  });

  it('may read the editor, and edit another one with the same kits [B21]', () => {
    const { kit, callNext } = makeCallingKit();
    const kits = [kit];
    const editor = createEditor({ page, kits });
    const other = createEditor({ page, kits });
    let result: unknown = null;
    callNext('defaultContent', () => {
      const read = [editor.page.things['b']?.uuid, editor.copy('b')?.text, editor.canUndo];
      result = [...read, other.add({ type: 'bell' }).ok, other.undo()];
      expect(() => editor.undo()).to.throw(CobbleError);
    });
    editor.add({ type: 'bell' }).unwrap();
    expect(result).to.eql(['b', 'ding', false, true, true]);
  });

  it('cannot edit the editor when a host calls it with the kits that it has from that editor [B21]', () => {
    const { kit, callNext } = makeCallingKit();
    const editor = createEditor({ page, kits: [kit] });
    const block = page.things['b'];
    callNext('plainText', () => editor.undo());
    expect(() => editor.definitionOf('bell')?.plainText(block?.content ?? {})).to.throw(
      CobbleError,
    );
    callNext('migrations.0', () => editor.undo());
    let message = '';
    parsePage(
      { ...page, things: { ...page.things, b: { ...block, contentVersion: undefined } } },
      { kits: editor.kits, onWarning: (warning) => void ({ message } = warning) },
    );
    expect(message).to.contain('block.migrations.0 may read the editor');
  });

  it('keeps its guard when the kits are configured, and their list when it is the same [B21]', () => {
    const { kit, callNext } = makeCallingKit();
    const kits = [kit];
    const editor: Editor<Kit> = createEditor({ page });
    editor.configure({ kits });
    const configured = editor.kits;
    for (const same of [kits, configured]) {
      editor.configure({ kits: same });
      expect(editor.kits).to.equal(configured);
    }
    const second: Editor<Kit> = createEditor({ page, kits: editor.kits });
    for (const each of [editor, second]) {
      callNext('defaultContent', () => each.commit());
      expect(() => each.add({ type: 'bell' })).to.throw('kit bell: block.defaultContent');
    }
  });
});
