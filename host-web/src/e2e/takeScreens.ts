import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { launchChromium } from '../../../scripts/testing/chromium.mjs';
import { signInLink } from '../testing/readMailbox.ts';
import { startRealServer } from '../testing/startRealServer.ts';
import { EditorDriver } from './EditorDriver.ts';
import { takeEditorScreens } from './takeEditorScreens.ts';

const FOLDER = fileURLToPath(new URL('../../../.cobble/screens/', import.meta.url));
const SIZES: Readonly<Record<string, BrowserContextOptions>> = {
  1280: { viewport: { width: 1280, height: 800 } },
  375: { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
};

/**
 * Takes screenshots of every screen and state of the web app at 1280 and 375 px, from the real
 * product, into `.cobble/screens`: `npm run screens -w host-web`. Look at them after changes to
 * screens or messages.
 */
const server = await startRealServer({ PORT: '4001' });
const browser = await launchChromium();
await mkdir(FOLDER, { recursive: true });

const fail = (status: number, code: string) => (route: Route) =>
  route.fulfill({ status, json: { code } });

async function takeScreens(width: string, options: BrowserContextOptions): Promise<void> {
  const username = width === '375' ? 'tilda' : 'juniper';
  const email = `${username}@example.com`;
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const take = async (name: string, target: Page = page, fullPage = false): Promise<void> => {
    await target.evaluate(() => document.fonts.ready.then(() => null));
    await target.waitForTimeout(250);
    const path = `${FOLDER}${name}-${width}.png`;
    // Ending all animations would close toasts, whose duration is timed by an animation.
    await target.screenshot({ path, fullPage });
  };
  const takeDark = async (name: string, fullPage = false): Promise<void> => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await take(`${name}-dark`, page, fullPage);
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const open = async (path: string): Promise<void> => {
    await page.goto(`${server.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await open('/');
  await take('landing', page, true);
  await takeDark('landing', true);
  await button('Add a note').click();
  await take('landing-note');

  await open('/');
  await button('Join Us').first().click();
  await page.getByLabel('Email').fill('juniper@');
  await page.getByLabel('Email').blur();
  await take('sign-up-invalid-email');
  await button('Login').last().click();
  await take('sign-in-dialog');
  await page.route('**/api/auth/email', fail(429, 'err_rate_limited'));
  await page.getByLabel('Email').fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click();
  await page.getByText('Too many attempts').waitFor();
  await take('sign-in-rate-limited');
  await page.unroute('**/api/auth/email');
  await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click();
  await page.getByText('We sent a login link to').waitFor();
  await take('link-sent');
  await takeDark('link-sent');
  const link = await signInLink(server.url, email);

  const other = await browser.newContext(options);
  const elsewhere = await other.newPage();
  await elsewhere.goto(link);
  await elsewhere.getByRole('heading', { name: 'Confirm your email' }).waitFor();
  await take('confirm-email', elsewhere);
  await elsewhere
    .getByLabel('Email')
    .fill(`a-rather-long-address+for.this@${username}.example.com`);
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await take('confirm-email-question', elsewhere);
  await other.close();

  const stalled: Route[] = [];
  await page.route('**/api/auth/verify', (route) => void stalled.push(route));
  await page.goto(link);
  await page.getByRole('heading', { name: 'Logging you in' }).waitFor();
  await take('verifying');
  for (const route of stalled) await fail(410, 'sign_in_link_expired')(route);
  await page.unroute('**/api/auth/verify');
  await page.getByRole('alert').waitFor();
  await take('link-expired');
  await page.evaluate(
    (address) => localStorage.setItem('cobble.login-email', JSON.stringify(address)),
    email,
  );

  await page.goto(link);
  await page.getByLabel('Username').waitFor();
  await take('username');
  await page.getByLabel('Username').fill('a-');
  await page.getByText('Cannot start or end').waitFor();
  await take('username-invalid');
  await page.getByLabel('Username').fill(username);
  await page.getByText('Available', { exact: true }).waitFor();
  await take('username-available');
  await button('Continue').click();
  await take('questionnaire');
  await page.getByRole('textbox').fill('A page for my band');
  await button('Make my page').click();
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  await take('welcome');
  await button('Continue').click();
  await page.getByText('Your page is live').waitFor();
  await take('first-publish');
  await button('Close').last().click();

  const editor = new EditorDriver(page);
  await editor.ready();
  await page.getByText('Page published').first().waitFor({ state: 'detached' });
  await take('editor');
  await takeEditorScreens(page, (name) => take(`editor-${name}`));
  await editor.evaluate((headless) => {
    const text = [...headless.blocks.values()].find(({ type }) => type === 'text');
    if (text) headless.remove([text.uuid]);
  });
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('dialog', { name: 'Leave this page?' }).waitFor();
  await take('leave');
  await button('Okay').click();

  await page.locator('article img[data-loaded]').first().waitFor();
  await take('home');
  await takeDark('home');
  await page.getByRole('tab', { name: /Private/ }).click();
  await take('home-empty');
  await button(`Account: ${username}`).click();
  await take('account-menu');
  await page.getByRole('menuitem', { name: 'Export or import' }).click();
  await page.getByRole('switch').click();
  await page.getByLabel('Site address').fill('nowhere');
  await button('Export').click();
  await page
    .locator('[data-cobble="archive-file"]')
    .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: Buffer.from('none') });
  await page.getByRole('alert').waitFor();
  await take('archive');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Public/ }).click();
  await button('New Page').click();
  await page.getByLabel('Page name').fill('main');
  await button('Create').click();
  await page.getByText('Page name already used').waitFor();
  await take('new-page');
  await page.keyboard.press('Escape');
  for (const slug of ['menu', 'news', 'about-the-bakery-and-its-people', 'contact']) {
    await open('/');
    await button('New Page').click();
    await page.getByLabel('Page name').fill(slug);
    await button('Create').click();
    await page.waitForURL(`**/${username}/${slug}`);
    await editor.ready();
  }
  await take('page-created');
  await open('/');
  await button('New Page').click();
  await page.getByText("Can't add more than").waitFor();
  await take('home-full');

  await page.route('**/api/page/all', fail(500, 'err_internal_server_error'));
  await open('/');
  await page.getByRole('alert').first().waitFor();
  await take('home-failed');
  await page.unroute('**/api/page/all');

  await open(`/${username}/nothing`);
  await take('not-found');
  await takeDark('not-found');
  await page.route('**/api/page?*', fail(503, 'err_unavailable'));
  await open(`/${username}`);
  await take('page-failed');
  await page.unroute('**/api/page?*');
  await page.route('**/api/page?*', (route) => route.abort());
  await open(`/${username}`);
  await take('page-unreachable');
  await page.unroute('**/api/page?*');
  await page.route('**/api/account', (route) => route.abort());
  await open(`/${username}`);
  await take('page-offline');
  await open('/');
  await takeDark('home-offline');
  await take('home-offline');
  await page.unroute('**/api/account');
  await page.route('**/assets/EditorScreen*.js', (route) => route.abort());
  await open(`/${username}`);
  await take('error');
  await context.close();

  const visitor = await (await browser.newContext(options)).newPage();
  await visitor.goto(`${server.url}/nobody/here`);
  await visitor.getByRole('heading', { level: 1 }).waitFor();
  await take('unknown-site', visitor);
  await visitor.goto(`${server.url}/auth/login`);
  await visitor.getByRole('heading', { level: 1 }).waitFor();
  await take('sign-in', visitor);
  const origin = (name: string) => server.url.replace('://', `://${name}.`);
  await visitor.goto(`${origin(username)}/nothing`);
  await take('published-not-found', visitor);
  await visitor.goto(origin('nobody'));
  await take('published-unknown-site', visitor);
  await visitor.goto(`${server.url}/dev/mailbox`);
  await take('mailbox', visitor);
  await visitor.getByRole('link').first().click();
  await take('mail', visitor);
  await visitor.context().close();
}

try {
  for (const [width, options] of Object.entries(SIZES)) await takeScreens(width, options);
} finally {
  await browser.close();
  await server.stop();
}
