import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block } from '@cobble/engine';
import { expect } from 'chai';
import { pino } from 'pino';
import sharp from 'sharp';
import {
  createTestApp,
  sharedVariantProcess,
  type TestUser,
  type TestApp,
} from '../app/testing/createTestApp.ts';
import { multipart } from '../app/testing/multipart.ts';
import { openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { refreshSite } from '../app/testing/servingFixtures.ts';
import { MAX_IMAGE_NAMES } from '../contract/index.ts';
import { readByteRange } from '../media-store/serveMedia.ts';
import { invalidatePublications } from '../publishing/repositories/publishedPages.ts';
import { IMAGE_RECIPE } from './makeVariants.ts';
import { DiskMediaStore } from '../media-store/MediaStore.ts';
import { VariantMaker, type VariantMakerServices } from './VariantMaker.ts';
import { MAX_ATTEMPTS } from './repositories/images.ts';
import { findImagesByName } from './findImages.ts';
import { imageNamesIn } from './imageNamesIn.ts';
import { drawGif, drawPhoto } from './testing/drawImages.ts';

describe('image variants', function () {
  // Variants are made at a low priority.
  this.timeout(300_000);
  let app: TestApp;
  let ada: TestUser;
  let photo: Buffer;
  before(async () => {
    photo = await (await drawPhoto(300, 200)).jpeg({ quality: 80 }).toBuffer();
    app = await createTestApp();
    ada = await app.signUp('ada');
  });
  after(() => app.stop());

  const upload = async (file: Buffer, fileName: string): Promise<string> => {
    const signed = await ada.browser.post('/api/asset/upload/signature');
    const fields = Object.entries(signed.json() as Record<string, string>);
    const parts = fields.map(([name, value]) => ({ name, value }));
    const { body, headers } = multipart([...parts, { name: 'file', file, fileName }]);
    const response = await ada.browser.send('/api/asset/upload', { method: 'POST', body, headers });
    if (response.status !== 200) throw new Error(response.text);
    await app.waitForImages();
    return (response.json() as { url: string }).url;
  };
  const nameOf = (url: string): string => url.slice('/assets/'.length);
  const imageAt = async (url: string) =>
    (await findImagesByName(app.knex, imageNamesIn(url))).get(url) ?? null;
  const deleteVariants = async (url: string): Promise<void> => {
    const assets = app
      .knex('assets')
      .where({ name: nameOf(url) })
      .select('id');
    await app.knex('picture_variants').whereIn('asset_id', assets).delete();
    await app.knex('pictures').whereIn('asset_id', assets).update({ recipe: 0, tried_at: null });
  };
  const publishWithImage = async (url: string) => {
    const page = await openPage(ada);
    const sample = textBlock(page);
    const block: Block = { ...sample, type: 'image', content: { url } };
    return publish(ada, { things: { ...page.things, [block.uuid]: block } });
  };
  const visit = async (path = '/') =>
    app.browser().get(path, { host: `ada.${app.appHost}`, headers: {} });
  const services = (change: Partial<VariantMakerServices> = {}): VariantMakerServices => ({
    knex: app.knex,
    log: pino({ enabled: false }),
    clock: () => new Date(),
    media: new DiskMediaStore(join(app.dataFolder, 'assets')),
    variantProcess: sharedVariantProcess(),
    rerenderPages: async (change) => {
      await app.knex.transaction(async (transaction) => {
        const pages = await change(transaction);
        await invalidatePublications(
          transaction,
          pages.map(({ id }) => id),
        );
      });
    },
    ...change,
  });

  it('are made from each upload, and served on every host and cached forever [IV1]', async () => {
    const url = await upload(photo, 'a.jpg');
    const image = await imageAt(url);
    expect(image).to.deep.include({ width: 300, height: 200 });
    expect(image?.placeholder).to.match(/^data:image\/webp;base64,/);
    expect(image?.sources.map(({ type }) => type)).to.deep.equal(['image/avif', 'image/webp']);
    for (const { type, files } of image?.sources ?? [])
      for (const file of files)
        for (const host of [app.appHost, `ada.${app.appHost}`]) {
          const response = await app.browser().get(file.url, { host });
          expect(response.status, file.url).to.equal(200);
          expect(response.headers['content-type']).to.equal(type);
          expect(response.headers['cache-control']).to.equal('public, max-age=31536000, immutable');
          expect(response.headers['x-content-type-options']).to.equal('nosniff');
          expect((await sharp(response.bytes).metadata()).width).to.equal(file.width);
        }
    // The original is unchanged.
    const { bytes } = await app.browser().get(url);
    expect((await sharp(bytes).metadata()).format).to.equal('jpeg');
  });

  it('are returned to anyone by name, up to the limit per call', async () => {
    const url = await upload(photo, 'a.jpg');
    const list = (names: string) => app.browser().get(`/api/asset/picture/all?names=${names}`);
    const none = '0'.repeat(32);
    const response = await list(`${nameOf(url)},${none}.png,../../etc/passwd,${none}-128.webp`);
    expect(response.json()).to.deep.equal({ images: { [url]: await imageAt(url) } });
    expect((await list('')).json()).to.deep.equal({ images: {} });
    const many = Array.from({ length: MAX_IMAGE_NAMES + 50 }, () => `${none}.png`).join(',');
    expect((await list(many)).status).to.equal(400);
    expect((await app.browser().get('/api/asset/picture/all')).status).to.equal(400);
  });

  it('are in a page from its first publication', async () => {
    const url = await upload(photo, 'a.jpg');
    await publishWithImage(url);
    const { text, headers } = await visit();
    const file = (await imageAt(url))?.sources[0]?.files.at(-1);
    expect(text).to.match(/<source type="image\/avif" srcset="[^"]+" sizes="[^"]+">/);
    expect(text).to.include(`${file?.url ?? ''} 300w`);
    expect(text).to.include(`src="${url}"`);
    expect(headers['content-security-policy']).to.match(/img-src 'self' data:(;|$)/);
  });

  it('appear on a page that was published before them, without publishing it again [IV5]', async () => {
    const url = await upload(photo, 'a.jpg');
    await deleteVariants(url);
    await publishWithImage(url);
    const before = await visit();
    expect(before.text).to.include(`src="${url}"`);
    const countSrcsets = (text: string) => [...text.matchAll(/srcset="([^"]+)"/g)].length;
    const countBefore = countSrcsets(before.text);
    // An upload starts the job, as starting the server does.
    await upload(photo, 'b.jpg');
    await refreshSite(ada);
    const after = await visit();
    expect(countSrcsets(after.text)).to.be.above(countBefore);
    expect(after.headers.etag).not.to.equal(before.headers.etag);
  });

  it('show a large GIF as a video with byte ranges', async () => {
    const gif = await drawGif({ width: 320, height: 200, frames: 30 });
    const url = await upload(gif, 'a.gif');
    const { motion } = (await imageAt(url)) ?? {};
    expect(motion?.type).to.equal('video/mp4');
    await publishWithImage(url);
    const page = await visit();
    expect(page.text).to.include(`<source src="${motion?.url ?? ''}" type="video/mp4"`);
    expect(page.headers['content-security-policy']).to.match(/media-src 'self'(;|$)/);
    expect(page.text).not.to.match(/<script/);
    const host = `ada.${app.appHost}`;
    const all = await app.browser().get(motion?.url ?? '', { host });
    expect(all.headers['content-type']).to.equal('video/mp4');
    expect(all.headers['accept-ranges']).to.equal('bytes');
    const get = (range: string) =>
      app.browser().get(motion?.url ?? '', { host, headers: { Range: range } });
    const part = await get('bytes=4-7');
    expect([part.status, part.text]).to.deep.equal([206, 'ftyp']);
    expect(part.headers['content-range']).to.equal(`bytes 4-7/${String(all.bytes.length)}`);
    const end = await get('bytes=-10');
    expect(end.bytes.equals(all.bytes.subarray(-10))).to.equal(true);
    const beyond = await get(`bytes=${String(all.bytes.length)}-`);
    expect(beyond.status).to.equal(416);
    expect((await get('bytes=0-1,5-9')).status).to.equal(200);
  });

  it('support byte ranges as RFC 9110 defines them', () => {
    expect(readByteRange(undefined, 10)).to.equal(null);
    expect(readByteRange('bytes=0-', 10)).to.deep.equal({ start: 0, end: 9 });
    expect(readByteRange('bytes=3-99', 10)).to.deep.equal({ start: 3, end: 9 });
    expect(readByteRange('bytes=-99', 10)).to.deep.equal({ start: 0, end: 9 });
    expect(readByteRange('bytes=-0', 10)).to.equal('none');
    expect(readByteRange('bytes=10-', 10)).to.equal('none');
    for (const invalid of ['bytes=5-3', 'bytes=-', 'lines=1-2', 'bytes=a-b', ''])
      expect(readByteRange(invalid, 10), invalid).to.equal(null);
  });

  it('are complete or absent when the server is killed while making them, and are made afterwards [IV4]', async () => {
    const url = await upload(photo, 'a.jpg');
    const image = await imageAt(url);
    await deleteVariants(url);
    const folder = join(app.dataFolder, 'assets');
    const { config } = app.knex.client as {
      config: { connection: string | { connectionString: string } };
    };
    const { connection } = config;
    const database = typeof connection === 'string' ? connection : connection.connectionString;
    await app.knex('pictures').update({ tried_at: null }).where('recipe', '<', IMAGE_RECIPE);
    const program = fileURLToPath(new URL('./testing/crashingVariantMaker.ts', import.meta.url));
    const child = spawn(
      process.execPath,
      [
        ...process.execArgv,
        '--import',
        'tsx',
        '--conditions=@cobble/source',
        program,
        database,
        folder,
        join(app.dataFolder, 'uploads'),
        '3',
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal).to.equal('SIGKILL');
    expect(await imageAt(url)).to.equal(null);
    for (const name of await readdir(folder))
      if (!name.startsWith('.'))
        expect(
          (await sharp(join(folder, name))
            .metadata()
            .catch(() => null)) !== null || name.endsWith('.mp4'),
          name,
        ).to.equal(true);
    const maker = new VariantMaker(services(), { claimMs: 0 });
    maker.start();
    await maker.settled();
    await maker.close();
    expect(await imageAt(url)).to.deep.equal(image);
  });

  it('are made once, however many servers there are [IV4]', async () => {
    const urls = [
      await upload(photo, 'a.jpg'),
      await upload(await (await drawPhoto(140, 90)).jpeg().toBuffer(), 'b.jpg'),
    ];
    for (const url of urls) await deleteVariants(url);
    const stored: string[] = [];
    class CountingStore extends DiskMediaStore {
      override put(name: string, content: Buffer): Promise<void> {
        stored.push(name);
        return super.put(name, content);
      }
    }
    const media = new CountingStore(join(app.dataFolder, 'assets'));
    const makers = [1, 2, 3].map(() => new VariantMaker(services({ media })));
    for (const maker of makers) maker.start();
    await Promise.all(makers.map((maker) => maker.settled()));
    await Promise.all(makers.map((maker) => maker.close()));
    expect(new Set(stored).size).to.equal(stored.length);
    for (const url of urls) expect(await imageAt(url)).not.to.equal(null);
  });

  it('are attempted again at once after a restart, which costs an image none of its attempts [IV6]', async () => {
    const url = await upload(photo, 'a.jpg');
    await deleteVariants(url);
    for (let restart = 0; restart < MAX_ATTEMPTS; restart += 1) {
      class StoppingStore extends DiskMediaStore {
        override put(): Promise<void> {
          void stopped.close();
          return Promise.reject(new Error('The server is stopping'));
        }
      }
      const media = new StoppingStore(join(app.dataFolder, 'assets'));
      const stopped = new VariantMaker(services({ media }));
      stopped.start();
      await stopped.settled();
    }
    const maker = new VariantMaker(services());
    maker.start();
    await maker.settled();
    await maker.close();
    expect(await imageAt(url)).not.to.equal(null);
  });

  it('are no longer attempted after a few failures; the original is shown [IV6]', async () => {
    const url = await upload(photo, 'a.jpg');
    await deleteVariants(url);
    const media = new DiskMediaStore(join(app.dataFolder, 'elsewhere'));
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const maker = new VariantMaker(services({ media, log }), { claimMs: 0 });
    maker.start();
    await maker.settled();
    await maker.close();
    expect(
      lines.filter((line) => line.includes('The variants of an image could not be made')),
    ).to.have.length(4);
    expect(await imageAt(url)).to.equal(null);
    await publishWithImage(url);
    expect((await visit()).text).to.include(`src="${url}"`);
  });
});
