import { expect } from 'chai';
import { makeTestBlock } from '../testing/makeTestPage.ts';
import { makeClipboardText, makeCopiedBlocks } from './clipboardText.ts';
import { type PasteContext, type PastedData, routePaste } from './routePaste.ts';

const context: PasteContext = { isEditing: true, canEdit: true, isTyping: false };
const blocks = makeClipboardText({ pageID: 1, referenceWidth: 600, blocks: [makeTestBlock('a')] });

function route(data: PastedData) {
  const routed = routePaste(data, context);
  if (!routed.ok) throw new Error(routed.code);
  return routed.value;
}

describe('routePaste', () => {
  it('leaves a paste to the focused field [X14]', () => {
    const refused = routePaste({ text: 'x' }, { ...context, isTyping: true, isEditing: false });
    expect(refused).to.include({ ok: false, code: 'paste_in_text_field' });
  });

  it('refuses a paste outside edit mode or without permission to edit [X14]', () => {
    const previewing = { ...context, isEditing: false };
    expect(routePaste({ text: 'x' }, previewing)).to.include({ code: 'paste_needs_editing' });
    const viewing = { ...previewing, canEdit: false };
    expect(routePaste({ text: 'x' }, viewing)).to.include({ code: 'not_permitted' });
  });

  it('prefers files over everything else, and blocks over HTML [X15]', () => {
    const files = [{ name: 'a.png' }];
    expect(route({ files, text: blocks, html: '<b>x</b>' })).to.eql({ kind: 'files', files });
    expect(route({ text: blocks, html: '<b>x</b>', files: [] })).to.eql({
      kind: 'blocks',
      text: blocks,
    });
  });

  it('finds blocks in HTML, whatever the plain text is [X15, X20]', () => {
    const { html } = makeCopiedBlocks(
      { pageID: 1, referenceWidth: 600, blocks: [makeTestBlock('a')] },
      'https://example.org',
    );
    expect(route({ text: 'https://example.org', html })).to.eql({ kind: 'blocks', text: html });
  });

  it('treats parts that are undefined as left out [J13]', () => {
    const rest = { html: undefined, files: undefined };
    expect(route({ text: 'bread', ...rest })).to.eql({ kind: 'text', text: 'bread' });
    expect(route({ text: undefined, ...rest })).to.eql({ kind: 'nothing' });
  });

  it('ignores fields of the wrong type without throwing', () => {
    for (const data of [{ text: 5 }, { html: {} }, { files: 'a.png' }, { text: null }, null, 7])
      expect(route(data as PastedData)).to.eql({ kind: 'nothing' });
    expect(route({ text: 'bread', html: 5 } as unknown as PastedData)).to.eql({
      kind: 'text',
      text: 'bread',
    });
  });

  for (const link of [
    'https://instagram.com/mira',
    'http://example.org/a?b=c#d',
    'mailto:mira@example.org',
    'tel:+4930123456',
  ])
    it(`recognises a text that is only a URL: ${link} [X16]`, () => {
      const html = `<a href="${link}">${link}</a>`;
      expect(route({ text: `  ${link}\n`, html })).to.include({ kind: 'link', href: link });
    });

  it('reports the platform of a URL [X16]', () => {
    expect(route({ text: 'https://instagram.com/mira' })).to.have.nested.property(
      'platform.name',
      'Instagram',
    );
    expect(route({ text: 'https://example.org' })).to.include({ platform: null });
  });

  for (const text of [
    '#1',
    '/or/',
    'instagram.com/mira',
    'see https://example.org',
    'https://example.org https://example.com',
    'javascript:alert(1)',
    'note: bread',
  ])
    it(`treats anything else as text: ${text} [X16]`, () => {
      expect(route({ text })).to.eql({ kind: 'text', text });
    });

  it('turns a URL that a block can show into an embed [X17]', () => {
    const href = 'https://youtu.be/dQw4w9WgXcQ';
    expect(route({ text: href })).to.deep.include({ kind: 'embed', from: 'link', href });
    expect(route({ text: href })).to.have.nested.property('embed.platform', 'YouTube');
    expect(route({ text: 'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ' })).to.include({
      kind: 'link',
    });
  });

  it('turns a site’s embed code into an embed, and no other HTML [X17]', () => {
    const src = 'https://www.youtube.com/embed/dQw4w9WgXcQ?si=x';
    const code = (address: string) =>
      `<iframe width="560" height="315" src="${address}" title="a" allowfullscreen></iframe>`;
    expect(route({ text: code(src.replace('?', '?a=b&amp;')) })).to.deep.include({
      kind: 'embed',
      from: 'code',
      href: src.replace('?', '?a=b&'),
    });
    expect(route({ text: code(src.slice(6)) })).to.include({ kind: 'embed', href: src });
    for (const other of [
      code('https://evil.example/'),
      code('javascript:alert(1)'),
      `${code(src)}<script>alert(1)</script>`,
      `${code(src)}<script>alert(1)</script>${code(src)}`,
      `<iframe srcdoc="${src}"></iframe>`,
    ])
      expect(route({ text: other })).to.eql({ kind: 'text', text: other });
  });

  it('turns a GIPHY URL into a GIF block, and distinguishes external images from pages [X18]', () => {
    expect(
      route({ text: 'https://media.giphy.com/media/3o7TKSjRrfIPjeiVyM/giphy.gif' }),
    ).to.include({
      kind: 'gif',
    });
    for (const href of ['https://example.org/a.PNG', 'https://example.org/b/c.jpeg?d=e'])
      expect(route({ text: href })).to.eql({ kind: 'image-url', href });
    expect(route({ text: 'https://example.org/png' })).to.include({ kind: 'link' });
  });

  it('trims text and normalises line breaks [X19]', () => {
    expect(route({ text: ' a\r\nb\rc ', html: '<p>a' })).to.eql({
      kind: 'html',
      html: '<p>a',
      text: 'a\nb\nc',
    });
    expect(route({ text: ' \n', html: '' })).to.eql({ kind: 'nothing' });
    expect(route({})).to.eql({ kind: 'nothing' });
  });

  it('keeps a long text, and reports one that a block cannot hold, so that nothing is lost silently [X19]', () => {
    const story = 'a word '.repeat(10_000).trim();
    expect(route({ text: story })).to.eql({ kind: 'text', text: story });
    const book = 'a word '.repeat(20_000);
    const cut = { text: 'a word '.repeat(14_285).trim() + ' a', isCut: true };
    expect(route({ text: book })).to.eql({ kind: 'text', ...cut });
    const html = '<p>a';
    expect(route({ text: book, html })).to.eql({ kind: 'html', html, ...cut });
  });
});
