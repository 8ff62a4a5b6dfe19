import type { Page } from 'playwright-core';
import { noteNotices, noticed } from './notices.ts';
import { signInLink } from './readMailbox.ts';

/**
 * Signs up in a fresh browser, up to the published first page in the editor. The pages of its context
 * note their notices.
 *
 * @returns the email address
 */
export async function signUp(page: Page, serverUrl: string, username: string): Promise<string> {
  const email = `${username}@example.com`;
  await noteNotices(page.context());
  await page.goto(`${serverUrl}/?signup`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByText('We sent a login link to').waitFor();
  await page.goto(await signInLink(serverUrl, email));
  await page.getByLabel('Username').fill(username);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox').fill('A page for my band');
  await page.getByRole('button', { name: 'Make my page' }).click();
  await page.waitForURL(new RegExp(`/${username}\\b`));
  await noticed(page, 'Page published');
  return email;
}
