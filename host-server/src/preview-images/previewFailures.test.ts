import { rename } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Block } from '@cobble/engine';
import { expect } from 'chai';
import { pino } from 'pino';
import sharp from 'sharp';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { FontLibrary } from '../fonts/FontLibrary.ts';
import { DiskMediaStore } from '../media-store/MediaStore.ts';
import { PageWorkers } from '../page-workers/PageWorkers.ts';
import { ApiError } from '../shared/ApiError.ts';
import { type LookupTurn, LookupTurns } from '../shared/LookupTurns.ts';
import { PaintProcess } from './PaintProcess.ts';
import { isPreviewFileName, type PreviewKind } from './previewSizes.ts';
import { PreviewImages } from './PreviewImages.ts';
import { PreviewLookups } from './PreviewLookups.ts';

describe('preview images under failures', function () {
  this.timeout(180_000);
  let app: TestApp;
  let ada: TestUser;
  const lines: string[] = [];
  const created: PreviewImages[] = [];
  const pageWorkers = new PageWorkers();
  const previewsWith = (
    painter: PaintProcess,
    media = new DiskMediaStore(join(app.dataFolder, 'assets')),
    workers: Pick<PageWorkers, 'read'> = pageWorkers,
  ): PreviewImages => {
    const folder = join(app.dataFolder, `previews-${String(created.length)}`);
    const previews = new PreviewImages(
      {
        knex: app.knex,
        visitorKnex: app.knex,
        lookups: new LookupTurns(),
        log: pino({}, { write: (line: string) => lines.push(line) }),
        clock: () => new Date(),
        media,
        temporaryFolder: join(app.dataFolder, 'temporary'),
        fonts: new FontLibrary({ folder: join(app.dataFolder, 'fonts'), isFetching: false }),
        pageWorkers: workers,
      },
      new DiskMediaStore(folder, isPreviewFileName),
      { painter },
    );
    created.push(previews);
    return previews;
  };
  const find = (
    previews: PreviewImages,
    pageId: number,
    kind: PreviewKind,
    response = new ServerResponse(new IncomingMessage(new Socket())),
  ) => previews.find(pageId, kind, null, response);
  /** Requests the image again until it is painted, as visitors do; a busy machine takes long. */
  const findPainted = async (previews: PreviewImages, pageId: number, kind: PreviewKind) => {
    for (;;) {
      const found = await find(previews, pageId, kind);
      if (found.kind === 'found') return found;
      if (found.kind !== 'busy') throw new Error(found.kind);
      await previews.settled();
    }
  };
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
  });
  beforeEach(() => {
    lines.length = 0;
  });
  after(async () => {
    for (const each of created) await each.close();
    await pageWorkers.close();
    await app.stop();
  });

  it('do not exist where the painter does not start, which is logged once [PI6]', async () => {
    const page = await publish(ada);
    await app.waitForPreviews();
    await app.knex('preview_pictures').delete();
    const script = new URL('./no-such-program.mjs', import.meta.url);
    const previews = previewsWith(new PaintProcess({ script }));
    expect(await find(previews, page.ID, 'portrait')).to.eql({ kind: 'none' });
    expect(await find(previews, page.ID, 'share')).to.eql({ kind: 'none' });
    void previews.enqueue(page.ID, ada.account.ID);
    await previews.settled();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include('Pages have no images: the painter does not start');
    // The page is not marked as one that cannot be painted.
    expect(await app.knex('preview_pictures').select()).to.eql([]);
  });

  it('are looked up like known pages: the visitor has just found the page [LM26]', async () => {
    const page = await publish(ada);
    const taken: LookupTurn[] = [];
    class RecordedTurns extends LookupTurns {
      override run<Value>(turn: LookupTurn, query: () => Promise<Value>): Promise<Value> {
        taken.push(turn);
        return super.run(turn, query);
      }
    }
    const lookups = new PreviewLookups(app.knex, new RecordedTurns());
    const find = () => lookups.find(page.ID, { etag: '', requester: '192.0.2.1' });
    expect(await find()).to.include({ accountId: ada.account.ID });
    // After it was painted.
    lookups.invalidate(page.ID);
    await find();
    const turn = { requester: '192.0.2.1', isKnown: true };
    expect(taken).to.eql([turn, turn]);
    await app.waitForPreviews();
  });

  it('are not retried on each request if the page is too complex [PI5]', async () => {
    const page = await openPage(ada);
    const channelFilters = { accountIds: [ada.account.ID], channelIds: [] };
    const channel = { ...textBlock(page), type: 'channel', content: { channelFilters } };
    const things = { ...page.things, [channel.uuid]: channel };
    const { ID } = await publish(ada, { things });
    await app.waitForPreviews();
    await app.knex('preview_pictures').delete();
    let reads = 0;
    const workers = {
      read() {
        reads += 1;
        return Promise.reject(new ApiError('err_payload_too_large'));
      },
    };
    const previews = previewsWith(new PaintProcess(), undefined, workers);
    for (let request = 0; request < 3; request += 1)
      expect(await find(previews, ID, 'portrait')).to.eql({ kind: 'none' });
    expect(reads).to.equal(1);
    await app.knex('preview_pictures').delete();
  });

  it('keep no request whose client leaves while its page is painted [LM19]', async () => {
    const page = await publish(ada);
    await app.waitForPreviews();
    await app.knex('preview_pictures').delete();
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    let read = (): void => undefined;
    const workers = {
      read: () =>
        new Promise<never>((_resolve, reject) => {
          read = () => {
            reject(new ApiError('err_payload_too_large'));
          };
          response.emit('close');
        }),
    };
    const previews = previewsWith(new PaintProcess(), undefined, workers);
    const found = find(previews, page.ID, 'portrait', response);
    expect(await found, 'before it is painted').to.eql({ kind: 'none' });
    read();
    await previews.settled();
    await app.knex('preview_pictures').delete();
  });

  it('are not painted while the server stops, which does not wait for them', async () => {
    const page = await publish(ada);
    await app.knex('preview_pictures').delete();
    const previews = previewsWith(new PaintProcess());
    const pending = find(previews, page.ID, 'portrait');
    await previews.close();
    expect((await pending).kind).to.equal('busy');
    expect(lines).to.eql([]);
  });

  it('are painted once the media store works again, not an hour later', async () => {
    const page = await openPage(ada);
    const block: Block = {
      ...textBlock(page),
      type: 'image',
      content: { url: `/assets/${'0'.repeat(32)}.png` },
    };
    const { ID } = await publish(ada, { things: { ...page.things, [block.uuid]: block } });
    await app.waitForPreviews();
    await app.knex('preview_pictures').delete();
    let isBroken = true;
    class BrokenStore extends DiskMediaStore {
      override find(name: string): ReturnType<DiskMediaStore['find']> {
        return isBroken ? Promise.reject(new Error('the disk is gone')) : super.find(name);
      }
    }
    const previews = previewsWith(new PaintProcess(), new BrokenStore(join(app.dataFolder, 'no')));
    expect((await find(previews, ID, 'portrait')).kind).to.equal('busy');
    await previews.settled();
    expect(lines.join()).to.include('the disk is gone');
    isBroken = false;
    await findPainted(previews, ID, 'portrait');
  });

  it('are painted again when a file is removed while the server runs', async () => {
    const page = await publish(ada);
    await app.waitForPreviews();
    const previews = previewsWith(new PaintProcess());
    const first = await findPainted(previews, page.ID, 'share');
    const folder = join(app.dataFolder, `previews-${String(created.length - 1)}`);
    await rename(join(folder, first.name), join(folder, 'elsewhere'));
    const second = await findPainted(previews, page.ID, 'share');
    expect(second.content.equals(first.content)).to.equal(true);
  });

  it('are painted with images whose files the painter reads itself, because their bytes would block the server [LM35]', async () => {
    const name = `${'1'.repeat(32)}.png`;
    const create = { width: 60, height: 60, channels: 3, background: '#0000ff' } as const;
    let streams = 0;
    class WatchedStore extends DiskMediaStore {
      override async find(name: string): ReturnType<DiskMediaStore['find']> {
        const stored = await super.find(name);
        if (stored === null) return null;
        const stream: typeof stored.stream = (range) => {
          streams += 1;
          return stored.stream(range);
        };
        return { ...stored, stream };
      }
    }
    const media = new WatchedStore(join(app.dataFolder, 'watched'));
    await media.put(name, await sharp({ create }).png().toBuffer());
    const page = await openPage(ada);
    const position = { x: 0, y: 0, width: 1, height: 1, rotationDeg: 0, zIndex: 90_000 };
    const content = { url: `/assets/${name}` };
    const block: Block = { ...textBlock(page), type: 'image', content, position };
    const { ID } = await publish(ada, { things: { ...page.things, [block.uuid]: block } });
    await app.waitForPreviews();
    await app.knex('preview_pictures').delete();
    const image = await findPainted(previewsWith(new PaintProcess(), media), ID, 'portrait');
    const corner = { left: 200, top: 200, width: 1, height: 1 };
    const [red = 255, , blue = 0] = await sharp(image.content).extract(corner).raw().toBuffer();
    expect(blue - red).to.be.above(200);
    expect(streams).to.equal(0);
  });
});
