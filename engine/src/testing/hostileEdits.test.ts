import { expect } from 'chai';
import fc from 'fast-check';
import type { Kit } from '../blocks/Kit.ts';
import type { NewBlock } from '../editor/patches.ts';
import type { Editor } from '../editor/Editor.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { type RichText, richTextFromPlain } from '../text/richText.ts';
import { expectTypedOutcome } from './expectTypedOutcome.ts';
import { mutate, objectMutations } from './hostileJson.ts';
import { makeTestEditor } from './makeTestEditor.ts';
import { makeTestBlock, makeTestPage, makeTestSection, makeTestText } from './makeTestPage.ts';

const blocks = [
  makeTestBlock('a'),
  makeTestText('t', 'Hi'),
  makeTestSection('g', { parentUuid: 's1' }),
  makeTestBlock('odd', { type: 'from-the-future', content: { any: { thing: [1] } } }),
];

const patch = {
  position: { x: 0.2, y: 0.1, width: 0.5, height: 0.25, rotationDeg: 20, zIndex: 5 },
  properties: { hyperlink: 'https://example.org/', htmlId: 'about' },
  styles: { opacity: 0.5, border: { widthPx: 2, style: 'solid', color: '#123456' } },
  content: { shapeColor: '#654321', extra: [{ deep: null }] },
  altText: 'A shape',
};

/** Calls that take structured arguments, each with valid ones. */
const calls: Readonly<
  Record<string, { good: unknown; call: (editor: Editor, value: never) => unknown }>
> = {
  add: {
    good: [
      { type: 'shape', ...patch },
      { type: 'text', parentUuid: 'g' },
    ],
    call: (editor, value: readonly NewBlock[]) => editor.add(value),
  },
  update: { good: patch, call: (editor, value) => editor.update(['a', 'odd'], value) },
  'update of text': {
    good: { content: { text: richTextFromPlain('Hello'), fontSize: 20 } },
    call: (editor, value) => editor.update('t', value),
  },
  stage: { good: patch, call: (editor, value) => editor.stage(value, ['a']) },
  updatePage: {
    good: {
      settings: { title: 'x', lang: 'en' },
      style: { backgroundColor: '#FFFFFF', margin: 0.1 },
      isListed: false,
    },
    call: (editor, value) => editor.updatePage(value),
  },
  replacePage: {
    good: { settings: makeTestPage().settings, style: {}, things: makeTestPage(blocks).things },
    call: (editor, value) => editor.replacePage(value),
  },
  placeOnPhone: {
    good: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 },
    call: (editor, value) => editor.placeOnPhone('a', value),
  },
  setEditedText: {
    good: richTextFromPlain('Hello'),
    call: (editor, value) => {
      editor.startTextEditing('t');
      const written = editor.setEditedText(value);
      editor.stopTextEditing();
      return written;
    },
  },
  resizeSection: {
    good: { height: 0.5, width: 1.2 },
    call: (editor, value) => editor.resizeSection('s1', value),
  },
};

/** Returns the call's result, or null when code in the argument throws its own error. */
function attempt(call: () => unknown): { ok: boolean } | null {
  try {
    return call() as { ok: boolean };
  } catch (error) {
    if (error instanceof Error && error.message === 'from the input') return null;
    throw error;
  }
}

