import { expect } from 'chai';
import fc from 'fast-check';
import type { Environment, TextMeasureRequest } from '../model/Environment.ts';
import { roundLength } from '../model/Position.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestText } from '../testing/makeTestPage.ts';
import { plainFromRichText, type RichText, richTextFromPlain } from '../text/richText.ts';
import type { Editor } from './Editor.ts';

/** The lines of a block's text at a width, with 12 px for each character and at its sides. */
function linesOf({ block, widthPx }: TextMeasureRequest): readonly string[] {
  const text = plainFromRichText((block.content as { text: RichText }).text);
  const perLine = Math.max(1, Math.floor((widthPx - 24) / 12 + 1e-6));
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= perLine || line === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** What a font that has loaded adds to each width. */
let extraPx = 0;

const environment: Partial<Environment> = {
  measureTextWidth: (request) =>
    extraPx + 24 + 12 * Math.max(...linesOf(request).map(({ length }) => length)),
  measureTextHeight: (request) => 24 + 20 * linesOf(request).length,
};

type Align = 'left' | 'center' | 'right';

interface Start {
  readonly text: string;
  readonly align: Align;
  readonly x: number;
  readonly rotationDeg?: number;
}

/** An editor with a text as wide as its words, and the text that is edited. */
function open({ text, align, x, rotationDeg = 0 }: Start): Editor {
  const content = { text: richTextFromPlain(text), textAlign: align, useAutowidth: true };
  const width = roundLength((24 + 12 * text.length) / 600);
  const position = { x, y: 0.3, width, height: roundLength(46 / 600), rotationDeg };
  return makeTestEditor([makeTestText('t', text, { content, position })], { environment });
}

const placeOf = (editor: Editor) => editor.blocks.get('t')?.position;

function type(editor: Editor, ...texts: readonly string[]) {
  for (const text of texts) editor.setEditedText(text).unwrap();
  return placeOf(editor);
}

/** Each text on the way from one to the other, as keys make them. */
function keysTo(from: string, to: string): readonly string[] {
  const texts: string[] = [];
  for (let end = from.length - 1; end >= 0; end--) texts.push(from.slice(0, end));
  for (let end = 1; end <= to.length; end++) texts.push(to.slice(0, end));
  return texts;
}

const OFFER: Start = { text: 'Unser Angebot im Dezember', align: 'left', x: 0.4 };

describe('a text as wide as its words, while it is edited', () => {
  beforeEach(() => {
    extraPx = 0;
  });

  it('is back where it was when the words that moved it to the left are deleted, and nothing is saved [TX15]', () => {
    for (const { text, ...place } of [
      OFFER,
      { text: 'Baeckerei Mara', align: 'center', x: 0.0525 },
      { text: 'Baeckerei Mara', align: 'right', x: 0.02 },
    ] as const) {
      const editor = open({ text, ...place });
      const before = editor.page;
      const added = `${text} und Januar xxxxx yyyyy zzzzz`;
      editor.startTextEditing('t');
      const keys = keysTo('', added).slice(text.length);
      const moved = type(editor, ...keys);
      expect(moved?.x).to.not.equal(place.x);
      expect((moved?.x ?? 0) + (moved?.width ?? 0)).to.be.at.most(1 + 1e-6);
      type(editor, ...keys.toReversed(), text);
      editor.stopTextEditing();
      expect(editor.page).to.deep.equal(before);
      expect(editor.canUndo).to.equal(false);
    }
  });

  it('has the position that setting its last text at once gives, however it was typed [TX15]', () => {
    const words = fc
      .array(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 8 })
      .map((lengths) => lengths.map((length) => 'x'.repeat(length)).join(' '));
    fc.assert(
      fc.property(
        fc.record({
          text: words.map((text) => text.slice(0, 30).trim()),
          align: fc.constantFrom<Align>('left', 'center', 'right'),
          x: fc.integer({ min: -200_000, max: 1_000_000 }).map((each) => each / 1e6),
          rotationDeg: fc.oneof(fc.constant(0), fc.integer({ min: -180, max: 180 })),
        }),
        fc.array(words, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.constantFrom('stored', 'new', 'moved'),
        (start, texts, byKeys, kind) => {
          const opened = (): Editor => {
            const editor = open(start);
            editor.begin();
            const block = editor.blocks.get('t');
            if (kind === 'new' && block?.type === 'text') {
              const { uuid, type, parentUuid, position, content } = block;
              editor.remove('t').unwrap();
              editor.add({ uuid, type, parentUuid, position, content }).unwrap();
            }
            editor.startTextEditing('t');
            // A block that is moved while it is typed in starts from its new place, whoever moves it.
            if (kind === 'moved') editor.update('t', { position: { x: 0.5, y: 0.2 } }).unwrap();
            return editor;
          };
          const typed = opened();
          let shown = start.text;
          for (const text of texts) {
            type(typed, ...(byKeys ? keysTo(shown, text) : [text]));
            shown = text;
          }
          expect(placeOf(typed)).to.deep.equal(type(opened(), shown));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('stays where the host or someone else has moved it meanwhile [TX15]', () => {
    const long = `${OFFER.text} und Januar xxxxx`;
    const editor = open(OFFER);
    editor.startTextEditing('t');
    type(editor, long);
    editor.update('t', { position: { x: 0.01, y: 0.5 } }).unwrap();
    expect(type(editor, OFFER.text)).to.include({ x: 0.01, y: 0.5 });
    editor.cancel();

    const from = editor.blocks.get('t');
    if (!from) throw new Error('no text');
    editor.startTextEditing('t');
    type(editor, long);
    const to = { ...from, position: { ...from.position, x: 0.1, y: 0.6 } };
    editor.applyRemote({ added: {}, updated: { t: [from, to] }, removed: {} });
    expect(type(editor, `${OFFER.text}!`)).to.include({ x: 0.1, y: 0.6 });
    type(editor, OFFER.text);
    editor.stopTextEditing();
    expect(editor.blocks.get('t')).to.deep.equal(to);
    expect(editor.canUndo).to.equal(false);
  });

  it('stays where it is when its alignment or its way of sizing changes, and is moved back for the old alignment [TX15]', () => {
    const editor = open(OFFER);
    editor.startTextEditing('t');
    const moved = type(editor, `${OFFER.text} und Januar xxxxx`);
    editor.update('t', { content: { textAlign: 'right' } }).unwrap();
    expect(placeOf(editor)).to.deep.equal(moved);
    editor.update('t', { content: { textAlign: 'left' } }).unwrap();
    expect(placeOf(editor)).to.deep.equal(moved);
    editor.setAutowidth(false, ['t']).unwrap();
    expect(placeOf(editor)).to.deep.equal(moved);
    editor.setAutowidth(true, ['t']).unwrap();
    expect(type(editor, OFFER.text)?.x).to.equal(OFFER.x);
  });

  it('is moved back also after a refused or cancelled step, or a change by someone else of its colour [TX15]', () => {
    const long = `${OFFER.text} und Januar xxxxx`;
    const editor = open(OFFER);
    const from = editor.blocks.get('t');
    if (!from) throw new Error('no text');
    editor.startTextEditing('t');
    type(editor, long);
    editor.applyRemote({
      added: {},
      updated: { t: [from, { ...from, styles: { ...from.styles, opacity: 0.5 } }] },
      removed: {},
    });
    const step = editor.begin();
    type(editor, `${long} yyyyy`);
    editor.cancel(step);
    expect(type(editor, OFFER.text)?.x).to.equal(OFFER.x);
  });

  it('is moved back after its font has loaded while it was at the edge of the window [TX15] [T6]', () => {
    const editor = open(OFFER);
    editor.startTextEditing('t');
    const { x = 0, width = 0 } = type(editor, `${OFFER.text} und xxxxx`) ?? {};
    extraPx = 12;
    editor.remeasure(() => true);
    expect(placeOf(editor)?.width).to.be.closeTo(width + 12 / 600, 1e-6);
    expect(placeOf(editor)?.x).to.be.closeTo(x - 12 / 600, 1e-6);
    expect(type(editor, 'Unser Angebot')?.x).to.equal(OFFER.x);
  });

  it('starts from where it is when it is edited the next time [TX15]', () => {
    const editor = open(OFFER);
    editor.startTextEditing('t');
    const moved = type(editor, `${OFFER.text} und Januar xxxxx`);
    editor.stopTextEditing();
    editor.startTextEditing('t');
    expect(type(editor, OFFER.text)?.x).to.equal(moved?.x);
  });
});
