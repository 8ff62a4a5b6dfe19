import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readdir } from 'node:fs/promises';
import type { Block } from '@cobble/engine';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { drawPhoto } from '../images/testing/drawImages.ts';
import { storeEmbedThumbnailUses, requestEmbedThumbnails } from './repositories/embedThumbnails.ts';
import { type ImageSite, serveImages } from './testing/serveImages.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const COPY = /<img src="(\/assets\/[0-9a-f]{32}\.jpg)" width="480" height="360" alt=""/;

describe('embed thumbnails', function () {
  this.timeout(180_000);
  let app: TestApp;
  let site: ImageSite;
  let ada: TestUser;
  let photo: Buffer;
  let videos = 0;
  /** How the site responds to a request for a video, by id. Default: with the photo. */
  const responders = new Map<string, (response: ServerResponse) => void>();
  const sendPhoto = (response: ServerResponse): void => {
    response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': photo.length });
    response.end(photo);
  };
  before(async () => {
    photo = await (await drawPhoto(480, 360)).jpeg().toBuffer();
    site = await serveImages((path, response) => {
      const id = path.split('/')[2] ?? '';
      (responders.get(id) ?? sendPhoto)(response);
    });
    app = await createTestApp({ fetchImage: site.fetch });
    ada = await app.signUp('ada');
  });
  after(async () => {
    await app.stop();
    await site.close();
  });

  const newVideo = (respond?: (response: ServerResponse) => void): string => {
    const id = `video-${String((videos += 1)).padStart(5, '0')}`;
    if (respond) responders.set(id, respond);
    return id;
  };
  const addressOf = (id: string): string => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
  const requestCount = (id: string): number =>
    site.requests.filter(({ path }) => path.includes(id)).length;
  const show = async (ids: readonly string[], user = ada) => {
    const page = await openPage(user);
    const blocks = ids.map((id, index): Block => {
      const sample = textBlock(page);
      const position = { ...sample.position, y: 0.1 + index * 0.4, height: 0.3 };
      return { ...sample, position, type: 'youtube', content: { youtubeID: id } };
    });
    const others = Object.entries(page.things).filter(([, thing]) => thing.type !== 'youtube');
    const things = Object.fromEntries([
      ...others,
      ...blocks.map((block) => [block.uuid, block] as const),
    ]);
    return publish(user, { things });
  };
  const visit = (slug = 'ada') => app.browser().get('/', { host: `${slug}.${app.appHost}` });
  const rowOf = async (id: string) =>
    (
      await app
        .knex('embed_pictures')
        .where({ address: addressOf(id) })
        .select()
    )[0] as Record<string, unknown> | undefined;

  it('are copied when a page is published, and served from its own host [EI1]', async () => {
    const id = newVideo();
    await show([id]);
    await app.waitForEmbedThumbnails();
    const { text, headers } = await visit();
    const [, copy = ''] = COPY.exec(text) ?? [];
    const image = await app.browser().get(copy, { host: `ada.${app.appHost}` });
    expect([image.status, image.headers['content-type']]).to.deep.equal([200, 'image/jpeg']);
    expect(image.bytes.equals(photo), 'it is re-encoded').to.equal(false);
    // The page refers to the other site only in links that a visitor may click.
    expect(text.replaceAll(/ (?:data-src|href)="[^"]*"/g, '')).not.to.match(/ytimg|youtube\.com/);
    expect(headers['content-security-policy']).to.include("img-src 'self' data:; ");
    expect(site.requests.at(-1)?.path).to.equal(`/vi/${id}/hqdefault.jpg`);
    expect(site.requests.at(-1)?.headers).not.to.have.any.keys('cookie', 'referer');
  });

  it('are requested once, however many pages show them [EI2]', async () => {
    const id = newVideo();
    const bo = await app.signUp('bo');
    await show([id]);
    await show([id], bo);
    await app.waitForEmbedThumbnails();
    await show([id]);
    expect((await visit()).text).to.match(COPY);
    expect((await visit('bo')).text).to.match(COPY);
    expect(requestCount(id)).to.equal(1);
  });

  it('do not delay publishing: the page shows a logo first and the thumbnail later [EI1]', async () => {
    let sendImage = (): void => undefined;
    const id = newVideo((response) => {
      sendImage = () => {
        sendPhoto(response);
      };
    });
    await show([id]);
    const before = await visit();
    expect(before.text).to.include('Watch on YouTube').and.not.to.include('<img src="/assets/');
    while (requestCount(id) === 0) await visit();
    sendImage();
    await app.waitForEmbedThumbnails();
    const after = await visit();
    expect(after.text).to.match(COPY);
    expect(after.headers.etag).not.to.equal(before.headers.etag);
  });

  it('mark a page to be rendered again if it is published while they are being fetched', async () => {
    let sendImage = (): void => undefined;
    const id = newVideo((response) => {
      sendImage = () => {
        sendPhoto(response);
      };
    });
    const { ID } = await show([]);
    // As a preview requests it.
    await requestEmbedThumbnails(app.knex, ada.account.ID, [addressOf(id)], new Date());
    await show([]);
    // Without visits: a slow one could render the page again before it is looked at.
    while (requestCount(id) === 0) await setTimeout(5);
    await app.knex.transaction(async (publishing) => {
      await requestEmbedThumbnails(publishing, ada.account.ID, [addressOf(id)], new Date());
      await storeEmbedThumbnailUses(publishing, ID, [addressOf(id)]);
      const assets = join(app.dataFolder, 'assets');
      // The first file creates the folder.
      const files = async () => (existsSync(assets) ? (await readdir(assets)).length : 0);
      const count = await files();
      sendImage();
      // The file is stored; its row waits for the transaction of the publish.
      while ((await files()) === count) await setTimeout(5);
      expect((await rowOf(id))?.['name']).to.equal(null);
    });
    await app.waitForEmbedThumbnails();
    // The server renders marked pages in the background, and this one does not use the thumbnail.
    const isMarkedOrRendered = async (): Promise<boolean> => {
      const marked = await app
        .knex('published_pages')
        .where({ page_id: ID })
        .where('context', 'like', '-%')
        .select('page_id');
      const uses = await app.knex('page_embed_pictures').where({ page_id: ID }).select('address');
      return marked.length > 0 || uses.length === 0;
    };
    while (!(await isMarkedOrRendered())) await setTimeout(5);
  });

  it('that cannot be fetched are retried after a minute, then at growing intervals [EI2]', async () => {
    const id = newVideo((response) => response.writeHead(503).end());
    await show([id]);
    await app.waitForEmbedThumbnails();
    const requestsAfter = async (ms: number): Promise<number> => {
      app.advanceClock(ms);
      await show([]);
      await app.waitForEmbedThumbnails();
      return requestCount(id);
    };
    expect(await requestsAfter(MINUTE_MS / 2)).to.equal(1);
    expect(await requestsAfter(MINUTE_MS)).to.equal(2);
    expect(await requestsAfter(MINUTE_MS)).to.equal(2);
    responders.delete(id);
    expect(await requestsAfter(5 * MINUTE_MS)).to.equal(3);
    await show([id]);
    expect((await visit()).text).to.match(COPY);
  });

  it('that are missing or invalid are replaced by the logo and requested once a day [EI2]', async () => {
    const html = '<script>alert(1)</script>';
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const ids = [
      newVideo((response) => response.writeHead(404).end(photo)),
      newVideo((response) => response.end(html)),
      newVideo((response) => response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(svg)),
      newVideo((response) => response.end(Buffer.alloc(200_000))),
      newVideo((response) => response.end(photo.subarray(0, photo.length / 2))),
    ];
    await show(ids);
    await app.waitForEmbedThumbnails();
    expect((await visit()).text).not.to.include('<img src="/assets/');
    await show(ids);
    await app.waitForEmbedThumbnails();
    expect(ids.map(requestCount)).to.deep.equal([1, 1, 1, 1, 1]);
    for (const id of ids) expect((await rowOf(id))?.['due_at']).to.equal(null);
    app.advanceClock(DAY_MS + MINUTE_MS);
    responders.clear();
    await show(ids);
    await app.waitForEmbedThumbnails();
    expect([...(await visit()).text.matchAll(new RegExp(COPY, 'g'))]).to.have.length(5);
  });

  it('are copied again after a month, when their page is published [EI2]', async () => {
    const id = newVideo();
    await show([id]);
    await app.waitForEmbedThumbnails();
    const [, first] = COPY.exec((await visit()).text) ?? [];
    app.advanceClock(31 * DAY_MS);
    await show([id]);
    await app.waitForEmbedThumbnails();
    const [, second] = COPY.exec((await visit()).text) ?? [];
    expect(second).to.be.a('string').and.not.to.equal(first);
  });

  it('are fetched with accounts taking turns, however many one account requests [LM7, EI3]', async () => {
    const order: string[] = [];
    let openGate = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const tracked = (label: string): string =>
      newVideo((response) => {
        order.push(label);
        void gate.then(() => {
          sendPhoto(response);
        });
      });
    const [eve, bea] = [await app.signUp('eve'), await app.signUp('bea')];
    const ask = (user: TestUser, ids: readonly string[]) =>
      user.browser.post('/api/asset/embed-picture', {
        embeds: ids.map((youtubeID) => ({ type: 'youtube', content: { youtubeID } })),
      });
    const flood = ask(
      eve,
      Array.from({ length: 30 }, (_, index) => tracked(`eve ${String(index)}`)),
    );
    while (order.length === 0) await visit();
    const honest = ask(bea, [tracked('bea 1'), tracked('bea 2')]);
    while ((await app.knex('embed_pictures').where({ account_id: bea.account.ID })).length < 2)
      await visit();
    openGate();
    await Promise.all([flood, honest]);
    await app.waitForEmbedThumbnails();
    expect(order.slice(1, 5).filter((label) => label.startsWith('bea'))).to.have.length(2);
    expect(order).to.have.length(32);
  });

  it('are available to previews: existing ones to everyone, others are fetched for accounts [EI3]', async () => {
    const [existing, missing] = [newVideo(), newVideo()];
    await show([existing]);
    await app.waitForEmbedThumbnails();
    const embeds = [existing, missing, '../../etc/pas'].map((youtubeID) => ({
      type: 'youtube',
      content: { youtubeID },
    }));
    const more = [
      { type: 'youtube', content: {} },
      { type: 'vimeo', content: { id: '1' } },
      { type: '__proto__', content: { youtubeID: existing } },
    ];
    const findThumbnails = async (user: TestUser | null) => {
      const browser = user?.browser ?? app.browser();
      const response = await browser.post('/api/asset/embed-picture', {
        embeds: [...embeds, ...more],
      });
      return (response.json() as { images: Record<string, object> }).images;
    };
    expect(Object.keys(await findThumbnails(null))).to.deep.equal([addressOf(existing)]);
    expect(requestCount(missing)).to.equal(0);
    const images = await findThumbnails(ada);
    expect(Object.keys(images).sort()).to.deep.equal([existing, missing].map(addressOf).sort());
    expect(images[addressOf(missing)]).to.deep.include({ width: 480, height: 360, sources: [] });
    expect(
      site.requests.filter(({ path }) => !/^\/vi\/video-\d{5}\/hqdefault\.jpg$/.test(path)),
    ).to.deep.equal([]);
    const tooMany = { embeds: Array.from({ length: 101 }, () => embeds[0]) };
    expect((await ada.browser.post('/api/asset/embed-picture', tooMany)).status).to.equal(400);
  });

  it('of pages published before thumbnails existed are fetched on the next visit', async () => {
    const id = newVideo();
    await show([id]);
    await app.waitForEmbedThumbnails();
    // The thumbnail is rendered now, so no background render is left that would request it again.
    expect((await visit()).text).to.match(COPY);
    await app.knex.raw('TRUNCATE page_embed_pictures, embed_pictures');
    await app.knex('published_pages').update({ context: '' });
    await ada.browser.put(`/api/site/${String(ada.account.primarySite.ID)}`, { settings: {} });
    expect((await visit()).text).not.to.match(COPY);
    expect(await rowOf(id)).to.include({ name: null, attempts: 0 });
    await show([], await app.signUp('dora'));
    await app.waitForEmbedThumbnails();
    expect((await visit()).text).to.match(COPY);
  });

  it('are included in the site’s archive as files', async () => {
    await show([newVideo()]);
    await app.waitForEmbedThumbnails();
    const [, copy = ''] = COPY.exec((await visit()).text) ?? [];
    const path = `/api/site/${String(ada.account.primarySite.ID)}/archive`;
    const { bytes } = await ada.browser.get(path);
    expect(bytes.includes(copy.slice(1))).to.equal(true);
    expect(bytes.includes('asset_outside')).to.equal(false);
  });

  it('are replaced by the logo when fetching is turned off', async () => {
    const appWithoutFetching = await createTestApp();
    const user = await appWithoutFetching.signUp('eve');
    await show([newVideo()], user);
    await appWithoutFetching.waitForEmbedThumbnails();
    const { text } = await appWithoutFetching
      .browser()
      .get('/', { host: `eve.${appWithoutFetching.appHost}` });
    expect(text).to.include('Watch on YouTube').and.not.to.include('<img src="/assets/');
    await appWithoutFetching.stop();
  });
});
