import { createEditor, createPage, type RichText } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { onReactionError } from 'mobx';
import { redo, undo } from 'prosemirror-history';
import type { EditorState } from 'prosemirror-state';
import { BareTextView } from '../testing/BareTextView.ts';
import { textDocOf } from './TextBinding.ts';
import { richDoc } from './textSchemas.ts';

/** Rich text with a paragraph per line. */
const rich = (text: string): RichText => ({
  type: 'doc',
  content: text.split('\n').map((line) => ({
    type: 'paragraph',
    attrs: { textAlign: null },
    ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }),
  })),
});
const textOf = ({ content }: EditorState['doc']): string =>
  content.textBetween(0, content.size, '\n', '\n');
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** An editor whose only text is edited in a view, and the errors in reactions. */
function edit(text: string) {
  const editor = createEditor({ page: createPage() });
  const [uuid = ''] = editor.add({ type: 'text', content: { text: rich(text) } }).unwrap();
  editor.startTextEditing(uuid);
  const view = new BareTextView(editor, uuid);
  const errors: unknown[] = [];
  const ignore = onReactionError((error: unknown) => errors.push(error));
  const disconnect = view.binding.connect();
  return {
    view,
    errors,
    set: (value: RichText) => editor.setEditedText(value).unwrap(),
    stored: (): string => {
      const doc = textDocOf(editor.blocks.get(uuid));
      return doc ? textOf(doc) : '';
    },
    isSame: () => textDocOf(editor.blocks.get(uuid))?.eq(view.state.doc),
    end: () => {
      disconnect();
      ignore();
    },
  };
}

const words = fc.constantFrom('a', 'b', 'ab', 'ä', 'に', '日本', 'İ', ' ', '👋', 'aa');
const heading = (text: RichText): RichText => ({
  ...text,
  content: text.content?.map((each) => ({
    ...each,
    type: 'heading',
    attrs: { level: 2, textAlign: null, sizePx: null },
  })),
});
const listed = (text: RichText): RichText => ({
  ...text,
  content: [
    {
      type: 'bullet_list',
      content: text.content?.map((each) => ({ type: 'list_item', content: [each] })),
    },
  ],
});
/** What a host makes of a text. */
const hosts: fc.Arbitrary<(text: string) => RichText> = fc.oneof(
  fc.constantFrom<(text: string) => RichText>(
    (text) => rich(text.toUpperCase()),
    (text) => rich(text.toLowerCase()),
    (text) => rich(`「${text}」`),
    (text) => rich(text.replaceAll('a', 'aa')),
    (text) => rich(text.split(' ').join('\n')),
    (text) => rich(text.replaceAll('\n', ' ')),
    (text) => rich(`${text}\nmore`),
    (text) => heading(rich(text)),
    (text) => listed(rich(text)),
    (text) => listed(rich(`first\n${text.slice(1)}`)),
    () => rich(''),
    () => rich('new'),
  ),
  words.map((word) => () => rich(word)),
);

type Action =
  | { readonly kind: 'type' | 'compose'; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly rest: string | null }
  | { readonly kind: 'host'; readonly make: (text: string) => RichText }
  | { readonly kind: 'task' | 'undo' | 'redo' };
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('type' as const), text: words, at: unit }),
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('compose' as const), text: words, at: unit }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('host' as const), make: hosts }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('end' as const), rest: fc.option(words) }),
  },
  fc.record({ kind: fc.constantFrom('task' as const, 'undo' as const, 'redo' as const) }),
);

describe('a text that is typed, composed and set by a host at once', () => {
  it('is the same on the canvas and in the block in the end, and has what was done last [TX14]', async () => {
    const texts = fc.constantFrom('', 'one two', 'aa', 'first\nsecond', 'iiii ');
    await fc.assert(
      fc.asyncProperty(texts, fc.array(actions, { maxLength: 12 }), async (text, all) => {
        const { view, errors, set, stored, isSame, end } = edit(text);
        try {
          let last: string | RichText | null = null;
          for (const action of [...all, { kind: 'end' as const, rest: null }]) {
            if (action.kind === 'type' && !view.composing) {
              view.select(action.at);
              view.dispatch(view.state.tr.insertText(action.text));
              last = action.text;
            } else if (action.kind === 'compose') {
              if (!view.composing) {
                view.select(action.at);
                view.startComposing();
              }
              view.compose(action.text);
              last = action.text;
            } else if (action.kind === 'end' && view.composing) {
              view.endComposing(action.rest);
              last = action.rest ?? last;
            } else if (action.kind === 'host') {
              last = action.make(stored());
              set(last);
            } else if (action.kind === 'task') await nextTask();
            else if ((action.kind === 'undo' || action.kind === 'redo') && !view.composing) {
              const command = action.kind === 'undo' ? undo : redo;
              command(view.state, (transaction) => {
                view.dispatch(transaction);
                last = null;
              });
            }
            if (typeof last === 'string') expect(stored()).to.contain(last);
          }
          await nextTask();
          expect(errors).to.deep.equal([]);
          expect(isSame(), `${textOf(view.state.doc)} on the canvas, ${stored()}`).to.equal(true);
          if (typeof last === 'string') expect(stored()).to.contain(last);
          else if (last)
            expect(richDoc(last).eq(view.state.doc), 'the text of the host').to.equal(true);
        } finally {
          end();
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 0) || (process.env.CI ? 1000 : 200) },
    );
  });
});
