import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { STARTER_TIP_IMAGES } from '@cobble/engine';
import { expect } from 'chai';
import sharp from 'sharp';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import type { MediaStore, StoredMedia } from '../media-store/MediaStore.ts';
import { ImageFiles } from './ImageFiles.ts';

const MB = 1024 * 1024;

describe('the files of images while a page is painted', function () {
  this.timeout(20_000);
  let app: TestApp;
  let folder: string;
  before(async () => {
    app = await createTestApp();
    folder = await mkdtemp(join(tmpdir(), 'cobble-image-files-'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await app.stop();
  });
  afterEach(async () => {
    expect(await readdir(folder), 'left behind').to.eql([]);
  });

  const nameOf = (index: number): string => `${index.toString(16).padStart(32, '0')}.png`;
  const requestOf = (index: number) => ({ url: `/assets/${nameOf(index)}`, widthPx: 600 });
  const filesFrom = (find: (name: string) => StoredMedia | null): ImageFiles => {
    const media: Pick<MediaStore, 'find'> = { find: (name) => Promise.resolve(find(name)) };
    return new ImageFiles({ knex: app.knex, media }, folder);
  };

  it('are copies if the media store is not on this machine’s disk, and are removed afterwards [LM35]', async () => {
    const content = Buffer.from('the bytes of an image');
    const files = filesFrom((name) =>
      name === nameOf(2)
        ? null
        : { bytes: content.length, path: null, stream: () => Readable.from([content]) },
    );
    const paths = await files.find([1, 2, 3].map(requestOf));
    expect([...paths.keys()]).to.eql([1, 3].map((index) => requestOf(index).url));
    for (const path of paths.values()) {
      expect(dirname(path)).to.equal(folder);
      expect((await readFile(path)).equals(content)).to.equal(true);
    }
    await files.remove();
  });

  it('are removed too when a page takes too long while one of them is copied [LM35]', async () => {
    let beginSecond = (): void => undefined;
    const second = new Promise<void>((resolve) => {
      beginSecond = resolve;
    });
    const stalled = new Readable({ read: () => undefined });
    const files = filesFrom((name) => ({
      bytes: 4,
      path: null,
      stream() {
        if (name === nameOf(1)) return Readable.from([Buffer.from('done')]);
        beginSecond();
        return stalled;
      },
    }));
    const finding = files.find([1, 2].map(requestOf)).then(String, String);
    await second;
    await files.remove();
    expect(await finding).to.include('AbortError');
    expect(stalled.destroyed).to.equal(true);
  });

  it('are not copied once painting has ended [LM35]', async () => {
    const files = filesFrom(() => ({
      bytes: 4,
      path: null,
      stream: () => Readable.from([Buffer.from('late')]),
    }));
    await files.remove();
    expect(await files.find([requestOf(1)]).then(String, String)).to.include('AbortError');
  });

  it('include the starter page’s own images', async () => {
    const [name = ''] = Object.keys(STARTER_TIP_IMAGES);
    const files = filesFrom(() => null);
    const url = `/assets/${name}`;
    const paths = await files.find([{ url, widthPx: 600 }]);
    const { format, width } = await sharp(await readFile(paths.get(url) ?? '')).metadata();
    expect([format, width]).to.eql(['png', 800]);
    await files.remove();
  });

  it('are skipped if they are too large, alone or together, and elsewhere on the web', async () => {
    const sizes = [25, 24, 24, 24, 23, 2, 1].map((size) => size * MB);
    const files = filesFrom((name) => ({
      bytes: sizes[Number.parseInt(name, 16)] ?? 0,
      path: `/media/${name}`,
      stream: () => {
        throw new Error('The server read an image');
      },
    }));
    const elsewhere = { url: 'https://images.example/a.png', widthPx: 600 };
    const paths = await files.find([elsewhere, ...sizes.map((_, index) => requestOf(index))]);
    const found = [1, 2, 3, 4, 6];
    expect([...paths]).to.eql(
      found.map((index) => [requestOf(index).url, `/media/${nameOf(index)}`]),
    );
    await files.remove();
  });
});
