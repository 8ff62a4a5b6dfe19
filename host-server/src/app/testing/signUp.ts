import type { Account } from '../../contract/index.ts';
import type { TestBrowser } from './TestBrowser.ts';

/** A signed-in account with its browser. */
export interface TestUser {
  readonly browser: TestBrowser;
  readonly account: Account;
}

/** Requests a sign-in link and returns the token from its email in the mailbox. */
export async function requestSignInToken(browser: TestBrowser, email: string): Promise<string> {
  const requested = await browser.post('/api/auth/email', { email, type: 'login' });
  if (requested.status !== 200) throw new Error(`No link: ${requested.text}`);
  const list = await browser.get('/dev/mailbox');
  const newest = /href="(\/dev\/mailbox\/[\w-]+)"/.exec(list.text)?.[1] ?? '';
  const token = /token=([\w-]+)/.exec((await browser.get(newest)).text)?.[1];
  if (token === undefined) throw new Error('The mailbox has no sign-in link');
  return token;
}

/** Signs in with a link. */
export async function signIn(browser: TestBrowser, email: string): Promise<void> {
  const token = await requestSignInToken(browser, email);
  const verified = await browser.post('/api/auth/verify', { email, token });
  if (verified.status !== 200) throw new Error(`Not signed in: ${verified.text}`);
}

/** Creates an account on a server that shows its emails at `/dev/mailbox`. */
export async function signUp(browser: TestBrowser, username: string): Promise<TestUser> {
  await signIn(browser, `${username}@example.org`);
  const questionnaire = { answer: 'A page for my cat' };
  const created = await browser.post('/api/account', { username, questionnaire });
  if (created.status !== 200) throw new Error(`No account: ${created.text}`);
  return { browser, account: created.json() as Account };
}
