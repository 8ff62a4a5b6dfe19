import { expect } from 'chai';
import { richTextFromPlain, type RichTextNode } from '../../text/richText.ts';
import { textsOfIntents } from './LostTexts.ts';

const doc = (...content: RichTextNode[]): RichTextNode => ({ type: 'doc', content });
const line = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const text = (words: string): RichTextNode => ({ type: 'text', text: words });
const list = (...content: RichTextNode[]): RichTextNode => ({ type: 'bullet_list', content });
const item = (...content: RichTextNode[]): RichTextNode => ({ type: 'list_item', content });

/** Whether a text that was changed without being edited, and not written, is offered. */
function isOffered(from: unknown, to: unknown): boolean {
  const value = { path: ['content', 'text'], guarded: true, from, to };
  const intents = [{ type: 'update-things', updated: [{ uuid: 'a', values: [value] }] }];
  return textsOfIntents(intents, () => undefined).length > 0;
}

describe('a changed text that the room has not written', () => {
  it('is offered if only its paragraphs or line breaks have changed [R72]', () => {
    const joined = richTextFromPlain('some words');
    for (const changed of [
      richTextFromPlain('some \nwords'),
      richTextFromPlain('some words\n'),
      doc(line(text('some '), { type: 'hard_break' }, text('words'))),
    ])
      for (const [from, to] of [
        [joined, changed],
        [changed, joined],
      ])
        expect(isOffered(from, to), JSON.stringify(to)).to.equal(true);
    expect(isOffered(richTextFromPlain('a\nbc'), richTextFromPlain('ab\nc'))).to.equal(true);
  });

  it('is not offered if it has only been formatted [R72]', () => {
    const plain = richTextFromPlain('some words\nmore');
    const bold = doc(line(text('some '), { ...text('words'), marks: [{ type: 'strong' }] }), {
      type: 'heading',
      attrs: { level: 1 },
      content: [text('more')],
    });
    const listed = doc(list(item(line(text('some words'))), item(line(text('more')))));
    for (const to of [plain, bold, listed]) expect(isOffered(plain, to)).to.equal(false);
    expect(isOffered('plain', 'plain')).to.equal(false);
  });
});
