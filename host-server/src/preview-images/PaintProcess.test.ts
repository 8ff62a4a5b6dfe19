import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { richTextFromPlain } from '@cobble/engine';
import { encodeDrawing } from '@cobble/engine/drawing';
import { expect } from 'chai';
import sharp from 'sharp';
import type { RequestedImage } from './painter/paintJob.ts';
import { PaintProcess, type Painted } from './PaintProcess.ts';
import { documentWith, jobOf } from './testing/paintJobs.ts';

const NO_FILES: ReadonlyMap<string, string> = new Map();
const NOTHING = () => Promise.resolve(NO_FILES);
const rectangle = (color: string) =>
  ({ type: 'shape', content: { shapeType: 'rectangle', shapeColor: color } }) as const;
const textContent = (text: string) =>
  ({ type: 'text', content: { text: richTextFromPlain(text) } }) as const;

/** A drawing with one line that crosses itself everywhere. */
const scribble = (count: number) => {
  const points = Array.from({ length: count }, (_, index) => ({
    x: (index * 7919) % 600,
    y: (index * 104_729) % 600,
    pressure: 0.5,
  }));
  const drawingPaths = encodeDrawing([{ tool: 'pen', points, color: '#000000', widthPx: 12 }]);
  return {
    type: 'drawing',
    content: { drawingPaths, drawingWidth: 600, drawingHeight: 600 },
  } as const;
};

/** A pixel's red, green and blue. Lossy formats differ slightly. */
async function colorAt(file: Uint8Array | undefined, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * 3;
  return [...data.subarray(at, at + 3)];
}

function filesOf(painted: Painted) {
  if (painted.kind !== 'painted') throw new Error(painted.reason);
  return painted.byKind;
}

