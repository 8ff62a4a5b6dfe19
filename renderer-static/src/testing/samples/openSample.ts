/// <reference lib="dom" />
import type { Browser, Page as BrowserPage } from 'playwright-core';
import { untilSized } from '../untilSized.ts';
import type { SampleName } from './samplePages.ts';
import type { SampleServer } from './serveSamples.ts';

/**
 * Opens a sample page and waits until all of its fonts and images, including those below the fold,
 * have loaded. `faults` collects the browser's errors and warnings while the page is open.
 */
export async function openSample(
  browser: Browser,
  server: SampleServer,
  name: SampleName,
  width: number,
): Promise<{ readonly screen: BrowserPage; readonly faults: readonly string[] }> {
  const screen = await browser.newPage({ viewport: { width, height: 800 } });
  const faults: string[] = [];
  screen.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  screen.on('pageerror', (error) => faults.push(String(error)));
  screen.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`));
  await server.warmUp(name);
  await screen.goto(server.addressOf(name));
  await untilSized(screen);
  await screen.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
  });
  return { screen, faults };
}
