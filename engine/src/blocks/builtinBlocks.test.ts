import { expect } from 'chai';
import type { Kit } from './Kit.ts';
import type { Editor } from '../editor/Editor.ts';
import { checkBlock } from '../parsing/checkBlock.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { BLOCK_ROLES, type BlockDefinition } from './BlockDefinition.ts';
import { builtinBlocks, findDefinition } from './builtinBlocks.ts';
import { gifStillUrl, gifVariantFor } from './gif/gif.ts';

const TYPES = Object.keys(builtinBlocks);

const definitionOf = (type: string): BlockDefinition => {
  const found = findDefinition(type);
  if (!found) throw new Error(`no definition of ${type}`);
  return found;
};

const blockOf = (type: string, content: object = definitionOf(type).defaultContent(() => 0.5)) =>
  makeTestBlock('b', { type, content });

const codeOf = (type: string, content: object): string =>
  checkBlock(blockOf(type, content), ['things', 'b'])?.code ?? 'passes';

describe('built-in blocks', () => {
  it('are the 26 specified types [B1]', () => {
    expect(TYPES).to.deep.equal([
      ...['audio', 'bandcamp', 'button', 'channel', 'code-embed', 'codepen', 'drawing', 'gif'],
      ...['google-forms', 'group', 'gumroad', 'image', 'rich-button', 'shape', 'shopify'],
      ...['soundcloud', 'spotify', 'sticky-note', 'substack', 'text', 'tiktok', 'twitch'],
      ...['twitter', 'typeform', 'vimeo', 'youtube'],
    ]);
    for (const type of TYPES) expect(definitionOf(type).type).to.equal(type);
  });

  for (const type of TYPES) {
    it(`${type} has default content, styles and a size that a page accepts [B1]`, () => {
      const definition = definitionOf(type);
      for (const chance of [0, 0.5, 0.999]) {
        const content = definition.defaultContent(() => chance);
        const block = { ...blockOf(type, content), styles: definition.defaultStyles };
        expect(checkBlock(block, [])?.message).to.equal(undefined);
        const size = definition.defaultSizePx?.(content) ?? { width: 150, height: 150 };
        expect(size.width).to.be.within(18, 600);
        expect(size.height).to.be.within(18, 700);
        const ratio = definition.aspectRatio?.(content) ?? null;
        if (ratio !== null) expect(size.height / size.width).to.be.closeTo(ratio, 0.01);
        expect(definition.altText(content)).to.be.a('string');
      }
      expect(BLOCK_ROLES).to.include(definition.role);
    });

    it(`${type} preserves unknown fields at every depth [B2]`, () => {
      const content = withUnknown(definitionOf(type).defaultContent(() => 0.5));
      const page = makeTestPage([blockOf(type, content)]);
      expect(parsePage(JSON.parse(JSON.stringify(page)))).to.deep.equal(page);
    });

    it(`${type} rejects content of the wrong type with a typed error [B5]`, () => {
      const fields = Object.keys(blockOf(type).content);
      for (const bad of [7, [], null, true]) {
        const content = Object.fromEntries(fields.map((key) => [key, bad]));
        expect(codeOf(type, content), JSON.stringify(content)).to.equal('page_invalid_thing');
      }
    });
  }

  it('have default sizes: a video 16:9, a gif 150 px high, a button by its shape', () => {
    const editor: Editor<Kit> = makeTestEditor();
    const sizeOf = (type: string, content?: Readonly<Record<string, unknown>>) => {
      const added = editor.add({ type, position: { x: 0, y: 0 }, ...(content && { content }) });
      if (!added.ok) throw new Error(added.code);
      const { width = 0, height = 0 } = editor.blocks.get(added.value[0] ?? '')?.position ?? {};
      return [Math.round(width * 6000) / 10, Math.round(height * 6000) / 10];
    };
    const url = 'https://media.giphy.com/media/abc123/giphy.gif';
    expect(sizeOf('youtube')).to.deep.equal([329, 185.1]);
    expect(sizeOf('gif', { images: { default: { url, width: 400, height: 200 } } })).to.deep.equal([
      300, 150,
    ]);
    expect(sizeOf('button')).to.deep.equal([548.8, 83.2]);
    expect(sizeOf('button', { buttonType: 'square' })).to.deep.equal([150, 150]);
    expect(sizeOf('drawing', { drawingWidth: 200, drawingHeight: 100 })).to.deep.equal([200, 100]);
  });

  it('can be added, edited, copied, pasted, duplicated and undone, except groups [B1]', () => {
    for (const type of TYPES.filter((each) => each !== 'group')) {
      const editor: Editor<Kit> = makeTestEditor();
      const added = editor.add({ type });
      expect(added.ok, type).to.equal(true);
      expect(editor.update(editor.selection, { altText: 'Words' }).ok, type).to.equal(true);
      expect(editor.paste(editor.copy() ?? '').ok, type).to.equal(true);
      expect(editor.duplicate().ok, type).to.equal(true);
      expect(() => parsePage(JSON.parse(JSON.stringify(editor.page)))).not.to.throw();
      while (editor.canUndo) editor.undo();
      expect(editor.page.things, type).to.deep.equal(makeTestPage().things);
    }
  });
});

describe('temporary addresses', () => {
  it('are accepted only in blocks that upload files [B5, E20]', () => {
    const editor: Editor<Kit> = makeTestEditor();
    const add = (type: string) => editor.add({ type, content: { url: 'data:text/html,x' } }).ok;
    expect(add('image')).to.equal(true);
    expect(add('audio')).to.equal(true);
    expect(add('shopify')).to.equal(false);
  });
});

