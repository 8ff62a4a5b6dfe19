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
  it('returns the block-level link that a link in its text would replace [T1]', () => {
    expect(blockLinkConflict(linked)).to.equal('https://block.example');
    expect(blockLinkConflict(makeTestText('u', 'x'))).to.equal(null);
    expect(blockLinkConflict(makeTestBlock('s', { properties }))).to.equal(null);
  });
});

describe('setting a link in the text of a linked block', () => {
  const inline = doc(run('Read '), run('this', link('https://inline.example')));

  it('removes the block-level link in the same change [T1]', () => {
    const editor = makeTestEditor([linked]);
    expect(editor.update('t', { content: { text: inline } }).ok).to.equal(true);
    expect(linkOf(editor)).to.deep.equal({});
    editor.undo();
    expect(linkOf(editor)).to.deep.equal(properties);
    expect(editor.canUndo).to.equal(false);
  });

  it('removes it while the text is edited, and restores it on cancel [T1]', () => {
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

  it('keeps it when the text changes without a new link [T2]', () => {
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

  it('counts a second link to the same URL as new [T1]', () => {
    const both = makeTestText('t', '', { properties, content: { text: inline } });
    const editor = makeTestEditor([both]);
    const url = link('https://inline.example');
    const text = doc(run('Read', url), run(' '), run('this', url));
    editor.update('t', { content: { text } });
    expect(linkOf(editor)).to.deep.equal({});
  });

  it('keeps a block-level link that is set by the same edit [T2]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Read')]);
    editor.update('t', { content: { text: inline }, properties });
    expect(linkOf(editor)).to.deep.equal(properties);
    editor.update('t', { properties: { hyperlink: '#there' }, content: { text: doc(run('x')) } });
    expect(linkOf(editor)).to.deep.equal({ ...properties, hyperlink: '#there' });
  });
});
