import { expect } from 'chai';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestText } from '../testing/makeTestPage.ts';
import { blockLinkConflict } from './blockLinkConflict.ts';
import type { RichText, RichTextMark, RichTextNode } from '../text/richText.ts';

const link = (href: string): RichTextMark => ({ type: 'link', attrs: { href, target: null } });
const run = (text: string, ...marks: RichTextMark[]): RichTextNode => ({
  type: 'text',
  text,
  marks,
});
const doc = (...content: RichTextNode[]): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', attrs: { textAlign: null }, content }],
});
const properties = { hyperlink: 'https://block.example', hyperlinkTarget: '_self' as const };
const linked = makeTestText('t', 'Read this', { properties });
const linkOf = (editor: ReturnType<typeof makeTestEditor>): unknown =>
  editor.blocks.get('t')?.properties;

describe('blockLinkConflict', () => {
  it('is the link of the whole block that one in its words would replace [T1]', () => {
    expect(blockLinkConflict(linked)).to.equal('https://block.example');
    expect(blockLinkConflict(makeTestText('u', 'x'))).to.equal(null);
    expect(blockLinkConflict(makeTestBlock('s', { properties }))).to.equal(null);
  });
});

describe('a link set in the words of a linked block', () => {
  const inline = doc(run('Read '), run('this', link('https://inline.example')));

  it('takes the link of the block away in the same change [T1]', () => {
    const editor = makeTestEditor([linked]);
    expect(editor.update('t', { content: { text: inline } }).ok).to.equal(true);
    expect(linkOf(editor)).to.deep.equal({});
    editor.undo();
    expect(linkOf(editor)).to.deep.equal(properties);
    expect(editor.canUndo).to.equal(false);
  });

  it('does so while the words are edited, and comes back if that is cancelled [T1]', () => {
    const editor = makeTestEditor([linked]);
    editor.startTextEditing('t');
    editor.setEditedText(inline);
    expect(linkOf(editor)).to.deep.equal({});
    editor.cancel();
    expect(linkOf(editor)).to.deep.equal(properties);
    editor.startTextEditing('t');
    editor.setEditedText(inline);
    editor.stopTextEditing();
    expect(linkOf(editor)).to.deep.equal({});
    editor.undo();
    expect(linkOf(editor)).to.deep.equal(properties);
  });

  it('keeps it when the words change otherwise, links in them that were there included [T2]', () => {
    const both = makeTestText('t', '', { properties, content: { text: inline } });
    const editor = makeTestEditor([both]);
    const bold: RichTextMark = { type: 'bold' };
    const url = link('https://inline.example');
    editor.update('t', {
      content: { text: doc(run('See '), run('th', url, bold), run('is', url)) },
    });
    expect(linkOf(editor)).to.deep.equal(properties);
    editor.update('t', { content: { text: doc(run('See this')) } });
    expect(linkOf(editor)).to.deep.equal(properties);
    const twice = doc(run('See', url), run(' or '), run('this', url));
    editor.update('t', { content: { text: twice } });
    expect(linkOf(editor)).to.deep.equal({});
  });

  it('counts one more link to where another leads already [T1]', () => {
    const both = makeTestText('t', '', { properties, content: { text: inline } });
    const editor = makeTestEditor([both]);
    const url = link('https://inline.example');
    const text = doc(run('Read', url), run(' '), run('this', url));
    editor.update('t', { content: { text } });
    expect(linkOf(editor)).to.deep.equal({});
  });

  it('leaves a link that the same edit gives to the block [T2]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Read')]);
    editor.update('t', { content: { text: inline }, properties });
    expect(linkOf(editor)).to.deep.equal(properties);
    editor.update('t', { properties: { hyperlink: '#there' }, content: { text: doc(run('x')) } });
    expect(linkOf(editor)).to.deep.equal({ ...properties, hyperlink: '#there' });
  });
});
