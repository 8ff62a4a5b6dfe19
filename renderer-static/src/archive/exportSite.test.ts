import { CobbleError, richTextFromPlain } from '@cobble/engine';
import { expect } from 'chai';
import { HtmlValidate } from 'html-validate';
import { makeBlock } from '../testing/makePage.ts';
import { HTML_RULES } from '../testing/htmlRules.ts';
import { exportPage, exportPageJson } from './exportPage.ts';
import { exportSite } from './exportSite.ts';
import { exportSiteFiles } from './exportSiteFiles.ts';
import { type SiteFrame, siteRootOf } from './SiteFrame.ts';
import { exportTexts, linkBlock, makeSite, makeSitePage, readAny } from './testing/makeSite.ts';

const image = (uuid: string, url: string) =>
  makeBlock({ uuid, type: 'image', content: { url, naturalWidth: 4, naturalHeight: 3 } });
const text = (font: string) =>
  makeBlock({ uuid: 'text', type: 'text', content: { text: richTextFromPlain('Hello'), font } });

/** Targets of a document's links. */
const hrefs = (html: string | undefined): readonly string[] =>
  [...(html ?? '').matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(([, href]) =>
    href === undefined || href.startsWith('#cobble') ? [] : [href],
  );

describe('site export', () => {
  it('writes each page as HTML and JSON, everything that pages load, and a 404 page', async () => {
    const { files, warnings } = await exportTexts(
      makeSite([
        makeSitePage('main', [image('p', '/assets/a.png'), text('Lato')]),
        makeSitePage('menu', []),
        makeSitePage('Me/about', [image('p', '/assets/b.png')]),
      ]),
    );
    expect([...files.keys()]).to.deep.equal([
      ...['index.html', 'menu.html', 'Me/about.html', '404.html', 'robots.txt'],
      ...['assets/a.png', 'assets/b.png', 'fonts/lato-latin-400-normal.woff2'],
      ...['cobble/pages/main.json', 'cobble/pages/menu.json', 'cobble/pages/Me/about.json'],
      'cobble/site.json',
    ]);
    expect(warnings).to.deep.equal([]);
    expect(files.get('index.html')).to.contain('src="./assets/a.png"');
    expect(files.get('index.html')).to.contain('url("./fonts/lato-latin-400-normal.woff2")');
    expect(files.get('Me/about.html')).to.contain('src="../assets/b.png"');
  });

  it('gives every file a unique path, whatever the slugs', async () => {
    const parts = ['main', 'index', '404', 'robots', 'site', 'pages', 'x'];
    const folders = ['Assets', 'fonts', 'code', 'cobble'];
    const firsts = [...parts, ...folders];
    const seconds = ['a', ...parts];
    const slugs = [
      ...firsts,
      ...firsts.flatMap((first) => seconds.map((each) => `${first}/${each}`)),
    ];
    const files: [path: string, text: string][] = [];
    for await (const { path, bytes } of exportSite(
      makeSite(slugs.map((slug) => makeSitePage(slug, [image('p', '/assets/a.html')]))),
      { read: readAny },
    ))
      files.push([path, new TextDecoder().decode(bytes)]);
    const paths = files.map(([path]) => path);
    const lower = paths.map((path) => path.toLowerCase());
    expect(lower.filter((path, index) => lower.indexOf(path) !== index)).to.deep.equal([]);
    expect(paths).to.include.members([
      ...['index.html', 'index/index.html', '404.html', 'Assets/a/index.html', 'assets/a.html'],
      ...['cobble/site/index.html', 'fonts/x/index.html', 'robots.html', 'robots.txt'],
      'index/index/index.html',
    ]);
    expect(new Map(files).get('404.html')).to.contain('<title>404</title>');
  });

  it('links pages by their files and leaves other links alone [ZP5]', async () => {
    const links = [
      ...['/', '/main', '/menu', '/MENU?day=1#soup', '/me/about', '/me.about/', '#here'],
      ...['https://ada.example/menu#x', 'https://ADA.example', 'https://ada.example:8443/menu'],
      ...['https://other.example/menu', 'mailto:ada@ada.example', '/assets/list.pdf', '/feed.xml'],
    ];
    const blocks = links.map((link, index) => linkBlock(`l${String(index + 10)}`, link));
    const { files, warnings } = await exportTexts(
      makeSite(
        [
          makeSitePage('main', blocks),
          makeSitePage('Menu', [linkBlock('up', '/me/about')]),
          makeSitePage('me/about', blocks),
        ],
        { origins: ['https://ada.example'], feed: '<feed/>' },
      ),
    );
    expect(warnings).to.deep.equal([]);
    expect(hrefs(files.get('index.html'))).to.deep.equal([
      ...['index.html', 'index.html', 'Menu.html', 'Menu.html?day=1#soup'],
      ...['me/about.html', 'me/about.html', '#here', 'Menu.html#x', 'index.html'],
      ...['https://ada.example:8443/menu', 'https://other.example/menu', 'mailto:ada@ada.example'],
      ...['assets/list.pdf', 'feed.xml'],
    ]);
    expect(hrefs(files.get('Menu.html'))).to.deep.equal(['me/about.html']);
    expect(hrefs(files.get('me/about.html')).slice(0, 6)).to.deep.equal([
      ...['../index.html', '../index.html', '../Menu.html', '../Menu.html?day=1#soup'],
      ...['../me/about.html', '../me/about.html'],
    ]);
    expect(files.has('assets/list.pdf')).to.equal(true);
  });

  it('rewrites links inside text', async () => {
    const text = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            {
              type: 'text',
              text: 'The menu',
              marks: [{ type: 'link', attrs: { href: '/menu', target: null } }],
            },
          ],
        },
      ],
    };
    const block = makeBlock({ uuid: 'w', type: 'text', content: { text } });
    const { files } = await exportTexts(
      makeSite([makeSitePage('main', [block]), makeSitePage('menu', [])]),
    );
    expect(hrefs(files.get('index.html'))).to.deep.equal(['menu.html']);
  });

  it('writes the policy into each page, before its styles, as valid HTML', async () => {
    const { files } = await exportTexts(makeSite([makeSitePage('main', [text('Lato')])]));
    for (const name of ['index.html', '404.html']) {
      const html = files.get(name) ?? '';
      expect(html).to.match(
        /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none/,
      );
      expect(html.indexOf('<meta charset="utf-8">')).to.be.within(1, 700);
      expect(html.indexOf('Content-Security-Policy')).to.be.below(html.indexOf('<style>'));
      const { results } = await new HtmlValidate(HTML_RULES).validateString(html);
      expect(
        results.flatMap(({ messages }) => messages.map(({ message }) => message)),
      ).to.deep.equal([]);
    }
  });

  it('contains no absolute address unless the site’s URL is given', async () => {
    const pages = [
      makeSitePage('main', [image('p', '/assets/a.png')]),
      makeSitePage('me/about', []),
    ];
    const plain = await exportTexts(makeSite(pages));
    for (const [path, text] of plain.files)
      expect(text.match(/https?:\/\/[^\s"'<]+/g) ?? [], path).to.deep.equal([]);
    expect(plain.files.get('robots.txt')).to.equal('User-agent: *\nAllow: /\n');
    const { files } = await exportTexts(makeSite(pages, { url: 'https://ada.example/shop?x#y' }));
    expect(files.get('index.html')).to.contain('rel="canonical" href="https://ada.example/shop/"');
    expect(files.get('index.html')).to.contain('content="https://ada.example/shop/assets/a.png"');
    expect(files.get('me/about.html')).to.contain('href="https://ada.example/shop/me/about.html"');
    expect(files.get('sitemap.xml')?.match(/<loc>[^<]*/g)).to.deep.equal([
      '<loc>https://ada.example/shop/',
      '<loc>https://ada.example/shop/me/about.html',
    ]);
    expect(files.get('robots.txt')).to.contain('Sitemap: https://ada.example/shop/sitemap.xml');
    expect(hrefs(files.get('404.html'))).to.deep.equal(['/shop/']);
  });

  it('contains only public pages; others only as JSON, if requested [ZP4]', async () => {
    const pages = [
      makeSitePage('main', [linkBlock('l', '/secret')]),
      makeSitePage('secret', [image('p', '/assets/secret.png')], { isPublic: false }),
      makeSitePage('club', [], { isRestricted: true }),
      makeSitePage('gone', [], { isDisabled: true }),
      makeSitePage('draft', [], { isPublished: false }),
    ];
    const open = await exportTexts(makeSite(pages));
    expect([...open.files.keys()].join()).not.to.match(/secret|club|gone|draft/);
    expect([...open.files.values()].join()).not.to.match(/club|gone|draft|secret\.png/);
    expect(open.warnings.map(({ code, path }) => `${code} ${path}`)).to.deep.equal([
      ...['secret', 'club', 'gone', 'draft'].map((slug) => `page_withheld ${slug}`),
      'link_leads_nowhere main',
    ]);
    const all = await exportTexts(makeSite(pages, { includesHidden: true }));
    const added = [...all.files.keys()].filter((path) => !open.files.has(path));
    expect(added).to.deep.equal([
      'assets/secret.png',
      ...['secret', 'club', 'gone', 'draft'].map((slug) => `cobble/pages/${slug}.json`),
    ]);
  });

  it('disallows crawlers on a site without visible pages, and does not link to an index page that is not exported', async () => {
    const { files } = await exportTexts(makeSite([makeSitePage('main', [], { isPublic: false })]));
    expect(files.get('robots.txt')).to.contain('Disallow: /');
    expect(hrefs(files.get('404.html'))).to.deep.equal([]);
  });

  it('warns about missing and external files and unusable names, and continues', async () => {
    const { files, warnings } = await exportTexts(
      makeSite([
        makeSitePage('main', [
          ...[
            '/assets/there.png',
            '/assets/gone.png',
            '/assets/THERE.png',
            '/assets/.htaccess',
          ].map((url, index) => image(`p${String(index)}`, url)),
          image('out', 'https://images.example/a.png'),
          linkBlock('dead', '/nowhere'),
          text('Lato'),
          makeBlock({ uuid: 'odd', type: 'from-tomorrow' }),
        ]),
      ]),
      (path) => Promise.resolve(path === 'assets/there.png' ? new Uint8Array(1) : null),
    );
    expect(warnings.map(({ code, path }) => `${code} ${path}`)).to.deep.equal([
      'link_leads_nowhere main',
      'asset_outside main',
      'asset_name_unusable assets/.htaccess',
      'unknown_type main',
      'asset_name_unusable assets/there.png',
      'asset_missing assets/THERE.png',
      'asset_missing assets/gone.png',
      'font_missing fonts/lato-latin-400-normal.woff2',
    ]);
    expect(files.has('index.html')).to.equal(true);
  });

  it('writes equal code embeds to one file in a folder next to the page, and none in Safe Mode', async () => {
    const code = (uuid: string) =>
      makeBlock({
        uuid,
        type: 'code-embed',
        content: { ceCode: '<b>mine</b><script>go()</script>' },
      });
    const pages = [makeSitePage('me/about', [code('a'), code('b')])];
    const { files } = await exportTexts(makeSite(pages));
    const paths = [...files.keys()].filter((each) => each.includes('code/'));
    expect(paths).to.have.length(1);
    const [path = ''] = paths;
    expect(path).to.match(/^me\/code\/[0-9a-f]{32}\.html$/);
    expect(files.get(path)).to.contain('<script>go()</script>');
    const html = files.get('me/about.html') ?? '';
    expect(html)
      .to.contain(`src="${path.slice(3)}"`)
      .and.not.contain('go()');
    expect(html).to.match(/sandbox="allow-scripts(?![^"]*allow-same-origin)/);
    const safe = await exportTexts(makeSite(pages, { rendering: { safeMode: true } }));
    expect([...safe.files.keys()].join()).not.to.contain('code/');
  });

  it('reports progress', async () => {
    const seen: string[] = [];
    const site = makeSite([makeSitePage('main', [image('p', '/assets/a.png')])]);
    for await (const { path } of exportSite(site, {
      read: () => Promise.resolve(null),
      onProgress: ({ phase, done, total }) =>
        seen.push(`${phase} ${String(done)}/${String(total)}`),
    }))
      expect(path).not.to.equal('');
    expect(seen).to.deep.equal(['pages 0/1', 'pages 1/1', 'files 0/1', 'files 1/1']);
  });

  it('rejects duplicate slugs, invalid URLs and pages from a newer editor', async () => {
    const codeOf = async (site: Parameters<typeof exportTexts>[0]): Promise<string> =>
      exportTexts(site).then(
        () => 'accepted',
        (error: unknown) => (error instanceof CobbleError ? error.code : String(error)),
      );
    const page = makeSitePage('main', []);
    expect(await codeOf(makeSite([page, makeSitePage('Main', [])]))).to.equal(
      'site_duplicate_slug',
    );
    for (const url of [
      'ada.example',
      'ftp://ada.example/',
      'https://a:b@ada.example',
      'javascript:1',
    ])
      expect(await codeOf(makeSite([page], { url }))).to.equal('site_invalid_url');
    const { settings } = page.page;
    const newer = makeSitePage('main', [], { settings: { ...settings, editorVersion: '99.0.0' } });
    expect(await codeOf(makeSite([newer]))).to.equal('page_newer_than_editor');
  });

  it('names the argument that is missing or has the wrong type', async () => {
    const problemOf = async (site: unknown, options: unknown = { read: readAny }) => {
      try {
        for await (const { path } of exportSite(site as never, options as never))
          expect(path).not.to.equal('');
        return 'none';
      } catch (error) {
        return error instanceof CobbleError
          ? `${error.code} ${String(error.details['path'])}`
          : String(error);
      }
    };
    const main = makeSitePage('main', [text('Lato')]);
    const site = makeSite([main]);
    for (const value of [undefined, null, 'x'])
      expect(await problemOf(value)).to.equal('input_invalid site');
    for (const name of ['pages', 'rendering', 'includesHidden', 'origins', 'feed'])
      for (const value of [undefined, 5])
        expect(await problemOf({ ...site, [name]: value })).to.equal(`input_invalid site.${name}`);
    for (const name of ['fonts', 'posts', 'images', 'messages'])
      expect(await problemOf({ ...site, rendering: { [name]: 5 } })).to.equal(
        `input_invalid site.rendering.${name}`,
      );
    expect(await problemOf({ ...site, origins: [5] })).to.equal('input_invalid site.origins');
    for (const [path, page] of [
      ['site.pages.1', null],
      ['site.pages.1.page', {}],
      ['site.pages.1.page.slug', { page: {} }],
    ] as const)
      expect(await problemOf({ ...site, pages: [main, page] })).to.equal(`input_invalid ${path}`);
    const bare = { isPublished: true, page: { slug: 'main', isPublic: true } };
    expect(await problemOf({ ...site, pages: [bare] })).to.equal(
      'archive_invalid_page cobble/pages/main.json',
    );
    for (const [path, options] of [
      ['options', null],
      ['options.read', {}],
      ['options.onWarning', { read: readAny, onWarning: null }],
      ['options.onProgress', { read: readAny, onProgress: 5 }],
    ] as const)
      expect(await problemOf(site, options)).to.equal(`input_invalid ${path}`);
    expect(await problemOf(site)).to.equal('none');
  });

  it('gives the same files when each page is exported by itself, from JSON [ZP2]', async () => {
    const posts = [{ id: 1, caption: 'Hello', createdAt: '2026-01-01T00:00:00.000Z' }];
    const channel = makeBlock({
      uuid: 'channel',
      type: 'channel',
      content: { channelFilters: { accountIds: [7], channelIds: [] } },
    });
    const site = makeSite(
      [
        makeSitePage('main', [image('p', '/assets/b.png'), text('Lato'), channel]),
        makeSitePage('menu', [image('p', '/assets/a.png'), linkBlock('l', '/MAIN')]),
        makeSitePage('secret', [image('p', '/assets/c.png')], { isPublic: false }),
      ],
      {
        includesHidden: true,
        url: 'https://ada.example/shop',
        feed: '<feed/>',
        rendering: {
          posts: () => posts,
          images: (url) => ({ url, width: 40, height: 30, sources: [] }),
        },
      },
    );
    const whole: [path: string, content: string][] = [];
    for await (const { path, bytes } of exportSite(site, { read: readAny }))
      whole.push([path, new TextDecoder().decode(bytes)]);

    const frame: SiteFrame = {
      ...site,
      url: siteRootOf(site.url ?? ''),
      pages: site.pages.map(({ page: { slug, updatedAt, isPublic }, isPublished }) => {
        return { slug, updatedAt, isPublished, isShown: isPublic };
      }),
    };
    const viaJson = <Json>(json: Json): Json => JSON.parse(JSON.stringify(json)) as Json;
    const exported = site.pages.map((each) => exportPage(viaJson(each), frame));
    const { texts, paths, manifest } = exportSiteFiles(
      frame,
      exported.map(({ uses }) => viaJson(uses)),
    );
    const parts = [
      ...exported.flatMap(({ html }) => html),
      ...texts,
      ...(await Promise.all(
        paths.map(async (path) => ({ path, bytes: (await readAny(path)) ?? new Uint8Array() })),
      )),
      ...site.pages.map(({ page }) => exportPageJson(viaJson(page))),
      manifest,
    ];
    expect(parts.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)])).to.deep.equal(
      whole,
    );
    expect(paths).to.include.members(['assets/a.png', 'assets/b.png', 'assets/c.png']);
  });
});
