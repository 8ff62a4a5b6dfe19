import {
  CobbleError,
  defineBlock,
  defineKit,
  type Block,
  type Kit,
  type Page,
} from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { HOSTILE_STRINGS } from '../testing/hostile.ts';
import { makeBlock, makePage } from '../testing/makePage.ts';
import { randomPages } from '../testing/randomPages.ts';
import { SAMPLE_BLOCKS } from '../testing/sampleBlocks.ts';
import { SAMPLE_PAGES } from '../testing/samples/samplePages.ts';
import { importFiles, importSite } from './importSite.ts';
import type { Site } from './Site.ts';
import { exportZip, linkBlock, makeSite, makeSitePage } from './testing/makeSite.ts';
import { readZip } from './zip/readZip.ts';

const bell = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ sound: z.string().max(500) }),
    role: 'image',
    defaultContent: () => ({ sound: 'ding' }),
    altText: ({ sound }) => `A bell: ${sound}`,
  }),
  staticView: ({ content }) => ({ content: content.sound }),
});

/** Exports, imports and exports again; returns both archives and the imported site. */
async function exportTwice(
  site: Site,
): Promise<{ first: Uint8Array; second: Uint8Array; site: Site }> {
  const first = await exportZip(site);
  const imported = importSite(first, { kits: site.rendering.kits ?? [] });
  if (!imported.ok) throw new Error(`${imported.code} ${JSON.stringify(imported.details)}`);
  const { site: back, read } = imported.value;
  return { first, second: await exportZip(back, read), site: back };
}

