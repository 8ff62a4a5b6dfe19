/// <reference lib="dom" />
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@cobble/engine';
import type { Image } from '@cobble/renderer-static';
import { expect } from 'chai';
import pixelmatch from 'pixelmatch';
import type { Browser, Page as BrowserPage } from 'playwright-core';
import { closeWindows, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { PNG } from 'pngjs';
import type { RequestedImage } from './painter/paintJob.ts';
import { PaintProcess } from './PaintProcess.ts';
import { fittingFile } from './ImageFiles.ts';
import { jobOf } from './testing/paintJobs.ts';

/**
 * The share of pixels that may differ, not counting the background. 0.1% to 0.5% do. In a halftone
 * image every dot differs, because browsers and canvases scale images down differently.
 */
const MAX_SHARES = { band: 0.01, cv: 0.015, wedding: 0.01, zine: 0.07, links: 0.01 } as const;
type Sample = keyof typeof MAX_SHARES;
/** More where tests may take longer. */
const CHECKED = (Object.entries(MAX_SHARES) as [Sample, number][]).slice(
  0,
  process.env['CI'] ? undefined : 2,
);

interface Samples {
  readonly pages: Readonly<Record<Sample, () => Page>>;
  readonly image: (name: string) => Promise<Image>;
  readonly file: (name: string) => { readonly body: Promise<Buffer> } | null;
  readonly serve: () => Promise<{ readonly close: () => Promise<void> }>;
  readonly open: (
    browser: Browser,
    server: unknown,
    name: Sample,
    width: number,
  ) => Promise<{ readonly screen: BrowserPage }>;
}

/** The renderer's samples, which its package does not export. */
async function loadSamples(): Promise<Samples> {
  const load = async (path: string): Promise<Record<string, unknown>> => {
    const url = new URL(`../../../renderer-static/src/testing/samples/${path}`, import.meta.url);
    return (await import(url.href)) as Record<string, unknown>;
  };
  const images = await load('images/sampleImageFiles.ts');
  return {
    pages: (await load('samplePages.ts'))['SAMPLE_PAGES'],
    image: images['sampleImage'],
    file: images['sampleImageFile'],
    serve: (await load('serveSamples.ts'))['serveSamples'],
    open: (await load('openSample.ts'))['openSample'],
  } as Samples;
}

/** The share of pixels that differ, not counting the most frequent colour. */
function differingShare(a: PNG, b: PNG): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < b.data.length; at += 4) {
    const color = b.data.readUInt32BE(at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const ink = b.width * b.height - Math.max(...counts.values());
  return pixelmatch(a.data, b.data, undefined, b.width, b.height, { threshold: 0.1 }) / ink;
}

function shifted(image: PNG, dx: number, dy: number): PNG {
  const { width, height } = image;
  const moved = new PNG({ width, height });
  image.data.copy(moved.data);
  PNG.bitblt(image, moved, 0, 0, width - dx, height - dy, dx, dy);
  return moved;
}

describe('the image of a page compared with Chromium’s rendering of the published page [PI7]', function () {
  this.timeout(120_000);
  let samples: Samples;
  let server: Awaited<ReturnType<Samples['serve']>>;
  let browser: Browser;
  const painter = new PaintProcess();
  const folder = join(tmpdir(), `cobble-fidelity-${String(process.pid)}`);
  before(async () => {
    await mkdir(folder, { recursive: true });
    samples = await loadSamples();
    server = await samples.serve();
    browser = await sharedBrowser();
  });
  after(async () => {
    painter.close();
    await rm(folder, { recursive: true });
    await closeWindows(browser);
    await server.close();
  });

  /** Files as from the media store, in the widths that the server chooses. */
  const filesOf = async (wanted: readonly RequestedImage[]) => {
    const paths = new Map<string, string>();
    for (const { url, widthPx } of wanted) {
      const image = await samples.image(/^\/assets\/([a-z-]+)\.webp$/.exec(url)?.[1] ?? '');
      const name = (fittingFile(image, widthPx) ?? url).slice('/assets/'.length);
      const file = await samples.file(name)?.body;
      if (!file) continue;
      const path = join(folder, name);
      await writeFile(path, file);
      paths.set(url, path);
    }
    return paths;
  };

  const shot = async (name: Sample, width: number, height: number): Promise<PNG> => {
    const { screen } = await samples.open(browser, server, name, width);
    await screen.setViewportSize({ width, height });
    // The attribution of free plans floats over the page and is not part of the image.
    await screen.evaluate(() => document.querySelector('.made')?.remove());
    const image = await screen.screenshot({ animations: 'disabled' });
    await screen.close();
    return PNG.sync.read(image);
  };

  for (const [name, maxShare] of CHECKED)
    it(`matches for the sample page ${name}`, async () => {
      const { settings, style, things, relativeHeight } = samples.pages[name]();
      const screenWidthPx = Math.max(640, settings.referenceWidth);
      const heightPx = Math.round((screenWidthPx * 4) / 3);
      const document = JSON.stringify({ settings, style, things, relativeHeight });
      const size = { widthPx: screenWidthPx, heightPx, screenWidthPx, quality: 0 } as const;
      const job = jobOf(document, { sizes: { portrait: { ...size, format: 'png' } } });
      const painted = await painter.paint(job, filesOf);
      if (painted.kind !== 'painted') throw new Error(painted.reason);
      const image = PNG.sync.read(Buffer.from(painted.byKind.get('portrait') ?? []));
      const rendered = await shot(name, screenWidthPx, heightPx);

      const share = differingShare(image, rendered);
      const shiftedShares = [differingShare(shifted(image, 2, 0), rendered)];
      shiftedShares.push(differingShare(shifted(image, 0, 2), rendered));
      const percent = (part: number): string => `${(part * 100).toFixed(2)}%`;
      // eslint-disable-next-line no-console -- The figures show how close the limits are.
      console.log(
        `      ${name}: ${percent(share)} differ; shifted by 2 px ${shiftedShares.map(percent).join(', ')}`,
      );
      expect(share).to.be.below(maxShare);
      expect(Math.min(...shiftedShares), 'a shift by 2 px is detected').to.be.above(maxShare);
    });
});
