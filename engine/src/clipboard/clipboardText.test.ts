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
      'a picture in its address',
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

  it('is known by its two markers [X1]', () => {
    expect(holdsBlocks(`words ${good} words`)).to.equal(true);
    expect(holdsBlocks(good.slice(0, -1))).to.equal(false);
    expect(holdsBlocks('words')).to.equal(false);
  });

  it('does not read what is longer than any copy [X11]', () => {
    const long = wrap([makeTestBlock('a', { content: { pad: 'x'.repeat(20_000_000) } })]);
    expect(() => parseClipboardText(long)).to.throw('is too large');
  });
});
