import { expect } from 'chai';
import { z } from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { MAX_GROUP_DEPTH } from '../model/Block.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestBlock, makeTestPage } from '../testing/makeTestPage.ts';
import { migratePage } from './migratePage.ts';
import { migrations } from './migrations.ts';
import { compareVersions } from './pageVersion.ts';

const pageOf = (editorVersion: string) =>
  makeTestPage([], { settings: { editorVersion, referenceWidth: 600 } });

const old = (things: unknown, editorVersion?: unknown) => ({
  ID: 1,
  slug: 'old',
  site: { ID: 1, slug: 'ada' },
  accountID: 1,
  isPublic: true,
  isListed: false,
  isPeekable: false,
  createdAt: '2020-01-01T00:00:00.000Z',
  updatedAt: '2020-01-01T00:00:00.000Z',
  settings: editorVersion === undefined ? {} : { editorVersion },
  things,
});
const position = { x: 60, y: 120, width: 300, height: 30, rotationDeg: 0, zIndex: 1 };
const relative = { x: 0.1, y: 0.2, width: 0.5, height: 0.05, rotationDeg: 0, zIndex: 1 };
const root = {
  type: 'group',
  groupDisplay: 'freeform',
  groupOrder: 0,
  position: { x: 0, y: 0, width: 1, height: 2, rotationDeg: 0, zIndex: 0 },
};
/** Migrates one block in a section. */
const blockOf = (thing: object, editorVersion: string, options = {}) => {
  const result = migratePage(
    old({ root, a: { position: relative, parentUuid: 'root', ...thing } }, editorVersion),
    options,
  );
  const block = result.page.things.a;
  if (!block) throw new Error('the block is gone');
  return { ...block, warnings: result.warnings };
};
const problemOf = (json: unknown): { code: string; path: unknown } => {
  try {
    migratePage(json);
  } catch (error) {
    if (error instanceof CobbleError) return { code: error.code, path: error.details.path };
    throw error;
  }
  throw new Error('the page was accepted');
};

