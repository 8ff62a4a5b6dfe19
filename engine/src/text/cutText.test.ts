import { expect } from 'chai';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { cutText } from './cutText.ts';
import { richTextFromPlain } from './richText.ts';

describe('cutText', () => {
  it('keeps all that one block accepts, so that a long text is not cut unnecessarily [X19, T10]', () => {
    const longest = 'x'.repeat(100_000);
    expect(cutText(longest)).to.equal(longest);
    const content = { text: richTextFromPlain(cutText(`${longest}x`)) };
    expect(makeTestEditor().add({ type: 'text', content }).ok).to.equal(true);
  });

  it('cuts between words, so that a reader never sees half a word [X19]', () => {
    const start = 'x'.repeat(99_990);
    expect(cutText(`${start} rye  spelt`)).to.equal(`${start} rye`);
    expect(cutText(`${start} rye12345 spelt`)).to.equal(`${start} rye12345`);
    expect(cutText(`${start} rye123456 spelt`)).to.equal(`${start} rye123456`);
    expect(cutText(`${start} rye1234567 spelt`)).to.equal(start);
  });

  it('cuts a text without spaces between characters [X19]', () => {
    expect(cutText(`a ${'漢'.repeat(100_000)}`)).to.have.length(100_000);
    expect(cutText(`${'x'.repeat(99_999)}😀`)).to.equal('x'.repeat(99_999));
  });
});
