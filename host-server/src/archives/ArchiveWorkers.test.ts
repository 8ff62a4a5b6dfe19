import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Page } from '@cobble/engine';
import { exportSite, type Site, writeZip } from '@cobble/renderer-static';
import { expect } from 'chai';
import { createTestApp, type TestApp, type TestUser } from '../app/testing/createTestApp.ts';
import { multipart } from '../app/testing/multipart.ts';
import { blankInput, openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { recordJson } from '../app/testing/recordJson.ts';
import { setRoles } from '../app/testing/servingFixtures.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import type { Imported } from '../contract/index.ts';
import { ArchiveWorkers } from './ArchiveWorkers.ts';

const MARK = 'only-in-this-page';

/** The page with a block of an unknown type. */
const withUnknown = (page: Page, content: object): Page => {
  const block = { ...textBlock(page), type: 'mystery', content };
  return { ...page, things: { ...page.things, [block.uuid]: block } };
};

/** The ZIP of a site, or of its files after some are replaced. */
async function zipOf(
  pages: readonly Page[],
  replace: (path: string, bytes: Uint8Array) => Uint8Array = (_, bytes) => bytes,
): Promise<Buffer> {
  const site: Site = {
    pages: pages.map((page) => ({ page, isPublished: false })),
    rendering: {},
    url: null,
    includesHidden: true,
    origins: [],
    feed: null,
  };
  async function* files() {
    for await (const { path, bytes } of exportSite(site, { read: () => Promise.resolve(null) }))
      yield { path, bytes: replace(path, bytes) };
  }
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(files())) parts.push(part);
  return Buffer.concat(parts);
}

/** A ZIP of pages that each have a long list of equal values, which compresses well. */
function zipWithValues(pages: readonly Page[], values: number, value = '0'): Promise<Buffer> {
  const marked = pages.map((page) => withUnknown(page, { values: MARK }));
  return zipOf(marked, (path, bytes) => {
    if (!path.startsWith('cobble/pages/')) return bytes;
    const [before = '', after = ''] = Buffer.from(bytes).toString().split(`"${MARK}"`);
    return Buffer.from(`${before}[${`${value},`.repeat(values - 1)}${value}]${after}`);
  });
}

