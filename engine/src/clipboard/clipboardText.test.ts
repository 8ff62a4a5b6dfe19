import { expect } from 'chai';
import { CobbleError } from '../model/CobbleError.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection } from '../testing/makeTestPage.ts';
import { holdsBlocks, makeClipboardText, parseClipboardText } from './clipboardText.ts';

const wrap = (blocks: readonly unknown[]) =>
  makeClipboardText({ pageID: 7, referenceWidth: 600, blocks: blocks as never });
const group = (uuid: string, parentUuid: string) => makeTestSection(uuid, { parentUuid });

/** Groups in groups, the outermost in a section that was not copied. */
const chain = (length: number) =>
  Array.from({ length }, (_, at) => group(`g${String(at)}`, at === 0 ? 's' : `g${String(at - 1)}`));

describe('the text of the clipboard', () => {
  const good = wrap([makeTestBlock('a'), makeTestBlock('b')]);

  const hostile: readonly [what: string, text: string, path: string][] = [
    ['nothing', '', ''],
    ['words', 'hello', ''],
    ['a copy cut short', good.slice(0, -40), ''],
    ['markers the wrong way round', `${good.slice(-25)}${good.slice(0, -25)}`, ''],
    ['no JSON', good.replace('{', '<'), ''],
    ['no version', good.replace('"editorVersion":"0.7.0",', ''), 'editorVersion'],
    ['a version that is none', good.replace('0.7.0', '0.7'), 'editorVersion'],
    ['a format that is none', good.replace('"format":1', '"format":0'), 'format'],
    ['a width that no page has', good.replace('600', '1e300'), 'referenceWidth'],
    [
      'a prototype',
      good.replace('"styles":{}', '"styles":{"__proto__":{"polluted":1}}'),
      'blocks.0.styles',
    ],
    [
      'CSS for a colour',
      good.replace('#FFB52E', 'red;background:url(x)'),
      'blocks.0.content.shapeColor',
    ],
    ['no blocks', wrap([]), 'blocks'],
    ['what is no block', wrap([makeTestBlock('a'), null]), 'blocks.1'],
    ['a block twice', wrap([makeTestBlock('a'), makeTestBlock('a')]), 'blocks.1.uuid'],
    ['an id that is none', wrap([{ ...makeTestBlock('a'), uuid: '-elsewhere' }]), 'blocks.0.uuid'],
    ['a circle', wrap([group('g', 'h'), group('h', 'g')]), 'things.g.parentUuid'],
    ['a block in itself', wrap([group('g', 'g')]), 'things.g.parentUuid'],
    ['groups too deep in groups', wrap(chain(33)), 'things.g32.parentUuid'],
    [
      'a block in what holds none',
      wrap([makeTestBlock('a'), makeTestBlock('b', { parentUuid: 'a' })]),
      'things.b.parentUuid',
    ],
    [
      'a block that lies nowhere',
      wrap([makeTestBlock('a', { parentUuid: undefined })]),
      'things.a.parentUuid',
    ],
    [
      'a link that runs',
      wrap([makeTestBlock('a', { properties: { hyperlink: 'javascript:1' } })]),
      'blocks.0.properties.hyperlink',
    ],
    [
      'an image in its address',
      wrap([makeTestBlock('a', { type: 'image', content: { url: 'data:x' } })]),
      'blocks.0.content.url',
    ],
  ];
  for (const [what, text, path] of hostile)
    it(`refuses ${what} with the place, and a paste of it changes nothing [X11]`, () => {
      const editor = makeTestEditor();
      const before = editor.page;
      const refused = editor.paste(text);
      expect(refused).to.include({ ok: false, code: 'clipboard_invalid' });
      const details = refused.ok ? {} : refused.details;
      expect(details?.path).to.satisfy((found: string) => found.startsWith(path));
      if (path === '') expect(details?.path).to.equal('');
      expect(details?.message).to.be.a('string').and.not.equal('');
      expect(editor.page).to.equal(before);
      expect(Reflect.get({}, 'polluted')).to.equal(undefined);
    });

  it('refuses what a newer editor has copied, by a code of its own [X10]', () => {
    for (const text of [
      good.replace('"format":1', '"format":2'),
      good.replace('0.7.0', '0.8.0').replace('"blocks":', '"things":'),
    ]) {
      expect(() => parseClipboardText(text))
        .to.throw(CobbleError)
        .with.property('code', 'clipboard_newer_than_editor');
      expect(makeTestEditor().paste(text)).to.have.property('code', 'clipboard_newer_than_editor');
    }
  });

  describe('of an older editor', () => {
    const old = (editorVersion: string, blocks: readonly unknown[], fields: object = {}) =>
      `<!--cobble-blocks-start-->${JSON.stringify({ format: 1, editorVersion, pageID: 7, blocks, ...fields })}<!--cobble-blocks-end-->`;

    it('is brought to today’s form: px, plain text and looks of 0.1.0 [X10]', () => {
      const words = { uuid: 't', type: 'text', content: { text: 'Hi' } };
      const text = old('0.1.0', [
        { ...words, position: { x: 150, y: 60, width: 300, height: 30 } },
        { uuid: 'g', type: 'group', position: { x: 0, y: 300, width: 90, height: 90 } },
        { ...words, uuid: 'u', parentUuid: 'g', position: { x: 6, y: 6, width: 60, height: 60 } },
      ]);
      const { referenceWidth, blocks } = parseClipboardText(text);
      expect(referenceWidth).to.equal(600);
      expect(blocks.map(({ uuid }) => uuid)).to.eql(['t', 'g', 'u']);
      expect(blocks[0]?.position).to.deep.include({ x: 0.25, y: 0.1, width: 0.5, height: 0.05 });
      expect(blocks[0]?.content).to.have.nested.property('text.type', 'doc');
      expect(blocks[2]?.parentUuid).to.equal('g');
      const editor = makeTestEditor();
      expect(editor.paste(text)).to.include({ ok: true });
      expect(editor.sectionIds).to.have.length(2);
      const [first] = editor.selectedBlocks;
      expect(first?.position.x).to.be.closeTo(0.25 + 32 / 600, 1e-6);
    });

    it('keeps its sections and its reference width since there are such [X10]', () => {
      const button = {
        uuid: 'b',
        type: 'button',
        parentUuid: 'gone',
        position: { x: 0.2, y: 0.2, width: 0.5, height: 0.1, rotationDeg: 0, zIndex: 5 },
        properties: { hyperlink: 'https://example.org/' },
        styles: {},
        content: { text: 'Go', color: '#000000', buttonType: 'wide' },
      };
      const section = {
        ...makeTestSection('s'),
        content: { groupDisplay: 'freeform', groupOrder: 3 },
      };
      const text = old('0.5.2', [section, button], { referenceWidth: 1200 });
      const { referenceWidth, blocks } = parseClipboardText(text);
      expect(referenceWidth).to.equal(1200);
      expect(blocks.map(({ type }) => type)).to.eql(['group', 'rich-button']);
      expect(blocks[1]?.position).to.deep.include({ x: 0.2, y: 0.2 });
      const editor = makeTestEditor();
      expect(editor.paste(text)).to.include({ ok: true });
      expect(editor.sectionIds).to.have.length(3);
    });

    it('has px in sections between 0.2.0 and 0.3.0 [X10]', () => {
      const position = { x: 150, y: 60, width: 300, height: 30 };
      const text = old('0.2.0', [
        { uuid: 't', type: 'text', parentUuid: 'gone', position, content: { text: 'Hi' } },
      ]);
      const [words] = parseClipboardText(text).blocks;
      expect(words?.position).to.deep.include({ x: 0.25, y: 0.1, width: 0.5, height: 0.05 });
    });

    it('is refused when there is nothing in it to mend [X11]', () => {
      for (const blocks of [[], [null], 'x'] as const)
        expect(() => parseClipboardText(old('0.4.0', blocks as never)))
          .to.throw(CobbleError)
          .with.property('code', 'clipboard_invalid');
    });
  });

  it('puts parents before what they hold, whatever the order [X1]', () => {
    const deepest = chain(32).reverse();
    const { blocks } = parseClipboardText(
      wrap([...deepest, makeTestBlock('12'), makeTestBlock('1')]),
    );
    expect(blocks.map(({ uuid }) => uuid)).to.eql([
      ...deepest.map(({ uuid }) => uuid).reverse(),
      '12',
      '1',
    ]);
    const editor = makeTestEditor();
    expect(editor.paste(wrap(deepest))).to.include({ ok: true });
  });

  it('keeps a text that speaks of the markers themselves [X1]', () => {
    const words = 'ends with <!--cobble-blocks-end--> and goes on';
    const note = makeTestBlock('a', { altText: words });
    expect(parseClipboardText(wrap([note])).blocks[0]?.altText).to.equal(words);
    expect(wrap([note]).split('<!--cobble-blocks-end-->')).to.have.length(2);
  });

  it('is known by its two markers [X1]', () => {
    expect(holdsBlocks(`words ${good} words`)).to.equal(true);
    expect(holdsBlocks(good.slice(0, -1))).to.equal(false);
    expect(holdsBlocks('words')).to.equal(false);
  });

  it('does not read what is longer than any copy [X11]', () => {
    const long = wrap([makeTestBlock('a', { content: { pad: 'x'.repeat(20_000_000) } })]);
    expect(() => parseClipboardText(long)).to.throw('is too large');
  });

  it('takes five thousand blocks of one id from an older editor, each by an id of its own [J3]', () => {
    const block = { ...makeTestBlock('same', { type: 'shape', content: {} }), parentUuid: 's1' };
    const blocks = Array.from({ length: 5_000 }, () => block);
    const text = makeClipboardText({ pageID: 1, referenceWidth: 600, blocks }).replace(
      '"editorVersion":"0.7.0"',
      '"editorVersion":"0.4.0"',
    );
    const read = parseClipboardText(text);
    expect(new Set(read.blocks.map(({ uuid }) => uuid)).size).to.equal(5_000);
  });
});
