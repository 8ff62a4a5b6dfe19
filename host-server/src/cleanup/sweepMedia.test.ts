import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { multipart } from '../app/testing/multipart.ts';
import {
  storeEmbedThumbnailUses,
  requestEmbedThumbnails,
} from '../embed-thumbnails/repositories/embedThumbnails.ts';
import { DiskMediaStore } from '../media-store/MediaStore.ts';
import { publicCacheHeaders } from '../publishing/serve/pageHeaders.ts';
import { MAX_STALE_MS } from '../shared/outage.ts';
import { drawPhoto } from '../images/testing/drawImages.ts';

const DAY_MS = 24 * 3_600_000;

describe('unreferenced files', function () {
  this.timeout(300_000);
  let app: TestApp;
  let photo: Buffer;
  beforeEach(async () => {
    photo = await (await drawPhoto(300, 200)).jpeg({ quality: 80 }).toBuffer();
    app = await createTestApp();
  });
  afterEach(() => app.stop());

  const upload = async ({ browser }: TestUser): Promise<string> => {
    const signed = await browser.post('/api/asset/upload/signature');
    const fields = Object.entries(signed.json() as Record<string, string>);
    const parts = fields.map(([name, value]) => ({ name, value }));
    const { body, headers } = multipart([
      ...parts,
      { name: 'file', file: photo, fileName: 'a.jpg' },
    ]);
    const response = await browser.send('/api/asset/upload', { method: 'POST', body, headers });
    await app.waitForImages();
    return (response.json() as { url: string }).url.slice('/assets/'.length);
  };
  const folder = (): string => join(app.dataFolder, 'assets');
  const files = async (): Promise<readonly string[]> =>
    (await readdir(folder())).filter((name) => !name.startsWith('.')).sort();
  const sweepLater = async (ms: number): Promise<void> => {
    app.advanceClock(ms);
    await app.sweepMedia();
  };

  it('are removed after three days, with their variants; other files stay [UP7]', async () => {
    const [ada, bo] = [await app.signUp('ada'), await app.signUp('bo')];
    const adaFile = await upload(ada);
    const before = await files();
    const boFile = await upload(bo);
    // The same image has the same variants, so they are shared.
    expect(await files()).to.have.length(before.length + 1);
    await sweepLater(5 * DAY_MS);
    expect(await files()).to.have.length(before.length + 1);
    await app.knex('assets').where({ name: adaFile }).delete();
    await sweepLater(0);
    const { 'CDN-Cache-Control': cached = '' } = publicCacheHeaders(true);
    const seconds = (name: string): number =>
      Number(new RegExp(`${name}=(\\d+)`).exec(cached)?.[1] ?? Number.NaN);
    const cdnMs = (seconds('max-age') + seconds('stale-while-revalidate')) * 1000;
    await sweepLater(MAX_STALE_MS + cdnMs);
    expect(await files(), 'a stale page in a CDN shows it').to.include(adaFile);
    await sweepLater(1.1 * DAY_MS);
    const shared = before.filter((name) => name !== adaFile);
    expect(await files()).to.deep.equal([...shared, boFile].sort());
    await app.knex('assets').delete();
    await sweepLater(0);
    await sweepLater(4 * DAY_MS);
    expect(await files()).to.deep.equal([]);
    expect(await app.knex('media_leftovers')).to.deep.equal([]);
  });

  it('stay when they are referenced or uploaded again [UP7]', async () => {
    const ada = await app.signUp('ada');
    const name = await upload(ada);
    const [asset] = (await app.knex('assets').where({ name })) as [Record<string, unknown>];
    await app.knex('assets').where({ name }).delete();
    await sweepLater(0);
    const { id: _id, ...row } = asset;
    await app.knex('assets').insert(row);
    await sweepLater(4 * DAY_MS);
    expect(await files()).to.include(name);
    await app.knex('assets').where({ name }).delete();
    await sweepLater(0);
    // An upload has stored the file but not yet its row.
    const later = new Date(Date.now() + 20 * DAY_MS);
    await utimes(join(folder(), name), later, later);
    await sweepLater(4 * DAY_MS);
    expect(await files()).to.include(name);
  });

  it('include embed thumbnails that no page shows', async () => {
    const { account } = await app.signUp('ada');
    const media = new DiskMediaStore(folder());
    const [page] = (await app.knex('pages').select('id')) as [{ id: number }];
    const names = ['a', 'b'].map((letter) => `${letter.repeat(32)}.jpg`);
    await requestEmbedThumbnails(app.knex, account.ID, names, new Date());
    await storeEmbedThumbnailUses(app.knex, page.id, names.slice(0, 1));
    for (const name of names) {
      await media.put(name, photo);
      await app
        .knex('embed_pictures')
        .where({ address: name })
        .update({ name, width: 9, height: 9 });
    }
    await sweepLater(4 * DAY_MS);
    await sweepLater(4 * DAY_MS);
    expect(await files()).to.deep.equal(names.slice(0, 1));
    expect(await app.knex('embed_pictures').select('name')).to.deep.equal([{ name: names[0] }]);
  });
});