describe('archives in a worker thread', function () {
  this.timeout(120_000);
  let app: TestApp;
  let ada: TestUser;
  let workers: ArchiveWorkers | null = null;

  const start = async (archiveWorkers?: ArchiveWorkers): Promise<void> => {
    workers = archiveWorkers ?? null;
    app = await createTestApp(archiveWorkers === undefined ? {} : { archiveWorkers });
    ada = await app.signUp('ada');
  };
  afterEach(async () => {
    await app.stop();
    await workers?.close();
  });

  const pathOf = (user = ada): string => `/api/site/${String(user.account.primarySite.ID)}/archive`;
  const send = (archive: Buffer, user = ada): Promise<TestResponse> => {
    const { body, headers } = multipart([
      { name: 'file', file: archive, fileName: 'site.zip', type: 'application/zip' },
    ]);
    return user.browser.send(pathOf(user), { method: 'POST', body, headers });
  };
  const pagesNamed = async (...slugs: string[]): Promise<Page[]> => {
    const page = await openPage(ada);
    return slugs.map((slug) => ({ ...page, slug }));
  };
  const slugsOf = async (user = ada): Promise<string[]> => {
    const response = await user.browser.get('/api/page/all');
    return (response.json() as { slug: string }[]).map(({ slug }) => slug).sort();
  };

  it('are read and written without parsing a page on the thread that serves requests [AR7]', async () => {
    await start();
    const [page] = await pagesNamed('second');
    if (page === undefined) throw new Error('There is no page');
    const { things } = withUnknown(page, { mark: MARK });
    await publish(ada, { things });
    const responses: TestResponse[] = [];
    const parsed = await recordJson(MARK, async () => {
      responses.push(await ada.browser.get(pathOf()));
      responses.push(await send(responses[0]?.bytes ?? Buffer.alloc(0)));
    });
    expect(parsed).to.deep.equal([]);
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(JSON.stringify((await openPage(ada, 'main-2')).things)).to.include(MARK);
  });

  it('with hundreds of thousands of links on a page do not occupy the thread that serves requests [AR12]', async () => {
    await start();
    const [main, many] = await pagesNamed('main', 'many');
    if (main === undefined || many === undefined) throw new Error('There is no page');
    const linksOf = (count: number): object[] =>
      [...Array.from({ length: count }, (_, index) => `/p${String(index)}`), '/main'].map(
        (href) => ({ href }),
      );
    const pages = [
      withUnknown(main, { links: linksOf(100) }),
      withUnknown(many, { links: linksOf(6000) }),
    ];
    expect((await send(await zipOf(pages))).status).to.equal(200);
    const hrefs = async (slug: string): Promise<string> =>
      JSON.stringify((await openPage(ada, slug)).things);
    expect(await hrefs('main-2')).to.include('"/main-2"');
    expect(await hrefs('many'))
      .to.include('"/main"')
      .and.to.include('"/p5999"');
  });

  it('with millions of values are refused before a page is parsed [AR6, AR7]', async () => {
    await start();
    const slugs = Array.from({ length: 20 }, (_, index) => `p${String(index)}`);
    const twenty = await zipWithValues(await pagesNamed(...slugs), 1_900_000);
    expect(twenty.length).to.be.below(200_000);
    const three = await zipWithValues(await pagesNamed('p1', 'p2', 'p3'), 1_400_000);
    const delays = monitorEventLoopDelay();
    delays.enable();
    const refused = await send(twenty);
    expect(refused.error()).to.deep.include({
      code: 'pages_per_account_limit_exceeded',
      details: { max: 5, count: 20 },
    });
    expect((await send(three)).error()).to.deep.equal({
      code: 'archive_too_large',
      path: 'cobble/pages/p3.json',
      message: 'The pages in the ZIP file have too much content.',
    });
    delays.disable();
    // Parsing these pages here would take minutes; the machine may be busy for many seconds.
    expect(delays.max / 1e6).to.be.below(20_000);
    expect(await slugsOf()).to.deep.equal(['main']);
  });

  it("are read while the server responds to others, and are refused if they exceed the plan's limits [AR7, PL9]", async () => {
    await start();
    const archive = await zipWithValues(await pagesNamed('p1', 'p2', 'p3', 'p4'), 900_000);
    let isDone = false as boolean;
    const importing = send(archive).finally(() => {
      isDone = true;
    });
    let responses = 0;
    while (!isDone) {
      await app.browser().get('/healthz');
      responses += 1;
    }
    expect(responses).to.be.above(3);
    const { code, path, details } = (await importing).error();
    expect(code).to.equal('page_size_limit_exceeded');
    expect(path).to.match(/^cobble\/pages\/p1\.json: things\./);
    expect(details).to.include({ unit: 'bytes', max: 1024 * 1024 });
  });

  it('that take too long are refused, and the server keeps running [AR7]', async () => {
    await start(new ArchiveWorkers({ timeMs: 1 }));
    const refused = (await send(await zipOf(await pagesNamed('p1')))).error();
    expect(refused).to.include({
      code: 'archive_too_large',
      message: 'The ZIP file takes too much time or memory to process.',
    });
    // On a fast machine, the thread has already begun with the page.
    expect(refused.path).to.be.oneOf(['file', 'cobble/pages/p1.json']);
    expect((await app.browser().get('/healthz')).status).to.equal(200);
    // A small page can be ready before the busy server notices that its time is up.
    const page = withUnknown(await openPage(ada), { values: Array(900_000).fill(0) });
    await app.knex('page_revisions').update({ document: JSON.stringify(page) });
    expect((await ada.browser.get(`${pathOf()}?hidden=true`)).error().code).to.equal(
      'err_payload_too_large',
    );
  });

  it('that take too much memory are refused, naming the page, and the next one is read [AR7]', async () => {
    await start(new ArchiveWorkers({ heapMb: 48 }));
    const refused = await send(await zipWithValues(await pagesNamed('p1'), 480_000, '{}'));
    expect(refused.error()).to.include({
      code: 'archive_too_large',
      path: 'cobble/pages/p1.json',
    });
    expect((await send(await zipOf(await pagesNamed('p1')))).status).to.equal(200);
  });

  it('are refused while the server stops, so that clients retry', async () => {
    const archiveWorkers = new ArchiveWorkers();
    await start(archiveWorkers);
    await archiveWorkers.close();
    for (const response of [
      await send(await zipOf(await pagesNamed('p1'))),
      await ada.browser.get(pathOf()),
    ]) {
      expect(response.error().code).to.equal('err_unavailable');
      expect(response.headers['retry-after']).to.equal('5');
    }
  });

  it('get other slugs when theirs are taken while the pages are read [AR2]', async () => {
    /** Adds a page after the import has chosen its slugs. */
    class SlowWorkers extends ArchiveWorkers {
      pages = 0;
      override async importPage(
        ...args: Parameters<ArchiveWorkers['importPage']>
      ): ReturnType<ArchiveWorkers['importPage']> {
        const page = await super.importPage(...args);
        this.pages += 1;
        if (this.pages === 1) await ada.browser.post('/api/page', blankInput('menu'));
        return page;
      }
    }
    const archiveWorkers = new SlowWorkers();
    await start(archiveWorkers);
    const response = await send(await zipOf(await pagesNamed('menu')));
    expect((response.json() as Imported).pages.map(({ slug }) => slug)).to.deep.equal(['menu-2']);
    expect(archiveWorkers.pages).to.equal(2);
    expect(await slugsOf()).to.deep.equal(['main', 'menu', 'menu-2']);
  });

  it('with thousands of pages do not occupy the server with their slugs: a page is sent only those that it links to [AR12]', async () => {
    /** Records what changes in each page. */
    class RecordingWorkers extends ArchiveWorkers {
      readonly slugs: unknown[] = [];
      override importPage(
        ...args: Parameters<ArchiveWorkers['importPage']>
      ): ReturnType<ArchiveWorkers['importPage']> {
        this.slugs.push(args[3].slugs);
        return super.importPage(...args);
      }
    }
    const archiveWorkers = new RecordingWorkers();
    await start(archiveWorkers);
    const [menu, wine] = await pagesNamed('menu', 'wine');
    if (menu === undefined || wine === undefined) throw new Error('There is no page');
    const block = { ...textBlock(menu), properties: { hyperlink: '/WINE?day=1' } };
    const linking = { ...menu, things: { ...menu.things, [block.uuid]: block } };
    const archive = await zipOf([linking, wine]);
    await send(archive);
    expect(archiveWorkers.slugs.splice(0), 'nothing has to change').to.deep.equal([[], []]);
    expect((await send(archive)).status).to.equal(200);
    expect(archiveWorkers.slugs).to.deep.equal([[['wine', 'wine-2']], []]);
    const links = Object.values((await openPage(ada, 'menu-2')).things).map(
      ({ properties }) => properties.hyperlink,
    );
    expect(links).to.include('/wine-2?day=1');
  });

  it('are refused when the plan ends while their pages are read [AR3]', async () => {
    /** Ends the plan after the pages were checked. */
    class SlowWorkers extends ArchiveWorkers {
      override async importPage(
        ...args: Parameters<ArchiveWorkers['importPage']>
      ): ReturnType<ArchiveWorkers['importPage']> {
        const page = await super.importPage(...args);
        await setRoles(app, ada, []);
        return page;
      }
    }
    await start(new SlowWorkers());
    await setRoles(app, ada, ['plus']);
    const [page] = await pagesNamed('private');
    if (page === undefined) throw new Error('There is no page');
    const response = await send(await zipOf([{ ...page, isPublic: false }]));
    expect(response.error()).to.deep.include({
      code: 'insufficient_privileges_to_make_page_private',
      path: 'cobble/pages/private.json: isPublic',
    });
    expect(await slugsOf()).to.deep.equal(['main']);
  });

  it('are abandoned when the client disconnects, and leave nothing behind [AR2]', async () => {
    let leave = (): void => undefined;
    let checked = 0;
    let imported = 0;
    let left: Promise<unknown> = Promise.resolve();
    class ObservedWorkers extends ArchiveWorkers {
      override async checkPage(
        ...args: Parameters<ArchiveWorkers['checkPage']>
      ): ReturnType<ArchiveWorkers['checkPage']> {
        const check = await super.checkPage(...args);
        checked += 1;
        leave();
        await left;
        // The server learns of the closed connection before it serves a later one.
        for (let count = 0; count < 3; count++) await app.browser().get('/healthz');
        return check;
      }
      override importPage(
        ...args: Parameters<ArchiveWorkers['importPage']>
      ): ReturnType<ArchiveWorkers['importPage']> {
        imported += 1;
        return super.importPage(...args);
      }
    }
    await start(new ObservedWorkers());
    const { body, headers } = multipart([
      { name: 'file', file: await zipOf(await pagesNamed('p1', 'p2')), fileName: 'site.zip' },
    ]);
    const cookie = [...ada.browser.cookies].map((pair) => pair.join('=')).join('; ');
    left = new Promise((resolve) => {
      const sent = request({
        ...{ host: '127.0.0.1', port: app.port, path: pathOf(), method: 'POST', agent: false },
        headers: {
          ...{ ...headers, Host: app.appHost, Origin: `http://${app.appHost}`, Cookie: cookie },
          'Content-Length': String(body.length),
        },
      });
      sent.on('error', resolve);
      leave = () => sent.destroy(new Error('gone'));
      sent.end(body);
    });
    await left;
    const spooled = join(app.dataFolder, 'uploads');
    while ((await readdir(spooled)).length > 0) await new Promise(setImmediate);
    expect([checked, imported]).to.deep.equal([1, 0]);
    expect(await slugsOf()).to.deep.equal(['main']);
  });
});
