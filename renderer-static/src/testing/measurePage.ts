/// <reference lib="dom" />
import type { Box } from '@cobble/engine';
import type { Page as BrowserPage } from 'playwright-core';
import { untilSized } from './untilSized.ts';

/** A block's position on a screen, CSS px from the page's top left corner. */
export interface MeasuredBlock extends Box {
  readonly id: string;
  readonly parent: string;
  readonly isVisible: boolean;
  /** Smallest font size of its text, px; null without text. */
  readonly fontPx: number | null;
}

/** A document as laid out by a browser. */
export interface MeasuredPage {
  /** In document order. */
  readonly blocks: readonly MeasuredBlock[];
  readonly scrollWidth: number;
  /** The horizontal scroll position at the end of the scroll range, px. */
  readonly scrolledTo: number;
}

/** Loads a document and measures every block that has an HTML id. */
export async function measurePage(
  browser: BrowserPage,
  html: string,
  width: number,
): Promise<MeasuredPage> {
  await browser.setViewportSize({ width, height: 800 });
  await browser.setContent(html, { waitUntil: 'domcontentloaded' });
  await untilSized(browser);
  return measureBlocks(browser);
}

/** Measures the loaded document on a screen of another width. */
export async function measureLoaded(browser: BrowserPage, width: number): Promise<MeasuredPage> {
  await browser.setViewportSize({ width, height: 800 });
  await untilSized(browser);
  return measureBlocks(browser);
}

function measureBlocks(browser: BrowserPage): Promise<MeasuredPage> {
  return browser.evaluate(() => {
    const blocks = [...document.querySelectorAll<HTMLElement>('.b[id]')].map((element) => {
      const box = element.getBoundingClientRect();
      const texts = [...element.querySelectorAll<HTMLElement>('p,h1,h2,h3,h4,span')].filter(
        (each) => each.closest('.b') === element && each.textContent !== '',
      );
      const sizes = texts.map((each) => Number.parseFloat(getComputedStyle(each).fontSize));
      return {
        id: element.id,
        parent: element.parentElement?.closest('.b')?.id ?? '',
        x: box.x + scrollX,
        y: box.y + scrollY,
        width: box.width,
        height: box.height,
        isVisible: box.width > 0 && box.height > 0,
        fontPx: sizes.length === 0 ? null : Math.min(...sizes),
      };
    });
    scrollTo(10_000, 0);
    const scrolledTo = scrollX;
    scrollTo(0, 0);
    return { blocks, scrollWidth: document.documentElement.scrollWidth, scrolledTo };
  });
}

/** An element's box. The element and its container are named by their `class` attributes. */
export interface NestedBox extends Box {
  readonly id: string;
  /** Class of the nearest container; '' if there is none. */
  readonly parent: string;
}

/**
 * Boxes of the visible elements that match a selector, in document order.
 *
 * @param containers the selector of their containers
 */
export function measureNested(
  browser: BrowserPage,
  selector: string,
  containers: string,
): Promise<readonly NestedBox[]> {
  return browser.evaluate(
    ([inner, outer]) =>
      [...document.querySelectorAll(inner)].flatMap((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const parent = element.parentElement?.closest(outer)?.className ?? '';
        const id = element.className;
        const box = { id, parent, x: x + scrollX, y: y + scrollY, width, height };
        return width > 0 && height > 0 ? [box] : [];
      }),
    [selector, containers] as const,
  );
}
