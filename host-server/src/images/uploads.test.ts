import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { multipart, type Part } from '../app/testing/multipart.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import { hugePng, longGif } from './testing/bombs.ts';
import { HeldDecoder } from './testing/HeldDecoder.ts';
import { UPLOAD_SIGNATURE_MS } from './UploadSigner.ts';

const MB = 1024 * 1024;

describe('uploads', function () {
  // Variants of images are made at a low priority, and one test waits for all of them.
  this.timeout(300_000);
  let app: TestApp;
  let ada: TestUser;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
  });
  after(() => app.stop());

  const sign = async (user = ada): Promise<Part[]> => {
    const response = await user.browser.post('/api/asset/upload/signature');
    const fields = response.json() as Record<string, string>;
    return Object.entries(fields).map(([name, value]) => ({ name, value }));
  };
  const send = (parts: readonly Part[], user = ada): Promise<TestResponse> => {
    const { body, headers } = multipart(parts);
    return user.browser.send('/api/asset/upload', { method: 'POST', body, headers });
  };
  const filePart = (file: Buffer, fileName = 'a.png'): Part => ({ name: 'file', file, fileName });
  const upload = async (file: Buffer, fileName?: string, user = ada): Promise<TestResponse> =>
    send([...(await sign(user)), filePart(file, fileName)], user);
  const storedFiles = async (): Promise<string[]> =>
    readdir(join(app.dataFolder, 'assets')).catch(() => []);
  /** Without the variants of other uploads, which may be made at the same time. */
  const storedUploads = async (): Promise<string[]> =>
    (await storedFiles()).filter((name) => /^\w+\.(?:png|gif|jpg)$/.test(name));
  const image = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#2B4EFF' } });
  const expectError = (response: TestResponse, code: string, message: string): void => {
    expect(response.error().code, response.text).to.equal(code);
    expect(response.error().message).to.equal(message);
  };
  const UNSUPPORTED = 'Unsupported file type (only .png, .gif, and .jpgs)';
  const REFRESH = 'Something went wrong. Please refresh the page.';

  it('are decoded, re-encoded, and served as immutable and inert files [UP1, UP6]', async () => {
    const response = await upload(await image(300, 200).png().toBuffer());
    expect(response.status, response.text).to.equal(200);
    const { url, width, height } = response.json() as {
      url: string;
      width: number;
      height: number;
    };
    expect([width, height]).to.deep.equal([300, 200]);
    expect(url).to.match(/^\/assets\/[0-9a-f]{32}\.png$/);
    for (const host of [app.appHost, `ada.${app.appHost}`]) {
      const response = await app.browser().get(url, { host });
      expect(response.status).to.equal(200);
      expect(response.headers['content-type']).to.equal('image/png');
      expect(response.headers['cache-control']).to.equal('public, max-age=31536000, immutable');
      expect(response.headers['x-content-type-options']).to.equal('nosniff');
      expect(response.headers['content-security-policy']).to.include('sandbox');
      expect(response.headers['set-cookie']).to.equal(undefined);
      expect((await sharp(response.bytes).metadata()).width).to.equal(300);
      const again = await app.browser().get(url, {
        host,
        headers: { 'If-None-Match': String(response.headers.etag) },
      });
      expect(again.status).to.equal(304);
    }
    const rows: unknown[] = await app
      .knex('assets')
      .where({ account_id: ada.account.ID })
      .pluck('name');
    expect(rows.map((name) => `/assets/${String(name)}`)).to.include(url);
  });

  it('are scaled down to 2048 px per side [UP2]', async () => {
    const response = await upload(await image(4000, 1000).jpeg().toBuffer());
    expect(response.json()).to.deep.include({ width: 2048, height: 512 });
  });

  it('are rotated upright and lose their location [UP2]', async () => {
    const jpeg = await image(60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(jpeg).metadata()).orientation).to.equal(6);
    const response = await upload(jpeg, 'a.jpg');
    const { url, width, height } = response.json() as {
      url: string;
      width: number;
      height: number;
    };
    expect([width, height]).to.deep.equal([40, 60]);
    const stored = await readFile(join(app.dataFolder, url));
    const metadata = await sharp(stored).metadata();
    expect(metadata.exif).to.equal(undefined);
    expect(metadata.orientation).to.equal(undefined);
    expect(stored.includes('canary')).to.equal(false);
  });

  it('stay animated', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const response = await upload(gif, 'a.gif');
    expect(response.status, response.text).to.equal(200);
    const { url, height } = response.json() as { url: string; height: number };
    expect(url).to.match(/\.gif$/);
    expect(height).to.equal(10);
    const stored = await sharp(join(app.dataFolder, url), { animated: true }).metadata();
    expect(stored.pages).to.equal(3);
  });

  for (const [what, file] of [
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'HTML after the signature of a PNG',
      Buffer.concat([
        Buffer.from('89504e470d0a1a0a', 'hex'),
        Buffer.from('<script>alert(1)</script>'),
      ]),
    ],
    ['a GIF that is JavaScript', Buffer.from('GIF89a/*\u0000\u0000*/=alert(1)//')],
    ['a PDF', Buffer.from('%PDF-1.4 nothing')],
    ['plain text', Buffer.from('Hello')],
  ] as const)
    it(`reject ${what} named .png [UP1]`, async () => {
      const before = await storedUploads();
      const response = await upload(file);
      expect(response.status).to.equal(400);
      expectError(response, 'upload_unsupported_type', UNSUPPORTED);
      expect(await storedUploads()).to.deep.equal(before);
    });

  it('reject a WebP and a truncated image', async () => {
    expectError(
      await upload(await image(9, 9).webp().toBuffer()),
      'upload_unsupported_type',
      UNSUPPORTED,
    );
    const png = await image(200, 200).png({ compressionLevel: 0 }).toBuffer();
    expectError(
      await upload(png.subarray(0, png.length / 2)),
      'upload_unsupported_type',
      UNSUPPORTED,
    );
  });

  it('drop data that is appended to an image [UP1]', async () => {
    const png = await image(9, 9).png().toBuffer();
    const response = await upload(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]));
    const { url } = response.json() as { url: string };
    expect((await readFile(join(app.dataFolder, url))).includes('script')).to.equal(false);
  });

  it('reject a PNG of 14,000 by 14,000 px and a GIF of 10,000 frames with less than 100 MB of additional memory [UP3]', async () => {
    const before = process.memoryUsage().rss;
    const large = await upload(hugePng(14_000, 14_000));
    expect(large.status).to.equal(413);
    expectError(large, 'upload_too_large', 'This image has too many pixels.');
    expect(large.error().details).to.deep.equal({ maxPixels: 64_000_000 });
    const long = await upload(longGif(10_000), 'a.gif');
    expect(long.status).to.equal(413);
    expectError(long, 'upload_too_large', 'This image has more than 500 frames.');
    expect(long.error().details).to.deep.equal({ maxFrames: 500 });
    expect(process.memoryUsage().rss - before).to.be.below(100 * MB);
  });

  it('reject images within the pixel limit that would have to be decoded as a whole [UP3]', async () => {
    const before = process.memoryUsage().rss;
    const deep = await upload(hugePng(7990, 7990, { bits: 16, isInterlaced: true }));
    expect(deep.status).to.equal(413);
    expectError(deep, 'upload_too_large', 'This image has too many pixels.');
    expect(deep.error().details).to.deep.equal({ maxPixels: 42_666_666 });
    const progressive = await image(9, 9).jpeg({ progressive: true }).toBuffer();
    const refused = await upload(withSide(progressive, 7000), 'a.jpg');
    expectError(refused, 'upload_too_large', 'This image has too many pixels.');
    expect(process.memoryUsage().rss - before).to.be.below(100 * MB);
    // As many pixels, but decoded row by row; most of them are missing from the file.
    const rowByRow = await image(9, 9).jpeg().toBuffer();
    expect((await upload(withSide(rowByRow, 7000), 'a.jpg')).status).to.equal(200);
  });

  it('reject an image of millions of rows, which would occupy a decoder for ten seconds [UP3]', async () => {
    const tall = await upload(hugePng(1, 2_000_000));
    expect(tall.status).to.equal(413);
    expectError(tall, 'upload_too_large', 'This image has too many pixels.');
  });

  it('accept interlaced and progressive images', async () => {
    const interlaced = await image(900, 700).png({ progressive: true }).toBuffer();
    const progressive = await image(900, 700).jpeg({ progressive: true }).toBuffer();
    for (const file of [interlaced, progressive])
      expect((await upload(file)).json()).to.include({ width: 900, height: 700 });
  });

  it('may be as large as the plan allows [UP5]', async () => {
    const png = await image(9, 9).png().toBuffer();
    const padded = (bytes: number): Buffer =>
      Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
    expect((await upload(padded(5 * MB))).status).to.equal(200);
    const response = await upload(padded(5 * MB + 1));
    expect(response.status).to.equal(413);
    expectError(response, 'upload_too_large', 'Max file size on your plan is 5 MB');
    expect(response.error().details).to.deep.equal({ maxMb: 5 });
    const plus = await app.signUp('plus-one', ['plus']);
    expect((await upload(padded(5 * MB + 1), 'a.png', plus)).status).to.equal(200);
    const more = await upload(padded(20 * MB + 1), 'a.png', plus);
    expectError(more, 'upload_too_large', 'Max file size on your plan is 20 MB');
  });

  it('require an unexpired signature for this account [UP4]', async () => {
    const png = filePart(await image(9, 9).png().toBuffer());
    const eve = await app.signUp('eve');
    const good = await sign();
    const changed = (name: string, value: string): Part[] =>
      good.map((part) => (part.name === name ? { name, value } : part));
    for (const parts of [
      [png],
      [png, ...good],
      await sign(eve),
      good.slice(0, 2),
      changed('expiration', String(Date.now() + 10 * UPLOAD_SIGNATURE_MS)),
      changed('signature', 'x'),
      changed('accountSignature', ''),
    ]) {
      const response = await send(parts.includes(png) ? parts : [...parts, png]);
      expect(response.status).to.equal(403);
      expectError(response, 'upload_signature_expired', REFRESH);
    }
    expect((await send([...good, png], eve)).status).to.equal(403);
    const stranger = app.browser();
    const { body, headers } = multipart([...good, png]);
    const signedOut = await stranger.send('/api/asset/upload', { method: 'POST', body, headers });
    expect(signedOut.status).to.equal(401);
    app.advanceClock(UPLOAD_SIGNATURE_MS + 1000);
    expectError(await send([...good, png]), 'upload_signature_expired', REFRESH);
    expect((await send([...(await sign()), png])).status).to.equal(200);
  });

  it('require exactly one file [UP5]', async () => {
    const png = filePart(await image(9, 9).png().toBuffer());
    const tooMany = await send([...(await sign()), png, png]);
    expect(tooMany.status).to.equal(400);
    expectError(tooMany, 'upload_too_many', 'Only 1 files can be uploaded at a time.');
    const none = await send(await sign());
    expect(none.status).to.equal(400);
    expect(none.error()).to.deep.include({ code: 'err_bad_request', path: 'file' });
    const headers = { 'Content-Type': 'multipart/form-data' };
    const broken = await ada.browser.send('/api/asset/upload', {
      method: 'POST',
      body: 'x',
      headers,
    });
    expect(broken.status).to.equal(400);
    const json = await ada.browser.post('/api/asset/upload', {});
    expect(json.status).to.equal(403);
  });

  it('are neither decoded nor stored once the client is gone [LM7]', async () => {
    const content = await image(9, 9).png().toBuffer();
    const imageDecoder = new HeldDecoder();
    const other = await createTestApp({ imageDecoder });
    try {
      const user = await other.signUp('ada');
      const parts = [...(await sign(user)), filePart(content)];
      const { body, headers } = multipart(parts);
      const leaving = new AbortController();
      const request = sendRequest({
        ...{ port: other.port, host: '127.0.0.1', path: '/api/asset/upload', method: 'POST' },
        headers: {
          ...headers,
          Host: other.appHost,
          Origin: `http://${other.appHost}`,
          Cookie: [...user.browser.cookies].map((pair) => pair.join('=')).join('; '),
        },
        signal: leaving.signal,
      });
      request.on('error', () => undefined).end(body);
      await imageDecoder.arrived(1);
      const [signal] = imageDecoder.signals;
      if (signal === undefined) throw new Error('The decoder has no signal');
      expect(signal.aborted).to.equal(false);
      leaving.abort();
      await once(signal, 'abort');
      imageDecoder.release();
      const uploads = join(other.dataFolder, 'uploads');
      while ((await readdir(uploads)).length > 0) await new Promise(setImmediate);
      expect(await other.knex('assets')).to.eql([]);
    } finally {
      await other.stop();
    }
  });

  it('get a random name, whatever the file’s name is [UP6]', async () => {
    const png = await image(9, 9).png().toBuffer();
    for (const name of [
      '../../../etc/passwd',
      'a%0d%0aSet-Cookie: x.png',
      '..\\..\\x.png',
      '<b>.png',
    ]) {
      const response = await upload(png, name);
      expect((response.json() as { url: string }).url).to.match(/^\/assets\/[0-9a-f]{32}\.png$/);
    }
    await app.waitForImages();
    for (const name of await storedFiles())
      expect(name).to.match(/^[0-9a-f]{32}(?:\.(?:png|gif|jpg)|-\d+\.(?:avif|webp|mp4))$/);
  });

  it('are served only under their exact name', async () => {
    for (const path of [
      '/assets/../server.log',
      '/assets/%2e%2e/x',
      '/assets/',
      `/assets/${'0'.repeat(32)}.png`,
      '/assets/.x.part',
    ])
      expect((await app.browser().get(path)).status, path).to.equal(404);
  });

  it('are served next to the starter page’s images', async () => {
    const tip = await app.browser().get('/assets/tip-drag.svg');
    expect(tip.status).to.equal(200);
    expect(tip.headers['content-type']).to.equal('image/svg+xml');
    expect(tip.headers['content-security-policy']).to.include('sandbox');
  });
});

/** A JPEG whose header claims another width and height. */
function withSide(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = Math.max(jpeg.indexOf('ffc0', 'hex'), jpeg.indexOf('ffc2', 'hex'));
  changed.writeUInt16BE(side, frame + 5);
  changed.writeUInt16BE(side, frame + 7);
  return changed;
}
