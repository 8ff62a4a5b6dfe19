import { expect } from 'chai';
import fc from 'fast-check';
import type { Editor, NewBlock } from '../editor/Editor.ts';
import { isRecord } from '../model/isRecord.ts';
import { parsePage } from '../model/parsePage.ts';
import { richTextFromPlain } from '../text/richText.ts';
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

/** Calls that take structures, and one that they all take as it should be. */
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
      editor.setEditedText(value);
      editor.stopTextEditing();
      return { ok: true };
    },
  },
  resizeSection: {
    good: { height: 0.5, width: 1.2 },
    call: (editor, value) => editor.resizeSection('s1', value),
  },
};

const PARTS = ['position', 'properties', 'styles', 'content', 'settings', 'style', 'things'];

/** Whether what types promise of an edit's outline holds; what is inside may be anything. */
function hasParts(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length < 100 && value.every((each) => isRecord(each) && hasParts(each));
  try {
    const parts = Object.entries(Object.getOwnPropertyDescriptors(value));
    return parts.every(
      ([name, part]) => 'value' in part && (!PARTS.includes(name) || isRecord(part.value)),
    );
  } catch {
    return false;
  }
}

/** What a call answers; null when a getter of the caller's own object threw its own error. */
function attempt(call: () => unknown): { ok: boolean } | null {
  try {
    return call() as { ok: boolean };
  } catch (error) {
    if (error instanceof Error && error.message === 'from the input') return null;
    throw error;
  }
}

describe('bad edits', function () {
  this.timeout(60_000);

  for (const [name, { good, call }] of Object.entries(calls))
    it(`of ${name} leave a page that a parser takes, and are refused by a value (law) [J9]`, () => {
      fc.assert(
        fc.property(objectMutations, (mutations) => {
          const editor = makeTestEditor(blocks);
          const before = editor.page;
          const value = mutate(good, mutations);
          fc.pre((isRecord(value) || Array.isArray(value)) && hasParts(value));
          const outcome = expectTypedOutcome(() => attempt(() => call(editor, value as never)));
          if ('error' in outcome) throw outcome.error;
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
});