describe('hostile edits', function () {
  this.timeout(300_000);

  for (const [name, { good, call }] of Object.entries(calls))
    it(`with ${name} return a Result, and leave a valid page, the same one if refused (law) [J9]`, () => {
      fc.assert(
        fc.property(objectMutations, (mutations) => {
          const editor = makeTestEditor(blocks);
          const before = editor.page;
          const value = mutate(good, mutations);
          const outcome = expectTypedOutcome(() => attempt(() => call(editor, value as never)));
          if ('error' in outcome) throw outcome.error;
          if (outcome.value?.ok === false) expect(outcome.value).to.have.property('code');
          else if (outcome.value) expect(outcome.value.ok).to.equal(true);
          if (outcome.value?.ok !== true) expect(editor.page).to.eql(before);
          editor.commit();
          const page = parsePage(editor.page);
          expect(JSON.parse(JSON.stringify(editor.page))).to.eql(page);
          while (editor.undo());
          expect(editor.page).to.eql(before);
        }),
        { numRuns: 120 },
      );
    });

  it('keep nothing that the caller can still change [J9]', () => {
    const edits = [
      (editor: Editor, text: RichText) => editor.update('t', { content: { text } }),
      (editor: Editor, text: RichText) => {
        editor.startTextEditing('t');
        return editor.setEditedText(text);
      },
    ];
    for (const edit of edits)
      for (const freeze of [(text: RichText) => text, (text: RichText) => Object.freeze(text)]) {
        const editor = makeTestEditor(blocks);
        const words = { type: 'text', text: 'Mine' };
        const text = freeze({ type: 'doc', content: [{ type: 'paragraph', content: [words] }] });
        expect(edit(editor, text)).to.include({ ok: true });
        words.text = 'Changed';
        expect(JSON.stringify(editor.blocks.get('t')?.content)).to.include('Mine');
      }
  });

  it('store the value that was validated, whatever a getter returns later [J9]', () => {
    const odd = makeTestBlock('odd', { type: 'from-the-future', content: {} });
    const editor: Editor<Kit> = makeTestEditor([odd]);
    let reads = 0;
    const extra = {
      get value() {
        reads += 1;
        return reads === 1 ? 'safe' : { evil: true };
      },
    };
    expect(editor.update('odd', { content: { extra } })).to.include({ ok: true });
    expect(editor.blocks.get('odd')?.content).to.have.deep.property('extra', { value: 'safe' });
  });

  it('with prototype keys in a part are refused with their path [J9]', () => {
    const editor = makeTestEditor(blocks);
    const inherited: unknown = Object.assign(Object.create(null), { url: 'javascript:1' });
    const styles = Object.defineProperty({}, '__proto__', { value: inherited, enumerable: true });
    for (const hostile of [styles, JSON.parse('{"__proto__":null}') as object])
      expect(editor.update('a', { styles: hostile })).to.have.nested.property(
        'details.path',
        'styles.__proto__',
      );
  });

  it('with an array that grows while it is read are refused [J9]', () => {
    const editor: Editor<Kit> = makeTestEditor(blocks);
    let length = 1;
    const growing = new Proxy([1], {
      get: (target, key) => (key === 'length' ? length++ : Reflect.get(target, 0)),
    });
    expect(editor.update('a', { content: { growing } })).to.include({ code: 'invalid_block' });
  });

  it('with strings, numbers and null in place of other types are refused with a Result [J9]', () => {
    const odd = 5 as never;
    const missing = null as never;
    const calls: Readonly<Record<string, (editor: Editor) => { readonly ok: boolean }>> = {
      add: (editor) => editor.add(missing),
      'add of a list': (editor) => editor.add([odd]),
      update: (editor) => editor.update('a', missing),
      'update of an HTML id': (editor) => editor.update('a', { properties: { htmlId: odd } }),
      setHtmlId: (editor) => editor.setHtmlId(odd),
      updatePage: (editor) => editor.updatePage(missing),
      replacePage: (editor) => editor.replacePage(missing),
      setReadingOrder: (editor) => editor.setReadingOrder('s1', odd),
      resizeSection: (editor) => editor.resizeSection('s1', missing),
      moveSection: (editor) => editor.moveSection('s1', 'sideways' as never),
      addSection: (editor) => editor.addSection(NaN),
      align: (editor) => editor.align('diagonal' as never),
      distribute: (editor) => editor.distribute('z' as never),
      flip: (editor) => editor.flip('z' as never),
      reorder: (editor) => editor.reorder('sideways' as never),
    };
    for (const [name, call] of Object.entries(calls)) {
      const editor = makeTestEditor(blocks);
      editor.select(['a']);
      const before = editor.page;
      const outcome = call(editor);
      expect(outcome.ok, name).to.equal(false);
      expect(outcome, name).to.have.nested.property('details.path');
      expect(editor.page, name).to.equal(before);
    }
  });
});
