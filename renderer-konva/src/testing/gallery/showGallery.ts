import type { Box, Page } from '@cobble/engine';
import { renderPage } from '@cobble/renderer-static';
import { PNG } from 'pngjs';
import type { ShownBlock } from '../harness/blocksOf.ts';
import { settleImages } from '../settle.ts';
import type { Harness } from '../startHarness.ts';
import type { ComparedBlock } from './compareBlocks.ts';
import { GALLERY_POSTS } from './galleryPage.ts';
import { serveGalleryImages } from './galleryImages.ts';

/** The width of the browser's window, px: wider than the page, as on a desktop. */
const WINDOW_PX = 1280;
/** The height that is compared when zoomed in, from the page's top, px of the image. */
const MAX_HEIGHT_PX = 4800;
/** Margin around a block for shadows and overflow, px. */
const MARGIN_PX = 14;

/** A page on the canvas and as published, in one browser at one width. */
export interface ShownGallery {
  readonly canvas: PNG;
  readonly published: PNG;
  /** The page's area in both images, px. */
  readonly pageArea: Box;
  readonly blocks: readonly ComparedBlock[];
  /** Positions and lines; px of the images. */
  readonly onCanvas: readonly ShownBlock[];
  /** The same on the published page; empty unless the zoom is 1. */
  readonly onPage: readonly ShownBlock[];
  readonly errors: readonly string[];
}

/**
 * Renders a page both ways and takes both images. The published page is captured with the canvas's
 * zoom as its device pixel ratio, and without scripts, which would give embeds a button that they
 * do not have on the canvas.
 */
export async function showGallery(harness: Harness, page: Page, zoom = 1): Promise<ShownGallery> {
  const pageHeightPx = Math.ceil(page.relativeHeight * 600);
  const heightPx = zoom > 1 ? Math.min(pageHeightPx, MAX_HEIGHT_PX / zoom) : pageHeightPx;
  const { html } = renderPage(page, { posts: (id) => GALLERY_POSTS[id] ?? [] });
  const view = await harness.open({
    width: Math.round(WINDOW_PX * Math.max(1, zoom)),
    height: Math.ceil(heightPx * zoom),
  });
  await serveGalleryImages(view.page);
  await view.page.evaluate(
    ([shown, to, posts]) => {
      window.harness.showPage(shown, { zoom: to }, posts);
    },
    [page, zoom, GALLERY_POSTS] as const,
  );
  await settleImages(view.page);
  // Only the editor has handles.
  await view.page.addStyleTag({ content: '.konvajs-content{visibility:hidden!important}' });
  const canvas = PNG.sync.read(await view.page.screenshot());
  const onCanvas = await view.page.evaluate(() => window.harness.canvasBlocks());
  const onPage =
    zoom === 1
      ? await view.page.evaluate((text) => window.harness.publishedBlocks(text), html)
      : [];
  await view.close();

  const other = await harness.openWithoutScripts({
    width: WINDOW_PX,
    height: heightPx,
    scale: zoom,
  });
  const tab = other.page;
  await serveGalleryImages(tab);
  const address = `${harness.url}published`;
  await tab.route(address, (route) => route.fulfill({ body: html, contentType: 'text/html' }));
  await tab.goto(address, { waitUntil: 'networkidle' });
  const published = PNG.sync.read(await tab.screenshot());
  await other.close();

  const unit = 600 * zoom;
  const left = (canvas.width - unit) / 2;
  const shift = (canvas.width - published.width) / 2;
  const pageArea = { x: left, y: 0, width: unit, height: Math.ceil(heightPx * zoom) };
  const seen = onCanvas.filter(({ box }) => box.y + box.height < pageArea.height);
  const blocks = seen.map(({ uuid, box: { x, y, width, height } }) => ({
    uuid,
    type: uuid.replace(/-\d+$/, ''),
    box: {
      x: x - MARGIN_PX * zoom,
      y: y - MARGIN_PX * zoom,
      width: width + 2 * MARGIN_PX * zoom,
      height: height + 2 * MARGIN_PX * zoom,
    },
  }));
  return {
    canvas,
    published: shift === 0 ? published : withWidth(published, canvas.width, shift),
    pageArea,
    blocks,
    onCanvas,
    onPage,
    // Ignore the requests that `serveGalleryImages` aborts, as for the video's thumbnail.
    errors: view.errors.filter((error) => !error.includes('ERR_FAILED')),
  };
}

/** An image at another width: moved right by a distance, px, or cropped if that is negative. */
function withWidth(image: PNG, width: number, shift: number): PNG {
  const result = new PNG({ width, height: image.height });
  const from = Math.max(0, -shift);
  PNG.bitblt(
    image,
    result,
    from,
    0,
    Math.min(width, image.width - from),
    image.height,
    Math.max(0, shift),
    0,
  );
  return result;
}
