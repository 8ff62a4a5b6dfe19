import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildHarness } from '../../testing/buildHarness.ts';

let files: ReturnType<typeof buildHarness> | null = null;

/**
 * Opens the editor on a blank page in a context of its own. `window.store` is its `EditorStore`.
 *
 * @param hash how it is opened: `english` with local copies, otherwise in the pseudo-locale without
 *   them: `read-only`, `preview`, `two` for two editors, or '' for editing
 */
export async function openEditorPage(
  browser: Browser,
  options: BrowserContextOptions = {},
  hash = 'english',
): Promise<Page> {
  files ??= buildHarness(fileURLToPath(new URL('./pseudo-locale/', import.meta.url)));
  const served = await files;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  page.setDefaultTimeout(8000);
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const file = served.get(pathname === '/' ? '/index.html' : pathname);
    if (!file) return route.fulfill({ status: 404, body: '' });
    const body = typeof file.body === 'string' ? file.body : Buffer.from(file.body);
    return route.fulfill({ contentType: file.type, body });
  });
  await page.goto(`https://editor.test/#${hash}`);
  await page.waitForFunction(() => 'store' in window);
  return page;
}
