import { expect } from 'chai';
import { CobbleError } from '../model/CobbleError.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection } from '../testing/makeTestPage.ts';
import { hasClipboardBlocks, makeClipboardText, parseClipboardText } from './clipboardText.ts';

const wrap = (blocks: readonly unknown[]) =>
  makeClipboardText({ pageID: 7, referenceWidth: 600, blocks: blocks as never });
const group = (uuid: string, parentUuid: string) => makeTestSection(uuid, { parentUuid });

/** Groups nested in each other. The parent of the outermost was not copied. */
const chain = (length: number) =>
  Array.from({ length }, (_, index) =>
    group(`g${String(index)}`, index === 0 ? 's' : `g${String(index - 1)}`),
  );

describe('clipboard text', () => {
  const good = wrap([makeTestBlock('a'), makeTestBlock('b')]);

  const hostile: readonly [what: string, text: string, path: string][] = [
    ['nothing', '', ''],
    ['plain text', 'hello', ''],
    ['a truncated copy', good.slice(0, -40), ''],
    ['markers in the wrong order', `${good.slice(-25)}${good.slice(0, -25)}`, ''],
    ['invalid JSON', good.replace('{', '<'), ''],
    ['no version', good.replace('"editorVersion":"0.7.0",', ''), 'editorVersion'],
    ['a malformed version', good.replace('0.7.0', '0.7'), 'editorVersion'],
    ['an invalid format', good.replace('"format":1', '"format":0'), 'format'],
    ['a width outside the range', good.replace('600', '1e300'), 'referenceWidth'],
    [
      'a __proto__ key',
      good.replace('"styles":{}', '"styles":{"__proto__":{"polluted":1}}'),
      'blocks.0.styles',
    ],
    [
      'CSS in place of a colour',
      good.replace('#FFB52E', 'red;background:url(x)'),
      'blocks.0.content.shapeColor',
    ],
    ['no blocks', wrap([]), 'blocks'],
    ['a value that is not a block', wrap([makeTestBlock('a'), null]), 'blocks.1'],
    ['a duplicate block', wrap([makeTestBlock('a'), makeTestBlock('a')]), 'blocks.1.uuid'],
    ['an invalid id', wrap([{ ...makeTestBlock('a'), uuid: '-elsewhere' }]), 'blocks.0.uuid'],
    ['a cycle', wrap([group('g', 'h'), group('h', 'g')]), 'things.g.parentUuid'],
    ['a block that is its own parent', wrap([group('g', 'g')]), 'things.g.parentUuid'],
    ['groups nested too deeply', wrap(chain(33)), 'things.g32.parentUuid'],
    [
      'a child of a block that is not a group',
      wrap([makeTestBlock('a'), makeTestBlock('b', { parentUuid: 'a' })]),
      'things.b.parentUuid',
    ],
    [
      'a block without a parent',
      wrap([makeTestBlock('a', { parentUuid: undefined })]),
      'things.a.parentUuid',
    ],
    [
      'a javascript: link',
      wrap([makeTestBlock('a', { properties: { hyperlink: 'javascript:1' } })]),
      'blocks.0.properties.hyperlink',
    ],
    [
      'an image with a data: URL',
      wrap([makeTestBlock('a', { type: 'image', content: { url: 'data:x' } })]),
      'blocks.0.content.url',
    ],
  ];
  for (const [what, text, path] of hostile)
    it(`refuses ${what} with its path, and pasting it changes nothing [X11]`, () => {
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

  it('refuses a copy from a newer editor, with an error code of its own [X10]', () => {
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

  describe('from an older editor', () => {
    const old = (editorVersion: string, blocks: readonly unknown[], fields: object = {}) =>
      `<!--cobble-blocks-start-->${JSON.stringify({ format: 1, editorVersion, pageID: 7, blocks, ...fields })}<!--cobble-blocks-end-->`;

    it('is migrated: px and plain text of 0.1.0 [X10]', () => {
      const textBlock = { uuid: 't', type: 'text', content: { text: 'Hi' } };
      const text = old('0.1.0', [
        { ...textBlock, position: { x: 150, y: 60, width: 300, height: 30 } },
        { uuid: 'g', type: 'group', position: { x: 0, y: 300, width: 90, height: 90 } },
        {
          ...textBlock,
          uuid: 'u',
          parentUuid: 'g',
          position: { x: 6, y: 6, width: 60, height: 60 },
        },
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

    it('keeps its sections and reference width from 0.2.0 on [X10]', () => {
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

    it('migrates px in sections of 0.2.0 [X10]', () => {
      const position = { x: 150, y: 60, width: 300, height: 30 };
      const text = old('0.2.0', [
        { uuid: 't', type: 'text', parentUuid: 'gone', position, content: { text: 'Hi' } },
      ]);
      const [block] = parseClipboardText(text).blocks;
      expect(block?.position).to.deep.include({ x: 0.25, y: 0.1, width: 0.5, height: 0.05 });
    });

    it('is rejected when nothing in it can be repaired [X11]', () => {
      for (const blocks of [[], [null], 'x'] as const)
        expect(() => parseClipboardText(old('0.4.0', blocks as never)))
          .to.throw(CobbleError)
          .with.property('code', 'clipboard_invalid');
    });
  });

  it('sorts parents before their children [X1]', () => {
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

  it('round-trips text that contains the end marker [X1]', () => {
    const altText = 'ends with <!--cobble-blocks-end--> and goes on';
    const note = makeTestBlock('a', { altText });
    expect(parseClipboardText(wrap([note])).blocks[0]?.altText).to.equal(altText);
    expect(wrap([note]).split('<!--cobble-blocks-end-->')).to.have.length(2);
  });

  it('is recognised by its two markers [X1]', () => {
    expect(hasClipboardBlocks(`before ${good} after`)).to.equal(true);
    expect(hasClipboardBlocks(good.slice(0, -1))).to.equal(false);
    expect(hasClipboardBlocks('plain text')).to.equal(false);
  });

  it('rejects text longer than any copy [X11]', () => {
    const long = wrap([makeTestBlock('a', { content: { pad: 'x'.repeat(20_000_000) } })]);
    expect(() => parseClipboardText(long)).to.throw('is too large');
  });

  it('gives new ids to five thousand blocks that share one, copied by an older editor [J3]', () => {
    const block = { ...makeTestBlock('same', { type: 'shape', content: {} }), parentUuid: 's1' };
    const blocks = Array.from({ length: 5_000 }, () => block);
    const text = makeClipboardText({ pageID: 1, referenceWidth: 600, blocks }).replace(
      '"editorVersion":"0.7.0"',
      '"editorVersion":"0.4.0"',
    );
    const parsed = parseClipboardText(text);
    expect(new Set(parsed.blocks.map(({ uuid }) => uuid)).size).to.equal(5_000);
  });
});
