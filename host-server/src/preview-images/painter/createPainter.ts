import { readFile } from 'node:fs/promises';
import { CobbleError, EDITOR_VERSION, type Page } from '@cobble/engine';
import { migratePage } from '@cobble/engine/migrations';
import { parsePage } from '@cobble/engine/parsing';
import { memoize } from '@cobble/engine/memoize';
import {
  createFontMeasurer,
  createTextLayouts,
  paintPageImage,
  type PaintImage,
  type PaintResources,
  type PaintTarget,
} from '@cobble/renderer-konva/paint';
import type * as CanvasPackage from '@napi-rs/canvas';
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { FontLibrary } from '../../fonts/FontLibrary.ts';
import { withoutPremiumFonts } from '../../fonts/withoutPremiumFonts.ts';
import type { PreviewKind, PreviewSize } from '../previewSizes.ts';
import { createImageRecorder } from './imageRecorder.ts';
import type { PaintJob, PaintedFiles, RequestedImage } from './paintJob.ts';
import { NodeFonts } from './NodeFonts.ts';
import { SurfacePool, toPaintTarget } from './SurfacePool.ts';

type CanvasModule = typeof CanvasPackage;

/**
 * Requests the absolute paths of images by address; missing ones are left out of the result. The
 * painter reads the files, because messages with their bytes would block the server.
 */
export type RequestImages = (
  wanted: readonly RequestedImage[],
) => Promise<ReadonlyMap<string, string>>;

/** Paints pages, one after the other. */
export type Painter = (job: PaintJob, requestImages: RequestImages) => Promise<PaintedFiles>;

/** More than a page's shapes and drawings have. */
const MAX_PATHS = 10_000;

/** More than a first screen shows. Further images are painted as if still loading. */
const MAX_IMAGES = 150;
/** Largest number of pixels of all images together. Each takes four bytes. */
const MAX_IMAGE_PIXELS = 60_000_000;

/**
 * Creates the painter of a process. It defines a global `OffscreenCanvas` for measuring text,
 * because @chenglou/pretext expects one, so nothing else should run in the process.
 */
export function createPainter(canvas: CanvasModule, fontFolder: string): Painter {
  const { createCanvas, GlobalFonts, Path2D } = canvas;
  const fonts = new NodeFonts(
    GlobalFonts,
    new FontLibrary({ folder: fontFolder, isFetching: false }),
  );
  const measuring = (): SKRSContext2D => fonts.watch(createCanvas(1, 1).getContext('2d'));
  Object.assign(globalThis, { OffscreenCanvas: offscreenCanvasOf(measuring) });
  const measurer = createFontMeasurer(measuring());

  return async (job, requestImages) => {
    const started = performance.now();
    const page = readPage(job);
    const sizes = Object.entries(job.sizes) as [PreviewKind, PreviewSize][];
    const texts = createTextLayouts(measurer, fonts.registerFamilies);
    if (fonts.retryMissing()) texts.invalidate();
    const surfaces = new SurfacePool(createCanvas);
    const shared = {
      texts,
      referenceWidthPx: page.settings.referenceWidth,
      isTextHidden: () => false,
      isSafeMode: job.isSafeMode,
      posts: (accountId: number) => job.posts.get(accountId) ?? [],
      ...(page.settings.lang === undefined ? {} : { lang: page.settings.lang }),
      // Memoized by path data, for this page; never invalidated, since paths are not modified.
      path: memoize((data: string) => new Path2D(data), { maxEntries: MAX_PATHS }),
    };
    const paint = (target: PaintTarget, size: PreviewSize, resources: PaintResources): void => {
      const { widthPx, heightPx } = size;
      const screenWidthPx = Math.max(size.screenWidthPx, page.settings.referenceWidth);
      const scale = widthPx / screenWidthPx;
      const screenHeightPx = heightPx / scale;
      paintPageImage(target, page, { screenWidthPx, screenHeightPx, scale, resources });
    };

    const dry = createImageRecorder();
    const maxScale = Math.max(
      ...sizes.map(
        ([, { widthPx, screenWidthPx }]) =>
          widthPx / Math.max(screenWidthPx, page.settings.referenceWidth),
      ),
    );
    for (const [, size] of sizes)
      paint(dry.target, size, {
        ...shared,
        image: (url) => dry.image(url),
        surface: () => ({ target: dry.target, image: NO_IMAGE }),
      });
    const wanted = [...dry.widths]
      .slice(0, MAX_IMAGES)
      .map(([url, widthPx]) => ({ url, widthPx: Math.ceil(widthPx * maxScale) }));
    const files = wanted.length === 0 ? NO_FILES : await requestImages(wanted);
    const images = await decode(canvas, files);
    const byKind = new Map<PreviewKind, Uint8Array>();
    for (const [kind, size] of sizes) {
      const image = createCanvas(size.widthPx, size.heightPx);
      paint(toPaintTarget(fonts.watch(image.getContext('2d'))), size, {
        ...shared,
        // Missing images are painted as if still loading.
        image: (url) => images.get(url) ?? 'loading',
        surface: (width, height) => surfaces.take(width, height),
      });
      byKind.set(kind, await encode(image, size));
    }
    surfaces.clear();
    return { byKind, durationMs: performance.now() - started };
  };
}

const NO_FILES: ReadonlyMap<string, string> = new Map();
const NO_IMAGE = {} as CanvasImageSource;

/** Parses or migrates a page's document. The other fields do not affect how it looks. */
function readPage({ document, hasPremiumFonts }: PaintJob): Page {
  const stored = JSON.parse(document) as Pick<
    Page,
    'settings' | 'style' | 'things' | 'relativeHeight'
  >;
  const whole = {
    ...{ ID: 1, slug: 'main', site: { ID: 1, slug: 'site' }, accountID: 1, revision: 1 },
    ...{ isPublic: true, isListed: false, isPeekable: false, isDisabled: false },
    ...{ createdAt: '', updatedAt: '' },
    ...stored,
  };
  const page =
    stored.settings.editorVersion === EDITOR_VERSION ? parsePage(whole) : migratePage(whole).page;
  return hasPremiumFonts ? page : withoutPremiumFonts(page);
}

async function encode(image: Canvas, { format, quality }: PreviewSize): Promise<Uint8Array> {
  return format === 'png' ? image.encode('png') : image.encode('jpeg', quality);
}

async function decode(
  { Image }: CanvasModule,
  files: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, PaintImage>> {
  const images = new Map<string, PaintImage>();
  let pixels = 0;
  for (const [url, path] of files) {
    const image = new Image();
    try {
      image.src = await readFile(path);
      await image.decode();
    } catch {
      continue;
    }
    const { width, height } = image;
    pixels += width * height;
    if (pixels > MAX_IMAGE_PIXELS)
      throw new CobbleError('preview_too_large', 'the images of the page are too large together');
    if (width > 0 && height > 0)
      images.set(url, { source: image as unknown as CanvasImageSource, width, height });
  }
  return images;
}

function offscreenCanvasOf(measuring: () => SKRSContext2D): new () => object {
  return class {
    getContext(): SKRSContext2D {
      return measuring();
    }
  };
}
