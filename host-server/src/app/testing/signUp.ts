import type { Account } from '../../contract/index.ts';
import type { TestBrowser } from './TestBrowser.ts';

/** Someone with an account, at their browser. */
export interface Person {
  readonly browser: TestBrowser;
  readonly account: Account;
}

/** Asks for a link and gives its token as the mail in the mailbox has it. */
export async function askForLink(from: TestBrowser, email: string): Promise<string> {
  const asked = await from.post('/api/auth/email', { email, type: 'login' });
  if (asked.status !== 200) throw new Error(`No link: ${asked.text}`);
  const list = await from.get('/dev/mailbox');
  const newest = /href="(\/dev\/mailbox\/[\w-]+)"/.exec(list.text)?.[1] ?? '';
  const token = /token=([\w-]+)/.exec((await from.get(newest)).text)?.[1];
  if (token === undefined) throw new Error('The mailbox holds no link');
  return token;
}

/** Signs in by a link. */
export async function signIn(at: TestBrowser, email: string): Promise<void> {
  const token = await askForLink(at, email);
  const verified = await at.post('/api/auth/verify', { email, token });
  if (verified.status !== 200) throw new Error(`Not signed in: ${verified.text}`);
}

/** Makes someone an account on a server that shows its mails at `/dev/mailbox`. */
export async function signUp(browser: TestBrowser, username: string): Promise<Person> {
  await signIn(browser, `${username}@example.org`);
  const questionnaire = { answer: 'A page for my cat' };
  const made = await browser.post('/api/account', { username, questionnaire });
  if (made.status !== 200) throw new Error(`No account: ${made.text}`);
  return { browser, account: made.json() as Account };
}
