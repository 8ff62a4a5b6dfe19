import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { ServerDatabase } from '../testing/serverDatabase.mjs';
import { signUp } from '../testing/signUp.ts';
import { EditorDriver, type Point } from './EditorDriver.ts';

const FILE = fileURLToPath(new URL('../../../docs/images/room-four-browsers.png', import.meta.url));
const DESKTOP: BrowserContextOptions = { viewport: { width: 1120, height: 800 } };
const PHONE: BrowserContextOptions = {
  ...{ viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true },
};

/** Who edits the page, the owner first. */
const PEOPLE = { kestrel: DESKTOP, linnet: DESKTOP, merle: DESKTOP, avocet: PHONE };

/**
 * Takes `docs/images/room-four-browsers.png`: the browsers of four people on one page, beside each
 * other. Two drag blocks, one edits a text, and one has a block selected on a phone.
 */
export async function takeImageOfRoom(
  browser: Browser,
  serverUrl: string,
  database: ServerDatabase,
): Promise<void> {
  const editors: EditorDriver[] = [];
  for (const [name, options] of Object.entries(PEOPLE)) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await signUp(page, serverUrl, name);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    editors.push(new EditorDriver(page));
  }
  const [owner, ...others] = editors;
  if (!owner) return;
  await owner.ready();
  const pageId = await owner.evaluate((editor) => editor.fields.ID);
  const [ownerName = '', ...names] = Object.keys(PEOPLE);
  await database.admit(pageId, names);
  for (const editor of others) {
    await openOthersPage(editor, `${serverUrl}/${ownerName}/main`);
    await editor.ready();
  }
  await edit(editors);
  const shots: Buffer[] = [];
  for (const { page } of editors) shots.push(await page.screenshot({ animations: 'disabled' }));
  await writeFile(FILE, await besideEachOther(browser, shots));
  for (const { page } of editors) await page.context().close();
}

/** Opens a page like one of the person's own: sharing has no interface yet, only the room knows it. */
async function openOthersPage({ page }: EditorDriver, url: string): Promise<void> {
  const ownId = await page.evaluate(async () => {
    const response = await fetch('/api/account');
    const { account } = (await response.json()) as { readonly account: { readonly ID: number } };
    return account.ID;
  });
  await page.route('**/api/page?*', async (route) => {
    const response = await route.fetch();
    const stored = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: { ...stored, accountID: ownId, hasRoom: true } });
  });
  await page.goto(url);
}

async function edit(editors: readonly EditorDriver[]): Promise<void> {
  const [first, second, third, phone] = editors;
  if (!first || !second || !third || !phone) return;
  const blocks = await first.evaluate((editor) =>
    [...editor.blocks.values()].map(({ uuid, type }) => ({ uuid, type })),
  );
  const ofType = (...types: string[]) => blocks.filter(({ type }) => types.includes(type));
  const [title, body] = ofType('text');
  const [button, otherButton] = ofType('rich-button');
  await beginDrag(first, button?.uuid ?? '', { x: 60, y: -12 });
  await beginDrag(second, body?.uuid ?? '', { x: -60, y: -14 });
  const { x, y } = await third.centerOf(title?.uuid ?? '');
  await third.page.mouse.dblclick(x, y);
  await third.page.keyboard.press('End');
  await third.page.keyboard.type('!');
  await phone.evaluate((editor, uuid) => {
    editor.select([uuid]);
  }, otherButton?.uuid);
  // Cursors and gestures are sent at most 20 times a second, and shown after a moment.
  await first.page.waitForTimeout(1500);
}

/** Drags a block without dropping it. */
async function beginDrag(editor: EditorDriver, uuid: string, by: Point): Promise<void> {
  const { mouse } = editor.page;
  const { x, y } = await editor.centerOf(uuid);
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + by.x, y + by.y, { steps: 8 });
}

/** One image of several screens of the same height: two in a row, at half their size. */
async function besideEachOther(browser: Browser, shots: readonly Buffer[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 960 } });
  const images = shots.map(
    (shot) => `<img src="data:image/png;base64,${shot.toString('base64')}" alt="">`,
  );
  await page.setContent(`<style>
    body { margin: 0; background: #e8e4dc; }
    main {
      display: flex; flex-wrap: wrap; justify-content: center; gap: 24px; padding: 24px; width: 1160px;
    }
    img { height: 400px; border-radius: 8px; box-shadow: 0 2px 12px rgb(0 0 0 / 20%); }
  </style><main>${images.join('')}</main>`);
  const image = await page.locator('main').screenshot();
  await page.close();
  return image;
}
