import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { noteNotices, noticed } from '../testing/notices.ts';
import { signInLink } from '../testing/readMailbox.ts';
import { signUp } from '../testing/signUp.ts';
import { holdToasts, repeatToast } from '../testing/toastTimer.ts';
import { useHarness } from '../testing/useHarness.ts';

describe('signing in, in a browser', function () {
  this.timeout(60_000);
  const harness = useHarness();
  let page: Page;

  beforeEach(async () => {
    const context = await harness.browser.newContext();
    await noteNotices(context);
    page = await context.newPage();
  });
  afterEach(() => page.context().close());

  const requestLink = async (email: string) => {
    await page.goto(harness.url);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click();
    await page.getByText('We sent a login link to').waitFor();
    return signInLink(harness.url, email);
  };

  it('signs a new user up, out and in again [AU3]', async () => {
    const email = await signUp(page, harness.url, 'ada');
    await page.goto(harness.url);
    await page.getByRole('heading', { level: 1, name: /Good \w+, ada/ }).waitFor();
    await page.getByRole('link', { name: /ada\.localhost/ }).waitFor();

    await page.getByRole('button', { name: 'Account: ada' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Join Us' }).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('cobble.account'))).to.equal(null);

    await page.goto(await requestLink(email));
    await noticed(page, 'Login successful. Welcome back!');
    await page.getByRole('heading', { level: 1, name: /ada/ }).waitFor();
    expect(new URL(page.url()).pathname).to.equal('/');
  });

  it('remembers after a reload where a link was sent, until the user asks to use another address [AU4]', async () => {
    await requestLink('patient@example.com');
    await page.reload();
    await page.getByText('We sent a login link to').waitFor();
    // On one line, also on a phone.
    await page.setViewportSize({ width: 375, height: 812 });
    // `boundingBox` would not wait while the dialog adapts to the size.
    const heightPx = await page.getByText('patient@example.com').evaluate(async (address) => {
      // Another font might need two lines.
      await document.fonts.ready;
      return address.getBoundingClientRect().height;
    });
    expect(heightPx).to.be.within(1, 30);
    await page.getByRole('button', { name: 'Use a different email' }).click();
    await page.getByLabel('Email').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Join Us' }).first().waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
  });

  it('follows in the tab that requested a link when the user has signed in using another one and comes back [AU10]', async () => {
    const link = await requestLink('tabs@example.com');
    const other = await page.context().newPage();
    await other.goto(link);
    await other.waitForURL(/complete-sign-up$/);
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
    });
    await page.waitForURL(/complete-sign-up$/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('explains that a link was used and sends a new one [AU2]', async () => {
    const email = 'twice@example.com';
    const link = await requestLink(email);
    await page.goto(link);
    await page.getByLabel('Username').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();

    await page.goto(link);
    // Signing in cleared the address, so this browser counts as one that did not request the link.
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: `Log in with this email? ${email}` }).waitFor();
    await page.getByRole('button', { name: 'Yes, log in' }).click();

    const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong.' });
    await alert.waitFor();
    expect(await alert.innerText()).to.include('Something went wrong. Try logging in again.');
    expect(await alert.innerText()).to.include('already been used');
    expect(await page.getByLabel('Email').inputValue()).to.equal(email);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('We sent a login link to').waitFor();
    expect(await signInLink(harness.url, email)).not.to.equal(link);
  });

  it('explains that a link is invalid or has no token [AU2]', async () => {
    await requestLink('wrong@example.com');
    for (const query of ['?token=nonsense', '']) {
      await page.goto(`${harness.url}/auth/verify${query}`);
      await page.waitForURL(/\/auth\/login$/);
      await page.getByRole('alert').filter({ hasText: 'Invalid login URL' }).waitFor();
    }
  });

  it('asks for the address in a browser that did not request the link, again after a misspelt one, and keeps the query [AU1]', async () => {
    const link = await requestLink('elsewhere@example.com');
    const other = await (await harness.browser.newContext()).newPage();
    await other.goto(link);
    await other.waitForURL(/\/auth\/recollect-email\?token=/);
    expect(new URL(other.url()).search).to.equal(new URL(link).search);

    const confirm = async (address: string) => {
      await other.getByLabel('Email').fill(address);
      await other.getByRole('button', { name: 'Continue' }).click();
      await other.getByRole('button', { name: 'Yes, log in' }).click();
    };
    await confirm('elsewhere@exmaple.com');
    await other.waitForURL(/\/auth\/login$/);
    await other.goto(link);
    await other.waitForURL(/\/auth\/recollect-email\?token=/);
    await confirm('elsewhere@example.com');
    await other.waitForURL(/complete-sign-up$/);
    await other.context().close();
  });

  it('redirects users without an account to complete sign-up, from the link and from a page [AU3]', async () => {
    await page.goto(await requestLink('nameless@example.com'));
    await page.waitForURL(/complete-sign-up$/);
    await page.goto(`${harness.url}/ada`);
    await page.waitForURL(/complete-sign-up$/);
  });

  it('checks a username while the user types [AU5]', async () => {
    await page.goto(await requestLink('names@example.com'));
    const username = page.getByLabel('Username');
    const continueButton = page.getByRole('button', { name: 'Continue' });
    await username.fill('a');
    await page.getByText('Must be at least 2 characters.').waitFor();
    const address = page.getByText(/\.localhost/);
    expect(await address.textContent(), 'invalid').to.match(/^your-name\.localhost/);
    expect(await continueButton.isDisabled()).to.equal(true);
    await username.fill('admin');
    await page.getByText('Username is not available.').waitFor();
    expect(await address.textContent(), 'not available').to.match(/^your-name\.localhost/);
    await username.fill('so_many words');
    expect(await username.inputValue()).to.equal('so-many-words');
    await page.getByText(/so-many-words\.localhost/).waitFor();
    await continueButton.click();
    const finishButton = page.getByRole('button', { name: 'Make my page' });
    await page.getByRole('heading', { name: 'Almost Done' }).waitFor();
    expect(await finishButton.isDisabled()).to.equal(true);
  });

  describe('with a request that fails', () => {
    const click = () => page.getByRole('button', { name: 'Login' }).click();
    const toast = () => page.getByText('Too many attempts. Wait a few minutes and try again.');
    let release: () => Promise<void>;

    beforeEach(async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.route('**/api/auth/email', (route) =>
        route.fulfill({ status: 429, json: { code: 'err_rate_limited' } }),
      );
      await page.goto(`${harness.url}/auth/login`);
      await page.getByLabel('Email').fill('often@example.com');
      release = await holdToasts(page);
      await click();
      await toast().waitFor();
    });

    it('shows the failure in a toast that closes by itself, even with reduced motion [MG8]', async () => {
      const times = await page
        .locator('[role="progressbar"]')
        .last()
        .evaluate((bar) =>
          bar.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration)),
        );
      expect(Math.max(...times), 'ms until it closes').to.be.at.least(1000);
      await release();
      await toast().waitFor({ state: 'hidden' });
    });

    it('shows a repeated failure for its own time, so that it can still be read [MG8]', async () => {
      await repeatToast(page, click);
      expect(await toast().count()).to.equal(1);
      await release();
      await toast().waitFor({ state: 'hidden' });
    });
  });
});