describe('findDefinition', () => {
  it('prefers built-in types to kits, and the first of two kits with the same type [B9]', () => {
    const kit = (type: string, role: string) => ({
      block: { ...definitionOf('shape'), type, role } as never,
    });
    const kits = [kit('text', 'image'), kit('bell', 'link'), kit('bell', 'list')];
    expect(findDefinition('text', kits)).to.equal(builtinBlocks.text);
    expect(findDefinition('bell', kits)?.role).to.equal('link');
    expect(findDefinition('bell')).to.equal(null);
  });

  it('ignores names that objects inherit, such as constructor', () => {
    for (const type of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(findDefinition(type)).to.equal(null);
      expect(findDefinition(type, [{ block: definitionOf('shape') }])).to.equal(null);
    }
  });
});

describe('code embeds', () => {
  it('are rejected without HTML [B11]', () => {
    expect(codeOf('code-embed', {})).to.equal('page_invalid_thing');
    expect(codeOf('code-embed', { ceCode: null })).to.equal('page_invalid_thing');
    expect(codeOf('code-embed', { ceCode: '<b>hi</b>' })).to.equal('passes');
  });

  it('are the only type that the plan must allow [B11]', () => {
    const needing = TYPES.filter((type) => definitionOf(type).needs === 'codeEmbeds');
    expect(needing).to.deep.equal(['code-embed']);
  });
});

describe('gifs', () => {
  const at = (file: string) => `https://media1.giphy.com/media/abc123/${file}`;
  const images = {
    default: { url: at('giphy.gif'), width: 480, height: 360, size: 900_000 },
    fixedWidth: { url: at('200w.gif'), width: 200, height: 150, webp: at('200w.webp') },
    fixedWidthSmall: { url: at('100w.gif'), width: 100, height: 75, mp4: at('100w.mp4') },
  };

  it('accept GIPHY media addresses only [B7]', () => {
    expect(codeOf('gif', { images })).to.equal('passes');
    for (const url of [
      'https://giphy.com/gifs/abc123',
      'https://media.giphy.com.evil.example/media/abc123/giphy.gif',
      'https://evil.example/media.giphy.com/giphy.gif',
      'https://media.giphy.com/media/abc123/giphy.html',
      'https://media.giphy.com/media/abc123/../../x.gif"',
      'javascript:alert(1)//media.giphy.com/giphy.gif',
      '',
    ])
      for (const name of ['url', 'webp', 'mp4'])
        expect(
          codeOf('gif', { images: { default: { ...images.default, [name]: url } } }),
          url,
        ).to.equal('page_invalid_thing');
  });

  it('use the smallest file that is wide enough, else the widest [B7]', () => {
    expect(gifVariantFor({ images }, 90)?.width).to.equal(100);
    expect(gifVariantFor({ images }, 150)?.width).to.equal(200);
    expect(gifVariantFor({ images }, 2000)?.width).to.equal(480);
    expect(gifVariantFor({ images: {} }, 100)).to.equal(null);
    const { fixedWidth, fixedWidthSmall } = images;
    const small = { medium: fixedWidthSmall, fixedWidth };
    expect(gifVariantFor({ images: small }, 150)?.width).to.equal(200);
  });

  it('have a still image for reduced motion', () => {
    expect(gifStillUrl(at('giphy.gif'))).to.equal(at('giphy_s.gif'));
    expect(gifStillUrl(`${at('200w.webp')}?cid=1`)).to.equal(`${at('200w_s.gif')}?cid=1`);
    expect(gifStillUrl(at('other.gif'))).to.equal(null);
    expect(gifStillUrl('https://evil.example/giphy.gif')).to.equal(null);
  });
});

describe('drawings', () => {
  it('are rejected if their strokes are malformed or too long, or if they have no size', () => {
    const good = { drawingPaths: 'd1.AbC-_', drawingWidth: 10, drawingHeight: 10 };
    expect(codeOf('drawing', good)).to.equal('passes');
    for (const bad of [
      { ...good, drawingPaths: '<svg onload=alert(1)>' },
      { ...good, drawingPaths: 'M0 0"' },
      { ...good, drawingPaths: `d1.${'A'.repeat(300_000)}` },
      { ...good, drawingWidth: 0 },
      { ...good, drawingHeight: -1 },
    ])
      expect(codeOf('drawing', bad)).to.equal('page_invalid_thing');
  });
});

describe('audio blocks', () => {
  it('accept stored files, and reject javascript:, data: and protocol-relative addresses', () => {
    expect(codeOf('audio', { url: '/assets/song.mp3', title: 'Song' })).to.equal('passes');
    for (const url of ['javascript:alert(1)', '//evil.example/a.mp3', 'data:audio/mp3;base64,AA'])
      expect(codeOf('audio', { url, title: '' })).to.equal('page_invalid_asset_url');
  });
});

/** Adds a field to each object in a value. */
function withUnknown(value: object): object {
  const deep = Object.entries(value).map(([key, each]: [string, unknown]) => [
    key,
    // Nodes of a rich text document have a strict schema.
    key !== 'text' && typeof each === 'object' && each !== null && !Array.isArray(each)
      ? withUnknown(each)
      : each,
  ]);
  return { ...(Object.fromEntries(deep) as object), 'x-later': { deep: [1, 'two', null] } };
}

describe('invalid content', () => {
  it('throws a CobbleError with the path of the field', () => {
    const page = makeTestPage([blockOf('youtube', { youtubeID: 'no' })]);
    expect(() => parsePage(page))
      .to.throw(CobbleError)
      .that.deep.includes({
        code: 'page_invalid_thing',
        details: { path: 'things.b.content.youtubeID' },
      });
  });
});
