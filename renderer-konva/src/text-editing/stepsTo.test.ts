import { expect } from 'chai';
import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { Transform } from 'prosemirror-transform';
import { changedRange, isInside, stepsAround, stepsBeside, stepsTo, withSteps } from './stepsTo.ts';
import { richDoc } from './textSchemas.ts';

const line = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', ' ', 'İ', 'に', '👋'),
  maxLength: 8,
});
const run = (text: string, isBold: boolean): object[] =>
  text === '' ? [] : [{ type: 'text', text, ...(isBold ? { marks: [{ type: 'bold' }] } : {}) }];
const textblock = fc
  .tuple(line, line, fc.boolean(), fc.constantFrom('paragraph', 'heading', 'hard_break'))
  .map(([one, other, isBold, kind]) => {
    const isHeading = kind === 'heading';
    const middle = kind === 'hard_break' ? [{ type: 'hard_break' }] : [];
    const content = [...run(one, isBold), ...middle, ...run(other, !isBold)];
    return isHeading
      ? { type: 'heading', attrs: { level: 2, textAlign: null, sizePx: null }, content }
      : { type: 'paragraph', attrs: { textAlign: null }, content };
  });
const list = fc.array(textblock, { minLength: 1, maxLength: 3 }).map((items) => ({
  type: 'bullet_list',
  content: items
    .filter(({ type }) => type === 'paragraph')
    .concat({ type: 'paragraph', attrs: { textAlign: null }, content: [] } as never)
    .map((item) => ({ type: 'list_item', content: [item] })),
}));
const docs = fc
  .array(fc.oneof({ weight: 4, arbitrary: textblock }, list), { minLength: 1, maxLength: 4 })
  .map((content): Node => {
    const doc = richDoc({ type: 'doc', content } as never);
    doc.check();
    return doc;
  });

/** A range in one text block of a document; two numbers from 0 to 1 say where. */
function rangeIn(doc: Node, [at, length]: readonly [number, number]) {
  const blocks: { start: number; size: number }[] = [];
  doc.descendants((node, position) => {
    if (node.isTextblock) blocks.push({ start: position + 1, size: node.content.size });
  });
  const block = blocks[Math.floor(at * (blocks.length - 1))] ?? { start: 1, size: 0 };
  const from = block.start + Math.floor(((at * 7) % 1) * block.size);
  return { from, to: from + Math.floor(length * (block.start + block.size - from)) };
}
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const place = fc.tuple(unit, unit);
const textIn = (doc: Node, { from, to }: { from: number; to: number }): string =>
  doc.textBetween(from, to, '\n', '\n');

describe('the steps from one text to another', () => {
  it('lead to it, or the next key would discard what the host has set [TX13]', () => {
    fc.assert(
      fc.property(docs, docs, (doc, other) => {
        expect(withSteps(doc, stepsTo(doc, other)).toJSON()).to.deep.equal(other.toJSON());
      }),
    );
  });

  it('leave a composed word as it is wherever the other text has it [TX13]', () => {
    fc.assert(
      fc.property(docs, docs, place, place, (doc, unrelated, at, to) => {
        const range = rangeIn(doc, at);
        const word = textIn(doc, range);
        const target = rangeIn(unrelated, to).from;
        const other = new Transform(unrelated).replace(
          target,
          target,
          doc.slice(range.from, range.to),
        ).doc;
        const steps = stepsAround(doc, range, other);
        if (word === '') expect(steps).to.equal(null);
        if (!steps) return;
        for (const step of steps) expect(isInside(step, range)).to.equal(false);
        const result = withSteps(doc, steps);
        result.check();
        expect(result.textContent.toLowerCase()).to.equal(other.textContent.toLowerCase());
      }),
    );
  });

  it('find a word after a character that is longer in lower case, or the text of the host would be lost [TX13]', () => {
    const doc = richDoc(paragraphs('iiii x'));
    const other = richDoc(paragraphs('İİİİ x'));
    const steps = stepsAround(doc, { from: 6, to: 7 }, other);
    expect(withSteps(doc, steps ?? []).textContent).to.equal('İİİİ x');
  });

  it('keep what is composed on in a text that does not have the word [TX14]', () => {
    fc.assert(
      fc.property(docs, docs, place, line, (doc, other, at, word) => {
        const range = rangeIn(doc, at);
        const steps = stepsBeside(doc, range, other);
        const kept = withSteps(doc, steps);
        kept.check();
        expect(textIn(kept, { from: 0, to: kept.content.size })).to.contain(textIn(doc, range));
        // The word is composed on before the steps are applied.
        const typing = EditorState.create({ doc }).tr.insertText(word, range.from, range.to);
        const later = steps.flatMap((step) => step.map(typing.mapping) ?? []);
        const result = withSteps(typing.doc, later);
        expect(textIn(result, { from: 0, to: result.content.size })).to.contain(word);
      }),
    );
  });
});

describe('the range that typing changes', () => {
  it('has all changes, and nothing before or after them [TX14]', () => {
    fc.assert(
      fc.property(docs, fc.array(fc.tuple(place, line), { maxLength: 3 }), (doc, changes) => {
        const transform = EditorState.create({ doc }).tr;
        for (const [at, text] of changes) {
          const { from, to } = rangeIn(transform.doc, at);
          if (text !== '' || from < to) transform.insertText(text, from, to);
        }
        const changed = changedRange(transform.mapping);
        if (!changed) {
          expect(transform.steps).to.have.length(0);
          return;
        }
        const { before, after } = changed;
        expect(transform.doc.slice(0, after.from).eq(doc.slice(0, before.from))).to.equal(true);
        const rest = transform.doc.slice(after.to);
        expect(rest.eq(doc.slice(before.to))).to.equal(true);
      }),
    );
  });
});

function paragraphs(text: string) {
  const content = [{ type: 'text', text }];
  return {
    type: 'doc',
    content: [{ type: 'paragraph', attrs: { textAlign: null }, content }],
  } as const;
}