describe('migratePage', () => {
  it('returns the same as parsePage for a page of the current version [G7]', () => {
    const page = pageOf('0.7.0');
    expect(migratePage(page)).to.eql({
      page: parsePage(page),
      from: '0.7.0',
      migrated: false,
      warnings: [],
    });
    expect(problemOf({ ...page, things: {} })).to.eql({
      code: 'page_invalid_thing',
      path: 'things',
    });
    expect(problemOf({ ...page, relativeHeight: '2' }).path).to.equal('relativeHeight');
  });

  for (const notation of ['0.7', 'v0.7.0', 0.7, ' 0.7.0', '0.7.0-beta'])
    it(`reads ${JSON.stringify(notation)} as the current version [G1]`, () => {
      const result = migratePage({
        ...pageOf('0.7.0'),
        settings: { editorVersion: notation, referenceWidth: 600 },
      });
      expect(result).to.eql({
        page: parsePage(pageOf('0.7.0')),
        from: '0.7.0',
        migrated: true,
        warnings: [],
      });
    });

  it('repairs invalid colours in pages of the current and an older version [G20]', () => {
    const doc = (color: string) => ({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'Soup', marks: [{ type: 'color', attrs: { color } }] }],
        },
      ],
    });
    for (const editorVersion of ['0.6.0', '0.7.0']) {
      const input = makeTestPage(
        [
          makeTestBlock('a', {
            styles: {
              background: { color: 'banana' },
              border: { widthPx: 2, style: 'solid', color: 'Tomato' },
            },
          }),
          makeTestBlock('t', { type: 'text', content: { text: doc('javascript') } }),
          makeTestBlock('u', { type: 'x-unknown', content: { color: 'banana' } }),
        ],
        {
          settings: { editorVersion, referenceWidth: 600 },
          style: { backgroundColor: 'inherit', borderColor: 'transparent' },
        },
      );
      const { page, migrated, warnings } = migratePage(input);
      expect(migrated).to.equal(true);
      expect(parsePage(page)).to.deep.equal(page);
      expect(page.style).to.deep.equal({ borderColor: 'transparent' });
      expect(page.things.a?.styles).to.deep.equal({
        background: {},
        border: { widthPx: 2, style: 'solid', color: 'Tomato' },
      });
      expect(JSON.stringify(page.things.t)).to.include('Soup').and.not.include('javascript');
      expect(page.things.u).to.deep.equal(input.things.u);
      expect(warnings.map(({ path }) => path)).to.include.members([
        'style.backgroundColor',
        'things.a.styles.background.color',
        'things.t.content.text',
      ]);
      expect(migratePage(page)).to.deep.include({ migrated: false, page });
    }
  });

  it('reads unreadable visibility flags as private, and an unreadable lock as locked [G21]', () => {
    const flags = (input: object, locked?: unknown) => {
      const a = { position: relative, parentUuid: 'root', type: 'shape', locked };
      const { page, warnings } = migratePage({ ...old({ root, a }, '0.6.0'), ...input });
      const { isPublic, isListed, isPeekable, isDisabled, isRestricted = false, things } = page;
      const warned = warnings.map(({ path }) => path);
      return {
        flagBits: [isPublic, isListed, isPeekable, isDisabled, isRestricted].map(Number).join(''),
        locked: things.a?.locked,
        warned: warned.filter((path) => path.startsWith('is') || path.endsWith('locked')),
      };
    };
    const closed = (value: unknown) => ({
      ...{ isPublic: value, isListed: value, isPeekable: value, isDisabled: value },
      isRestricted: value,
    });
    const names = Object.keys(closed(0));
    for (const value of ['maybe', 7, [], {}, 'ja'])
      expect(flags(closed(value), value)).to.deep.equal({
        ...{ flagBits: '00011', locked: true, warned: ['things.a.locked', ...names] },
      });
    for (const value of ['no', '0', 0, 'false', ' No '])
      expect(flags(closed(value), value)).to.deep.equal({
        flagBits: '00000',
        locked: false,
        warned: [],
      });
    for (const value of ['yes', '1', 1, 'true'])
      expect(flags(closed(value), value)).to.deep.equal({
        flagBits: '11111',
        locked: true,
        warned: [],
      });
    expect(flags(closed(null), null)).to.include({ flagBits: '00000', locked: false });
    expect(flags({ isPublic: null }).warned).to.deep.equal(['isPublic']);
    expect(flags({ isPublic: undefined })).to.include({ flagBits: '10000' });
  });

  it('reads a margin before 0.3.0 as px, however small, and a percentage as a fraction [G10]', () => {
    const marginOf = (margin: unknown, version: string) =>
      migratePage({ ...old({ root }, version), style: { margin } }).page.style.margin;
    expect(marginOf(1, '0.2.0')).to.equal(1 / 600);
    expect(marginOf('0.5px', '0.2.0')).to.equal(0.5 / 600);
    expect(marginOf('5%', '0.2.0')).to.be.closeTo(0.05, 1e-12);
    expect(marginOf(1, '0.3.0')).to.equal(1);
    expect(marginOf('5%', '0.3.0')).to.equal(0.05);
  });

  it('reports unreadable values of a text, and keeps both texts of a block [G5, G8]', () => {
    const warningsOf = (block: object): string[] =>
      migratePage(
        old({ root, a: { type: 'text', parentUuid: 'root', position: relative, ...block } }),
      ).warnings.map(({ path, code }) => `${path} ${code}`);
    expect(warningsOf({ content: { text: 'Hi', fontSize: '2em' } })).to.eql([
      'things.a.content.fontSize value_dropped',
    ]);
    expect(warningsOf({ content: { text: 'Hi', underline: 'wavy' } })).to.eql([
      'things.a.content.text value_dropped',
    ]);
    const script = {
      type: 'text',
      text: 'x',
      marks: [{ type: 'link', attrs: { href: 'javascript:x' } }],
    };
    expect(warningsOf({ content: { text: [{ type: 'paragraph', content: [script] }] } })).to.eql([
      'things.a.content.text value_dropped',
    ]);
    expect(warningsOf({ content: { text: 'Hi', fontSize: '20px', underline: true } })).to.eql([]);
    const { page } = migratePage(
      old({
        root,
        a: {
          type: 'text',
          parentUuid: 'root',
          position: relative,
          text: 'Outer',
          content: 'Inner',
        },
      }),
    );
    expect(JSON.stringify(page.things.a)).to.include('Outer').and.include('Inner');
  });

  it('keeps images whose URL has spaces or lacks its protocol', () => {
    for (const [url, expected] of [
      ['//host.example/a b.png', 'https://host.example/a%20b.png'],
      [' //host.example/a.png', 'https://host.example/a.png'],
      ['https://host.example/a b.png ', 'https://host.example/a%20b.png'],
    ] as const) {
      const a = { type: 'image', parentUuid: 'root', position: relative, content: { url } };
      const { page, warnings } = migratePage(old({ root, a }));
      expect(page.things.a?.content).to.include({ url: expected });
      expect(warnings).to.eql([]);
    }
  });

  it('sizes groups without a size by their contents, and accepts deep nesting and cycles', () => {
    const shape = { type: 'shape', position: { x: 60, y: 30, width: 300, height: 120 } };
    const groups = (count: number): Record<string, object> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `g${String(index)}`,
          {
            type: 'group',
            parentUuid: index === 0 ? 'root' : `g${String(index - 1)}`,
            position: { x: 60, y: 60 },
          },
        ]),
      );
    const { page } = migratePage(old({ root, ...groups(2), a: { ...shape, parentUuid: 'g1' } }));
    expect(page.things.g1?.position).to.include({ width: 0.6, height: 0.25 });
    expect(page.things.g0?.position).to.include({ width: 0.7, height: 0.35 });
    const deep = migratePage(
      old({ root, ...groups(20_000), a: { ...shape, parentUuid: 'g19999' } }),
    );
    expect(deep.page.things).to.include.keys('a', 'g0', 'g19999');
    const cycle = { x: { type: 'group', parentUuid: 'y' }, y: { type: 'group', parentUuid: 'x' } };
    expect(migratePage(old({ root, ...cycle })).page.things).to.include.keys('x', 'y');
  });

  it('preserves known layouts and turns others into freeform [G8]', () => {
    for (const kind of ['freeform', 'grid', 'horizontal', 'vertical']) {
      const result = migratePage(old({ root: { ...root, groupDisplay: kind } }, '0.6.0'));
      expect(result.page.things.root?.content).to.include({ groupDisplay: kind });
      expect(result.warnings, kind).to.eql([]);
      expect(parsePage(result.page), 'as a current page').to.eql(result.page);
    }
    const migrated = migratePage(old({ root: { ...root, groupDisplay: 'spiral' } }, '0.6.0'));
    expect(migrated.page.things.root?.content).to.include({ groupDisplay: 'freeform' });
    expect(migrated.warnings).to.eql([
      { path: 'things.root.content.groupDisplay', code: 'value_dropped' },
    ]);
    const { root: kept } = migrated.page.things;
    const things = { root: { ...kept, content: { groupDisplay: 'spiral', groupOrder: 0 } } };
    expect(() => parsePage({ ...migrated.page, things })).to.throw(CobbleError);
  });

  it('replaces ten thousand duplicate ids quickly [J3]', () => {
    const thing = { type: 'shape', position: relative, parentUuid: 'root' };
    const group = { type: 'group', parentUuid: 'root', position: { x: 0.1, y: 0.2 } };
    const things = [
      { ...root, uuid: 'root' },
      ...Array.from({ length: 10_000 }, () => ({ ...thing, uuid: 'same' })),
      ...Array.from({ length: 2_500 }, () => ({ ...group, uuid: 'group' })),
    ];
    const ids = Object.keys(migratePage(old(things, '0.4.0')).page.things);
    expect(new Set(ids).size).to.equal(12_501);
  });

  it('runs the migrations after a page’s version, each once and in order [G2]', () => {
    expect(migrations.map(({ version }) => version)).to.eql([
      '0.2.0',
      '0.3.0',
      '0.4.0',
      '0.4.1',
      '0.5.1',
      '0.5.2',
      '0.5.3',
      '0.6.0',
      '0.7.0',
    ]);
    // After 0.3.0 nothing is divided by 600 again; after 0.5.3 buttons stay.
    expect(blockOf({ type: 'shape' }, '0.3.0').position.x).to.equal(0.1);
    const button = { type: 'button', buttonType: 'wide', color: 'red', text: 'Go' };
    expect(blockOf(button, '0.5.3').type).to.equal('button');
    expect(blockOf(button, '0.5.2').type).to.equal('rich-button');
    const text = { type: 'text', text: 'Hi', styles: { lineHeight: 1.5 } };
    expect(blockOf(text, '0.3.9').content).to.have.property('fontSize', 18);
    expect(blockOf(text, '0.4.0').content).not.to.have.property('fontSize');
  });

  const versions: [unknown, string][] = [
    [undefined, '0.0.0'],
    [null, '0.0.0'],
    ['', '0.0.0'],
    ['0.4', '0.4.0'],
    [0.4, '0.4.0'],
    ['v0.5.2-beta.1', '0.5.2'],
    [' 0.4.7 ', '0.4.7'],
    ['0.6.9999', '0.6.9999'],
  ];
  for (const [input, from] of versions)
    it(`reads the version ${JSON.stringify(input)} as ${from} [G1]`, () => {
      const result = migratePage(old({ root }, input));
      expect([result.from, result.migrated, result.page.settings.editorVersion]).to.eql([
        from,
        true,
        '0.7.0',
      ]);
    });

  it('runs only the later migrations if the version is between two of them [G1]', () => {
    const result = migratePage(
      old({ root, a: { type: 'shape', position: relative, parentUuid: 'root' } }, '0.4.5'),
    );
    expect(result.page.things.a?.position.x).to.equal(0.1);
    expect(result.page.settings.referenceWidth).to.equal(600);
  });

  const rejected: [unknown, string, string][] = [
    [pageOf('0.7.1'), 'page_newer_than_editor', 'settings.editorVersion'],
    [pageOf('0.10.0'), 'page_newer_than_editor', 'settings.editorVersion'],
    [pageOf('x'), 'page_unsupported_settings', 'settings.editorVersion'],
    [old({ root }, {}), 'page_unsupported_settings', 'settings.editorVersion'],
    [{ settings: 'dark', things: {} }, 'page_unsupported_settings', 'settings'],
    [{}, 'page_invalid_thing', 'things'],
    [null, 'err_bad_request', ''],
    [[], 'err_bad_request', ''],
    [{ ...old({ root }), slug: 'no such slug!' }, 'page_invalid_slug', 'slug'],
    [
      JSON.parse('{"things":{"a":{"type":"shape","styles":{"__proto__":{"polluted":1}}}}}'),
      'page_invalid_style',
      'things.a.styles.__proto__',
    ],
    [
      JSON.parse('{"things":{"constructor":{"type":"shape"}}}'),
      'page_invalid_thing',
      'things.constructor',
    ],
  ];
  for (const [json, code, path] of rejected)
    it(`rejects with ${code} at '${path}' [G1, G6]`, () => {
      expect(problemOf(json)).to.eql({ code, path });
    });

  it('rejects a cycle in JSON, and limits the depth of ten thousand nested groups [G6, G18]', () => {
    const ring: Record<string, unknown> = {};
    ring.again = ring;
    expect(problemOf(old({ a: ring })).code).to.equal('page_invalid_thing');
    const chain = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [
        `g${String(index)}`,
        {
          type: 'group',
          parentUuid: `g${String(index - 1)}`,
          position: { ...position, x: 1, y: 1 },
        },
      ]),
    );
    const { page } = migratePage(old(chain));
    let depth = 0;
    let [x, y] = [0, 0];
    for (let group = page.things.g9999; group; group = page.things[group.parentUuid ?? '']) {
      depth += 1;
      x += group.position.x;
      y += group.position.y;
    }
    expect(depth).to.be.at.most(MAX_GROUP_DEPTH + 1);
    expect([x * 600, y * 600].map(Math.round)).to.eql([10_000, 10_000]);
  });

  it('replaces invalid ids deterministically and updates references to them [G17]', () => {
    const things = [
      { uuid: 'my group', type: 'group', position, content: { readingOrder: ['a b', 'kept'] } },
      { uuid: 'a b', type: 'shape', parentUuid: 'my group', position },
      { uuid: 'kept', type: 'shape', parentUuid: 'my group', position },
      { type: 'shape', position },
    ];
    const { page, warnings } = migratePage(old(things));
    const group = Object.values(page.things).find(({ content }) => 'readingOrder' in content);
    const children = Object.values(page.things).filter(
      ({ parentUuid }) => parentUuid === group?.uuid,
    );
    expect(children.map(({ uuid }) => uuid)).to.eql(
      (group?.content as { readingOrder?: unknown }).readingOrder,
    );
    expect(Object.keys(page.things)).to.include('kept');
    expect(warnings.filter(({ code }) => code === 'id_replaced').map(({ path }) => path)).to.eql([
      'things.0',
      'things.1',
      'things.3',
    ]);
    expect(Object.keys(migratePage(old(things)).page.things)).to.eql(Object.keys(page.things));
  });

  it('moves blocks whose parent is missing, in a cycle or an image, and keeps their position on the page [G18]', () => {
    const { page } = migratePage(
      old(
        {
          root: { ...root, position: { ...root.position, width: 0.5 } },
          lost: { type: 'shape', parentUuid: 'gone', position: relative },
          loose: { type: 'shape', position: relative },
          image: { type: 'image', parentUuid: 'root', url: '', position: relative },
          inside: { type: 'shape', parentUuid: 'image', position: relative },
          a: { type: 'group', parentUuid: 'b', position: relative },
          b: { type: 'group', parentUuid: 'a', position: relative },
        },
        '0.6.0',
      ),
    );
    const placementOf = (id: string) => {
      const block = page.things[id];
      return [block?.parentUuid, block?.position.x.toFixed(2), block?.position.y.toFixed(2)];
    };
    // The section is half as wide as the window, so it starts at a quarter of it.
    expect(placementOf('lost')).to.eql(['root', '-0.15', '0.20']);
    expect(placementOf('loose')).to.eql(['root', '-0.15', '0.20']);
    expect(placementOf('inside')).to.eql(['root', '0.20', '0.40']);
    expect(placementOf('a')).to.eql(['b', '0.10', '0.20']);
    expect(placementOf('b')).to.eql(['root', '-0.15', '0.20']);
  });

  it('keeps the sequence of sections with equal order, and makes their orders distinct [G19]', () => {
    const section = (y: number, groupOrder: unknown) => ({
      ...root,
      groupOrder,
      position: { ...root.position, y },
    });
    const { page } = migratePage(
      old({ c: section(4, 1), b: section(2, 1), a: section(9, 0), d: section(0, null) }, '0.6.0'),
    );
    const order = (id: string) => (page.things[id]?.content as { groupOrder?: unknown }).groupOrder;
    expect(['a', 'b', 'c', 'd'].map(order)).to.eql([0, 1, 2, 3]);
    expect(page.things.c?.position.y).to.equal(0);
    expect(page.relativeHeight).to.equal(8);
  });

  it('wraps blocks in a main section that contains them [G9]', () => {
    const low = { ...position, y: 1800, width: 300, height: 300, rotationDeg: 45 };
    const { page } = migratePage(
      old({ a: { type: 'shape', position: low }, g: { type: 'group', position } }),
    );
    const main = Object.values(page.things).find(({ parentUuid }) => parentUuid === undefined);
    expect([page.things.a?.parentUuid, page.things.g?.parentUuid]).to.eql([main?.uuid, main?.uuid]);
    // Rotated by 45 degrees, it reaches 212 px below its centre at 1950; a margin of 30 follows.
    expect(main?.position.height).to.be.closeTo((1950 + 150 * Math.SQRT2 + 30) / 600, 1e-9);
    expect([main?.position.width, main?.properties.htmlId]).to.eql([1, 'main']);
    expect(page.relativeHeight).to.equal(main?.position.height);
    const tall = migratePage({ ...old({ a: { type: 'shape', position } }), relativeHeight: 3 });
    expect(tall.page.relativeHeight).to.equal(3);
    expect(migratePage(old({})).page.relativeHeight).to.be.closeTo(16 / 9, 1e-9);
  });

  it('converts px at a 600 px window to fractions, except in styles [G10]', () => {
    const thing = { type: 'shape', position, styles: { padding: 12 } };
    const { page } = migratePage({ ...old({ a: thing }), style: { margin: 30 } });
    expect(page.things.a?.position).to.include({ x: 0.1, y: 0.2, width: 0.5, height: 0.05 });
    expect(page.things.a?.styles).to.eql({ paddingPx: 12 });
    expect(page.style.margin).to.equal(0.05);
  });

  it('converts plain text to rich text, one paragraph per line, with the same styles [G11]', () => {
    const { content, styles } = blockOf(
      { type: 'text', text: 'One\r\ntwo', font: 'Lato', isBold: true },
      '0.3.0',
    );
    expect(content).to.deep.include({ font: 'Lato', fontSize: 18, isBold: true });
    expect(JSON.stringify(content)).to.include('"text":"One"').and.to.include('"text":"two"');
    expect(styles.lineHeight).to.equal(1.25);
  });

  const links: [unknown, string | undefined, string | undefined][] = [
    ['https://ada.example/about', 'https://ada.example/about', '_self'],
    ['https://ADA.example:8443/', 'https://ADA.example:8443/', '_self'],
    ['https://not-ada.example/', 'https://not-ada.example/', '_blank'],
    ['https://ada.example.evil.example/', 'https://ada.example.evil.example/', '_blank'],
    ['/about', '/about', '_self'],
    ['#top', '#top', '_self'],
    ['//host.example/x', 'https://host.example/x', '_blank'],
    ['example.org', 'https://example.org', '_blank'],
    ['mailto:a@b.example', 'mailto:a@b.example', '_blank'],
    ['java\tscript:alert(1)', undefined, undefined],
    ['data:text/html,x', undefined, undefined],
    [42, undefined, undefined],
  ];
  for (const [input, hyperlink, hyperlinkTarget] of links)
    it(`converts the link ${JSON.stringify(input)} to ${String(hyperlink)}, ${String(hyperlinkTarget)} [G12]`, () => {
      const block = blockOf({ type: 'shape', hyperlink: input }, '0.4.0', {
        siteHosts: ['Ada.example'],
      });
      expect([block.properties.hyperlink, block.properties.hyperlinkTarget]).to.eql([
        hyperlink,
        hyperlinkTarget,
      ]);
      const dropped = block.warnings.filter(({ path }) => path === 'things.a.properties.hyperlink');
      expect(dropped).to.eql(
        hyperlink === undefined
          ? [{ path: 'things.a.properties.hyperlink', code: 'value_dropped' }]
          : [],
      );
    });

  it('keeps existing link targets, and adds none after 0.4.1 [G12]', () => {
    const properties = { hyperlink: 'https://x.example/', hyperlinkTarget: '_self' };
    expect(blockOf({ type: 'shape', properties }, '0.4.0').properties.hyperlinkTarget).to.equal(
      '_self',
    );
    const linked = blockOf({ type: 'shape', properties: { hyperlink: '/a' } }, '0.4.1');
    expect(linked.properties).not.to.have.property('hyperlinkTarget');
  });

  const heights: [unknown, number][] = [
    [1.4, 1.4],
    ['1.5', 1.5],
    ['150%', 1.5],
    ['30px', 1.5],
    [30, 1.5],
    ['normal', 1.25],
    [undefined, 1.25],
    ['tall', 1.25],
    [0.1, 0.5],
    ['900px', 5],
  ];
  for (const [lineHeight, ratio] of heights)
    it(`converts the line height ${JSON.stringify(lineHeight)} of 20 px to ${String(ratio)} [G13]`, () => {
      const block = blockOf(
        { type: 'text', text: 'x', fontSize: 20, styles: { lineHeight } },
        '0.4.1',
      );
      expect(block.styles.lineHeight).to.equal(ratio);
    });

  it('sets a reference width of 600 px if there is none [G14]', () => {
    const widthOf = (referenceWidth: unknown) =>
      migratePage({ ...old({ root }), settings: { editorVersion: '0.5.1', referenceWidth } }).page
        .settings.referenceWidth;
    expect([undefined, null, 'wide', 800, '750px', 90, 5000].map(widthOf)).to.eql([
      600, 600, 600, 800, 750, 375, 1366,
    ]);
  });

  it('converts buttons to rich buttons with a radius of 6 px unless they have their own [G15]', () => {
    const radiusOf = (borderRadius?: unknown) =>
      blockOf({ type: 'button', color: 'red', text: 'Go', styles: { borderRadius } }, '0.5.2')
        .styles.borderRadiusPx;
    expect([undefined, 8, '8px', 0, 20].map(radiusOf)).to.eql([6, 6, 6, 0, 20]);
    const result = blockOf(
      { type: 'button', buttonType: 'square', color: '#123456', font: 'Lato', text: 'Go' },
      '0.5.2',
    );
    expect([result.type, result.content]).to.eql([
      'rich-button',
      {
        buttonType: 'square',
        richButtonColor: '#123456',
        richButtonText: { text: 'Go', font: 'Lato', size: 16, align: 'center' },
      },
    ]);
    const long = 'word '.repeat(300);
    expect(blockOf({ type: 'button', color: 'red', text: long }, '0.5.2').content).to.have.property(
      'text',
      long,
    );
  });

  it('uses the catalogue’s font names [G16]', () => {
    const mark = { type: 'font_family', attrs: { family: 'eb-garamond' } };
    const text = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [mark] }] }],
    };
    const result = blockOf(
      { type: 'text', content: { text, font: '"Roboto Mono", monospace' } },
      '0.5.3',
    );
    expect(JSON.stringify(result.content))
      .to.include('"EB Garamond"')
      .and.to.include('"font":"Roboto Mono"');
    const note = {
      type: 'sticky-note',
      content: { stickyNoteColor: 'red', stickyNoteText: { text: 'x', font: 'LATO' } },
    };
    expect(JSON.stringify(blockOf(note, '0.5.3').content)).to.include('"font":"Lato"');
    expect(JSON.stringify(blockOf(note, '0.6.0').content)).to.include('"font":"LATO"');
  });

  it('keeps the content of kit blocks that does not pass their schema, and reports it [B18, G8]', () => {
    const clock = defineBlock({
      type: 'clock',
      content: z.looseObject({ zone: z.string(), hours: z.number().max(24) }),
      defaultContent: () => ({ zone: 'UTC', hours: 24 }),
    });
    const thing = { type: 'clock', content: { hours: '90', hands: 2 } };
    expect(blockOf(thing, '0.6.0').content).to.eql({ hours: '90', hands: 2 });
    const result = blockOf(thing, '0.6.0', { kits: [{ block: clock as never }] });
    expect(result.content).to.eql({ hours: '90', hands: 2 });
    expect(result.warnings).to.have.length(1);
    expect(result.warnings[0]).to.include({
      path: 'things.a.content.zone',
      code: 'content_invalid',
    });
  });

  it('moves fields from the block to their current places; an existing value wins, and both are kept [G5]', () => {
    const result = blockOf(
      {
        type: 'text',
        text: 'outer',
        color: 'red',
        hyperlink: '/a',
        padding: 4,
        mood: 'good',
        content: { text: 'inner' },
        properties: { htmlId: 'x' },
        styles: { opacity: 0.5 },
      },
      '0.4.1',
    );
    expect(result).to.include({ text: 'outer', mood: 'good' });
    expect(JSON.stringify(result.content))
      .to.include('"text":"inner"')
      .and.to.include('"color":"red"');
    expect(result.properties).to.eql({ htmlId: 'x', hyperlink: '/a' });
    expect(result.styles).to.eql({ opacity: 0.5, paddingPx: 4, lineHeight: 1.25 });
    const block = blockOf(
      { type: 'shape', content: 'round', styles: 7, shapeType: 'oval' },
      '0.6.0',
    );
    expect(block.content).to.include({ legacyValue: 'round', shapeType: 'oval' });
    expect(block.styles).to.eql({ legacyValue: 7 });
    expect(JSON.stringify(blockOf({ type: 'text', content: 'words' }, '0.6.0').content)).to.include(
      '"text":"words"',
    );
  });

  it('keeps unreadable strokes in a field of their own [G8]', () => {
    const result = blockOf(
      { type: 'drawing', drawingPaths: 'eJzT0yMAAGTvBe8=', drawingWidth: 90, drawingHeight: 40 },
      '0.5.1',
    );
    expect(result.content).to.include({ drawingPaths: '', legacyDrawingPaths: 'eJzT0yMAAGTvBe8=' });
    expect(result.warnings).to.eql([
      { path: 'things.a.content.drawingPaths', code: 'value_dropped' },
    ]);
  });

  it('compares versions numerically', () => {
    expect(compareVersions('0.10.0', '0.9.9')).to.be.greaterThan(0);
    expect(compareVersions('0.7.0', '0.7.0')).to.equal(0);
  });
});