describe('painting a page in a separate process', function () {
  this.timeout(180_000);
  // Painting has a low priority, so that a busy machine takes many times as long.
  const shared = new PaintProcess({ limits: { startMs: 170_000, timeMs: 170_000 } });
  const painters = [shared];
  const folder = join(tmpdir(), `cobble-painting-${String(process.pid)}`);
  /** Stores a file for the painter; returns its path. */
  const fileOf = async (name: string, content: string | Uint8Array): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  before(() => mkdir(folder, { recursive: true }));
  /** A shared process for tests without options, since starting one takes time. */
  const painter = (options?: ConstructorParameters<typeof PaintProcess>[0]): PaintProcess => {
    if (options === undefined) return shared;
    const created = new PaintProcess(options);
    painters.push(created);
    return created;
  };
  after(async () => {
    for (const each of painters) each.close();
    await rm(folder, { recursive: true });
  });

  it('returns a portrait and a share image in their sizes and formats', async () => {
    const document = documentWith([rectangle('#ff0000')]);
    const files = filesOf(await painter().paint(jobOf(document), NOTHING));
    const portrait = await sharp(files.get('portrait')).metadata();
    const share = await sharp(files.get('share')).metadata();
    expect([portrait.format, portrait.width, portrait.height]).to.eql(['jpeg', 600, 800]);
    expect([share.format, share.width, share.height]).to.eql(['jpeg', 1200, 630]);
    const [red = 0, green = 0, blue = 0] = await colorAt(files.get('portrait'), 300, 300);
    expect(red).to.be.above(240);
    expect(Math.max(green, blue)).to.be.below(15);
    expect(await colorAt(files.get('share'), 5, 5)).to.eql([255, 255, 255]);
  });

  it('shows the posts of a channel', async () => {
    const channelFilters = { accountIds: [7], channelIds: [] };
    const document = documentWith([{ type: 'channel', content: { channelFilters } }]);
    const post = { id: 1, caption: 'The oven is lit', createdAt: '2026-05-01T08:00:00.000Z' };
    const topOfPortrait = async (
      posts: ReadonlyMap<number, readonly (typeof post)[]>,
    ): Promise<Buffer> => {
      const files = filesOf(await painter().paint(jobOf(document, { posts }), NOTHING));
      // This area contains the first post and nothing else.
      const top = { left: 75, top: 100, width: 300, height: 30 };
      return sharp(files.get('portrait')).extract(top).greyscale().raw().toBuffer();
    };
    expect(Math.min(...(await topOfPortrait(new Map())))).to.be.above(200);
    expect(Math.min(...(await topOfPortrait(new Map([[7, [post]]]))))).to.be.below(150);
  });

  it('requests only visible images, in the width that they need', async () => {
    const image = (name: string, y: number) =>
      ({
        type: 'image',
        content: { url: `/assets/${name}.png` },
        position: { y, width: 0.5, height: 0.4 },
      }) as const;
    const requested: RequestedImage[] = [];
    const blue = await sharp({
      create: { width: 60, height: 60, channels: 3, background: '#0000ff' },
    })
      .png()
      .toBuffer();
    const document = documentWith([image('seen', 0.1), image('far-below', 30)], {
      heightRatio: 40,
    });
    const path = await fileOf('seen.png', blue);
    const painted = await painter().paint(jobOf(document), (wanted) => {
      requested.push(...wanted);
      return Promise.resolve(new Map([['/assets/seen.png', path]]));
    });
    expect(requested.map(({ url }) => url)).to.eql(['/assets/seen.png']);
    expect(requested[0]?.widthPx).to.be.within(300, 600);
    const [red = 0, , blueChannel = 0] = await colorAt(filesOf(painted).get('portrait'), 200, 120);
    expect(blueChannel - red).to.be.above(200);
  });

  it('paints a page whose images are missing or cannot be decoded, without fetching any', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/secret.png`;
    const document = documentWith([
      { type: 'image', content: { url } },
      { type: 'image', content: { url: `/assets/${'0'.repeat(32)}.png` } },
    ]);
    const broken = await fileOf('broken.png', 'not an image');
    const removed = join(folder, 'removed.png');
    for (const files of [new Map([[url, broken]]), new Map([[url, removed]]), NO_FILES]) {
      const painted = await painter().paint(jobOf(document), () => Promise.resolve(files));
      expect(filesOf(painted).size).to.equal(2);
    }
    server.close();
    expect(requests).to.equal(0);
  });

  it('reuses its process, and paints the same page identically', async () => {
    const reused = painter();
    const document = documentWith([textContent('Žluťoučký kůň'), rectangle('#00ff00')]);
    const first = filesOf(await reused.paint(jobOf(document), NOTHING));
    const { pid } = reused;
    const second = filesOf(await reused.paint(jobOf(document), NOTHING));
    expect(reused.pid).to.equal(pid);
    expect(
      Buffer.from(first.get('portrait') ?? []).equals(Buffer.from(second.get('portrait') ?? [])),
    ).to.equal(true);
  });

  describe('with malicious pages', () => {
    it('paints a text of 100,000 characters, a drawing with thousands of points and an invalid path', async () => {
      const document = documentWith([
        textContent('Lorem ipsum dolor sit amet, '.repeat(3600)),
        scribble(2000),
        {
          type: 'shape',
          content: { shapeType: 'path', shapePath: 'M'.repeat(5000), shapeColor: '#000' },
        },
      ]);
      const painted = await painter().paint(jobOf(document), NOTHING);
      expect(filesOf(painted).size).to.equal(2);
    });

    it('paints blocks of the maximum size, rotated, blurred and transparent, in bounded memory', async function () {
      // Painting all of them takes 4 s on an idle machine, but has a low priority.
      this.timeout(130_000);
      const block = {
        ...rectangle('#123456'),
        position: { x: -40, y: -40, width: 80, height: 80, rotationDeg: 33 },
        styles: {
          opacity: 0.5,
          blurPx: 20,
          dropShadow: { xPx: 4, yPx: 4, blurPx: 20, color: '#000000' },
        },
      } as const;
      const length = process.env['CI'] ? 40 : 8;
      const document = documentWith(Array.from({ length }, () => block));
      const slowPainter = painter({ limits: { timeMs: 120_000 } });
      const painted = await slowPainter.paint(jobOf(document), NOTHING);
      slowPainter.close();
      expect(filesOf(painted).size).to.equal(2);
    });

    it('aborts a page that takes too long, and continues with the next [PI5]', async () => {
      // A busy machine takes seconds for an empty page too.
      const impatientPainter = painter({ limits: { timeMs: 10_000 } });
      // The canvas itself blocks the process, so that it cannot react to a message.
      const endless = documentWith(Array.from({ length: 8 }, () => scribble(20_000)));
      const slow = await impatientPainter.paint(jobOf(endless), NOTHING);
      const tooSlow = { kind: 'failed', reason: 'It took more than 10000 ms' };
      expect(slow).to.eql(tooSlow);
      expect(impatientPainter.pid).to.equal(undefined);
      let next: Painted;
      do next = await impatientPainter.paint(jobOf(documentWith([])), NOTHING);
      while (next.kind === 'failed' && next.reason === tooSlow.reason);
      expect(next.kind).to.equal('painted');
      impatientPainter.close();
    });

    it('aborts a page that takes too much memory [PI5]', async function () {
      if (process.platform !== 'linux') this.skip();
      const limited = painter({ limits: { memoryMb: 40 } });
      const never = new Promise<never>(() => undefined);
      const image = { type: 'image', content: { url: '/assets/x.png' } } as const;
      const painted = await limited.paint(jobOf(documentWith([image])), () => never);
      expect(painted).to.eql({ kind: 'failed', reason: 'It took more than 40 MB' });
    });

    it('reports an invalid page', async () => {
      for (const document of ['null', '[]', '{"things":{}}', '{"__proto__":{"x":1}}', 'not JSON']) {
        const painted = await painter().paint(jobOf(document), NOTHING);
        expect(painted.kind, document).to.equal('failed');
      }
    });
  });

  it('reports that nothing can be painted when the painter does not start', async () => {
    const script = new URL('./no-such-program.mjs', import.meta.url);
    const painted = await painter({ script }).paint(jobOf(documentWith([])), NOTHING);
    expect(painted.kind).to.equal('unavailable');
    if (painted.kind === 'unavailable') expect(painted.reason).to.include('no-such-program');
  });
});
