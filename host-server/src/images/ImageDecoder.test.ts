import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { ApiError } from '../shared/ApiError.ts';
import { ImageDecoder, isRejectedImage } from './ImageDecoder.ts';

const FRAGILE = new URL('./testing/fragileDecoder.ts', import.meta.url);

describe('decoding images in separate processes', function () {
  this.timeout(120_000);
  const opened: ImageDecoder[] = [];
  let log: string[] = [];
  const folder = join(tmpdir(), `cobble-decoding-${String(process.pid)}`);
  const open = (options?: ConstructorParameters<typeof ImageDecoder>[2]): ImageDecoder => {
    const warn = (_: unknown, message?: string): void => {
      log.push(message ?? '');
    };
    const created = new ImageDecoder(folder, { warn }, options);
    opened.push(created);
    return created;
  };
  const shared = open();
  const fragile = open({ program: FRAGILE });
  beforeEach(() => {
    log = [];
  });
  after(async () => {
    for (const each of opened) each.close();
    expect(await readdir(folder)).to.deep.equal([]);
    await rm(folder, { recursive: true });
  });
  const image = (width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: '#2B4EFF' } })
      .png()
      .toBuffer();
  const refusalOf = async (decoding: Promise<unknown>): Promise<ApiError> => {
    const error: unknown = await decoding.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(ApiError);
    return error as ApiError;
  };

  it('returns the image, from bytes or from a file [UP8]', async () => {
    const png = await image(40, 30);
    const file = join(tmpdir(), `cobble-decoding-${String(process.pid)}.png`);
    await writeFile(file, png);
    for (const source of [png, file]) {
      const decoded = await shared.reencode(1, source);
      expect(decoded).to.include({ type: 'png', width: 40, height: 30 });
      expect(Buffer.isBuffer(decoded.content)).to.equal(true);
      expect((await sharp(decoded.content).metadata()).width).to.equal(40);
    }
    await rm(file);
  });

  it('keeps one process for the next image, and ends a second one soon, which would only take memory', async () => {
    const decoder = open();
    const png = await image(40, 30);
    decoder.prepare();
    const [kept] = decoder.pids;
    await Promise.all([decoder.reencode(1, png), decoder.reencode(2, png)]);
    expect(decoder.pids).to.have.length(2);
    while (decoder.pids.length > 1) await setTimeout(100);
    expect(decoder.pids).to.eql([kept]);
  });

  it('refuses what is not an image, with its message [UP8, UP1]', async () => {
    const error = await refusalOf(shared.reencode(1, Buffer.from('plain text')));
    expect(error.body).to.deep.equal({
      code: 'upload_unsupported_type',
      path: 'file',
      message: 'Unsupported file type (only .png, .gif, and .jpgs)',
    });
    expect(isRejectedImage(error)).to.equal(true);
    expect(log).to.deep.equal([]);
  });

  it('refuses an image that takes too much memory or time, and decodes the next one [UP8]', async () => {
    const png = await image(900, 700);
    for (const limits of [
      ...(process.platform === 'linux' ? [{ memoryMb: 1, timeMs: 60_000 }] : []),
      { memoryMb: 10_000, timeMs: 50 },
    ]) {
      const limited = open({ program: FRAGILE, limits });
      const error = await refusalOf(limited.reencode(1, Buffer.from('wait')));
      expect(error.code).to.equal('upload_too_large');
      expect(isRejectedImage(error)).to.equal(true);
      expect(log.pop()).to.equal('An image took too much time or memory to decode');
    }
    expect((await shared.reencode(1, png)).width).to.equal(900);
  });

  it('refuses an image that ends the decoder, and decodes the next one [UP8]', async () => {
    const error = await refusalOf(fragile.reencode(1, Buffer.from('crash')));
    expect(error.code).to.equal('upload_unsupported_type');
    expect(log).to.deep.equal(['An image crashed the process that decoded it']);
    expect((await fragile.reencode(1, Buffer.from('fine'))).content.toString()).to.equal('fine');
  });

  it('starts a process before the first image when asked to prepare for it', async () => {
    const prepared = open({ program: FRAGILE });
    expect(prepared.pids).to.deep.equal([]);
    prepared.prepare();
    const { pids } = prepared;
    expect(pids).to.have.lengthOf(1);
    await prepared.reencode(1, Buffer.from('fine'));
    prepared.prepare();
    expect(prepared.pids).to.deep.equal(pids);
  });

  it('reports a bug of ours as such', async () => {
    const bug: unknown = await fragile
      .reencode(1, Buffer.from('throw'))
      .catch((error: unknown) => error);
    expect(String(bug)).to.include('a bug in the decoder');
    expect(isRejectedImage(bug)).to.equal(false);
  });

  it('refuses images for now when no process can be started [UP8]', async () => {
    const program = new URL('./no-such-program.mjs', import.meta.url);
    const error = await refusalOf(open({ program }).reencode(1, await image(4, 3)));
    expect(error).to.include({ code: 'err_unavailable', retryAfterSeconds: 60 });
    expect(isRejectedImage(error)).to.equal(false);
    expect(log).to.deep.equal(['Images cannot be decoded: the decoder does not start']);
  });

  it('leaves a process for others, however many images an account sends [LM7]', async () => {
    const busy = open({ program: FRAGILE });
    const waiting = [1, 2, 3].map(() => refusalOf(busy.reencode('a', Buffer.from('wait'))));
    for (const text of ['one', 'two'])
      expect((await busy.reencode('b', Buffer.from(text))).content.toString()).to.equal(text);
    busy.close();
    const codes = (await Promise.all(waiting)).map(({ code }) => code);
    expect(codes).to.deep.equal(['err_unavailable', 'err_unavailable', 'err_unavailable']);
    expect((await refusalOf(busy.reencode('b', Buffer.from('late')))).code).to.equal(
      'err_unavailable',
    );
  });

  it('leaves a process for others while accounts send images that take seconds [LM7]', async () => {
    const busy = open({ program: FRAGILE, limits: { timeMs: 10_000 } });
    const slow = ['a', 'b'].map((key) => refusalOf(busy.reencode(key, Buffer.from('wait'))));
    await Promise.all(slow);
    const again = ['a', 'b'].map((key) => refusalOf(busy.reencode(key, Buffer.from('wait'))));
    expect((await busy.reencode('c', Buffer.from('one'))).content.toString()).to.equal('one');
    busy.close();
    const codes = (await Promise.all(again)).map(({ code }) => code);
    expect(codes).to.deep.equal(['err_unavailable', 'err_unavailable']);
  });

  it('decodes one large image at a time, and small ones beside it [UP8]', async () => {
    const busy = open({ program: FRAGILE });
    const large = ['a', 'b'].map((key) =>
      refusalOf(busy.reencode(key, Buffer.from('large, wait'))),
    );
    // They would wait forever if the large images had both processes.
    for (const text of ['one', 'two', 'three', 'four'])
      expect((await busy.reencode('c', Buffer.from(text))).content.toString()).to.equal(text);
    busy.close();
    const codes = (await Promise.all(large)).map(({ code }) => code);
    expect(codes).to.deep.equal(['err_unavailable', 'err_unavailable']);
    expect((await shared.reencode('a', await image(8, 6))).width).to.equal(8);
    expect((await fragile.reencode('a', Buffer.from('large'))).content.toString()).to.equal(
      'large',
    );
  });

  it('does not keep a large image waiting for other images of its account, since the next large one waits for it [UP8]', async () => {
    const busy = open({ program: FRAGILE });
    const large = busy.reencode('a', Buffer.from('large'));
    const others = [1, 2].map(() => refusalOf(busy.reencode('a', Buffer.from('wait'))));
    expect((await large).content.toString()).to.equal('large');
    busy.close();
    await Promise.all(others);
  });

  if (process.platform === 'linux')
    it('does not hold all pixels of an image that is turned upright [UP3]', async () => {
      const turned = await sharp({
        create: { width: 4000, height: 4000, channels: 4, background: '#2B4EFF' },
      })
        .withMetadata({ orientation: 6 })
        .png({ compressionLevel: 1 })
        .toBuffer();
      const decoder = open();
      await decoder.reencode(1, await image(8, 6));
      const before = await highestMemoryMb(decoder);
      expect(await decoder.reencode(1, turned)).to.include({ width: 2048, height: 2048 });
      // All of its pixels take 64 MB.
      expect((await highestMemoryMb(decoder)) - before).to.be.within(1, 50);
    });

  it('does not decode waiting images of a client that is gone [LM7]', async () => {
    const busy = open({ program: FRAGILE });
    const first = refusalOf(busy.reencode('a', Buffer.from('wait')));
    const connection = new AbortController();
    const second = refusalOf(busy.reencode('a', Buffer.from('crash'), connection.signal));
    const reason = new ApiError('err_bad_request');
    connection.abort(reason);
    expect(await second).to.equal(reason);
    busy.close();
    await first;
    expect(log).to.deep.equal([]);
  });
});

/** The most memory that the decoder's process has used, MB. */
async function highestMemoryMb({ pids: [pid = 0] }: ImageDecoder): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) / 1024;
}