describe('export and import', () => {
  const anyPage = (slug: string): fc.Arbitrary<Page> => {
    const drawn = fc.oneof(
      randomPages({ phoneLayout: 'automatic', pins: true, rotated: true }).map((make) => make('W')),
      fc
        .subarray(Object.values(SAMPLE_BLOCKS), { maxLength: 4 })
        .map((blocks) => makePage(blocks.flat())),
    );
    const odd = fc.oneof(
      fc
        .record({ content: fc.dictionary(fc.string(), fc.jsonValue()) })
        .map(({ content }): Block => makeBlock({ uuid: 'odd', type: 'from-tomorrow', content })),
      fc
        .string({ maxLength: 40 })
        .map((sound): Block => makeBlock({ uuid: 'odd', type: 'bell', content: { sound } })),
      fc
        .constantFrom('/', '/two', '/three/four', 'https://ada.example/two', '/assets/a.pdf')
        .map((link) => linkBlock('odd', link)),
    );
    return fc
      .record({
        page: drawn,
        odd,
        title: fc.oneof(fc.string(), fc.constantFrom(...HOSTILE_STRINGS)),
        asset: fc.constantFrom('', '/assets/a.png', '/assets/A.png', '/assets/b.jpg'),
        flags: fc.record({
          isPublic: fc.boolean(),
          isListed: fc.boolean(),
          isDisabled: fc.boolean(),
        }),
        extra: fc.jsonValue(),
      })
      .map(({ page, odd: block, title, asset, flags, extra }) => {
        const section = Object.values(page.things).find(({ parentUuid }) => !parentUuid)?.uuid;
        const style = asset === '' ? {} : { background: { imageUrl: asset } };
        return JSON.parse(
          JSON.stringify({
            ...page,
            ...flags,
            slug,
            settings: { ...page.settings, title: title.slice(0, 500), ...{ 'x-extra': extra } },
            style: { ...page.style, ...style },
            things: { ...page.things, odd: { ...block, parentUuid: section } },
          }),
        ) as Page;
      });
  };

  it('reproduce the same archive, byte for byte [ZP2]', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(anyPage('main'), anyPage('two'), anyPage('three/four')),
        fc.record({
          includesHidden: fc.boolean(),
          isPublished: fc.boolean(),
          kits: fc.boolean(),
          url: fc.constantFrom(null, 'https://ada.example/', 'https://ada.example/a'),
          safeMode: fc.boolean(),
          feed: fc.constantFrom(null, '<feed>\u00e4</feed>'),
          name: fc.string(),
        }),
        async (pages, { includesHidden, isPublished, kits, url, safeMode, feed, name }) => {
          const site = makeSite(
            pages.map((page, index) => ({ page, isPublished: isPublished || index === 0 })),
            {
              includesHidden,
              url,
              feed,
              origins: ['https://ada.example'],
              rendering: {
                safeMode,
                attributionUrl: 'https://cobble.example/',
                site: { name, feedUrl: '/feed.xml', iconUrl: '/assets/icon.png' },
                ...(kits ? { kits: [bell] } : {}),
              },
            },
          );
          const { first, second } = await exportTwice(site);
          expect(Buffer.from(second).equals(first)).to.equal(true);
        },
      ),
      { numRuns: 40, seed: 11 },
    );
  });

  it('reproduce a site of the ten sample pages', async function () {
    this.timeout(60_000);
    const pages = Object.values(SAMPLE_PAGES).map((make) => ({ page: make(), isPublished: true }));
    const { first, second, site } = await exportTwice(makeSite(pages));
    expect(Buffer.from(second).equals(first)).to.equal(true);
    expect(site.pages).to.deep.equal(JSON.parse(JSON.stringify(pages)));
  });

  it('keep the data that pages were rendered with: posts, images and font families', async () => {
    const channel = makeBlock({
      uuid: 'c',
      type: 'channel',
      content: { channelFilters: { accountIds: [7], channelIds: [] } },
    });
    const photo = makeBlock({
      uuid: 'p',
      type: 'image',
      content: { url: '/assets/p.jpg', naturalWidth: 640, naturalHeight: 480 },
    });
    const site = makeSite([makeSitePage('main', [channel, photo])], {
      rendering: {
        posts: (id) =>
          id === 7
            ? [{ id: 1, caption: 'Bread is out', createdAt: '2026-05-01T09:30:00.000Z' }]
            : [],
        images: (url) =>
          url === '/assets/p.jpg'
            ? {
                width: 640,
                height: 480,
                sources: [
                  {
                    type: 'image/webp',
                    files: [
                      { url: '/assets/p-128.webp', width: 128 },
                      { url: '/assets/p-640.webp', width: 640 },
                    ],
                  },
                ],
              }
            : null,
      },
    });
    const { first, second } = await exportTwice(site);
    expect(Buffer.from(second).equals(first)).to.equal(true);
    const files = readZip(first);
    const html = new TextDecoder().decode(files.get('index.html'));
    expect(html).to.contain('Bread is out').and.to.contain('./assets/p-640.webp');
    expect([...files.keys()]).to.include.members(['assets/p.jpg', 'assets/p-640.webp']);
  });

  it('keep the JSON of older versions unchanged', async () => {
    const old = JSON.parse(JSON.stringify(makePage([linkBlock('a', '/')]))) as Page;
    const page = { ...old, settings: { ...old.settings, editorVersion: '0.7.0' } };
    const { first, second, site } = await exportTwice(makeSite([{ page, isPublished: true }]));
    expect(Buffer.from(second).equals(first)).to.equal(true);
    expect(site.pages[0]?.page).to.deep.equal(page);
  });

  it('throw for an argument of the wrong type and name it', async () => {
    const problemOf = (read: () => unknown): string => {
      try {
        read();
        return 'none';
      } catch (error) {
        return error instanceof CobbleError
          ? `${error.code} ${String(error.details['path'])}`
          : String(error);
      }
    };
    for (const value of [undefined, null, 'x', {}, new ArrayBuffer(4), [80, 75]])
      expect(problemOf(() => importSite(value as never))).to.equal('input_invalid archive');
    for (const value of [undefined, null, 'x', {}, new Uint8Array(4)])
      expect(problemOf(() => importFiles(value as never))).to.equal('input_invalid files');
    const archive = await exportZip(makeSite([makeSitePage('main', [])]));
    for (const [path, options] of [
      ['options', null],
      ['options', 5],
      ['options.limits', { limits: null }],
    ] as const) {
      expect(problemOf(() => importSite(archive, options as never))).to.equal(
        `input_invalid ${path}`,
      );
      expect(problemOf(() => importFiles(readZip(archive), options as never))).to.equal(
        `input_invalid ${path}`,
      );
    }
    expect(problemOf(() => importSite(archive, { kits: null } as never))).to.equal('none');
  });

  it('throw for invalid kits instead of calling the page invalid', async () => {
    const archive = await exportZip(makeSite([makeSitePage('main', [])]));
    const kits = [{ block: 5 }] as unknown as readonly Kit[];
    expect(() => importSite(archive, { kits }))
      .to.throw()
      .with.property('code', 'kit_invalid');
  });

  it('ignore the archive’s HTML and render it again', async () => {
    const site = makeSite([makeSitePage('main', [])]);
    const first = await exportZip(site);
    const imported = importSite(first);
    if (!imported.ok) throw new Error(imported.code);
    const files = new Map(imported.value.files);
    files.set('index.html', new TextEncoder().encode('<script>steal()</script>'));
    const changed = importFiles(files);
    if (!changed.ok) throw new Error(changed.code);
    const again = await exportZip(changed.value.site, changed.value.read);
    expect(Buffer.from(again).equals(first)).to.equal(true);
  });
});
