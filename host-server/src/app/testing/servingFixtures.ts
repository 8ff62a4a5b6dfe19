import type { Role } from '../../contract/index.ts';
import { insertAsset } from '../../images/repositories/assets.ts';
import { makeMediaName } from '../../media-store/mediaName.ts';
import type { TestUser, TestApp } from './createTestApp.ts';

/** Gives a user an active domain, without a TXT record in DNS. */
export async function serveDomain(app: TestApp, user: TestUser, name: string): Promise<void> {
  const now = new Date();
  await app.knex('domains').insert({
    account_id: user.account.ID,
    site_id: user.account.primarySite.ID,
    name,
    proof_token: `proof of ${name}`,
    status: 'active',
    verified_at: now,
    created_at: now,
    updated_at: now,
  });
}

/** Changes a user's roles, and thereby the plan. */
export async function setRoles(
  app: TestApp,
  user: TestUser,
  roles: readonly Role[],
): Promise<void> {
  await app.knex('accounts').where({ id: user.account.ID }).update({ roles });
}

/** Gives a user an uploaded image, as a row without its file, and returns its URL. */
export async function addAsset(app: TestApp, user: TestUser): Promise<string> {
  const name = makeMediaName('png');
  const size = { bytes: 100, width: 32, height: 32 };
  await insertAsset(app.knex, { accountId: user.account.ID, name, ...size, now: new Date() });
  return `/assets/${name}`;
}

/** Adds posts for a user, oldest first. */
export async function addPosts(
  app: TestApp,
  user: TestUser,
  captions: readonly string[],
): Promise<void> {
  await app.knex('posts').insert(
    captions.map((caption, index) => ({
      account_id: user.account.ID,
      caption,
      created_at: new Date(Date.UTC(2026, 0, 1 + index)),
    })),
  );
}

/**
 * Saves a user's site, so that the server rereads it at once. A change that a test made in the
 * database directly is otherwise noticed within a second.
 */
export async function refreshSite({ browser, account }: TestUser): Promise<void> {
  const path = `/api/site/${String(account.primarySite.ID)}`;
  const response = await browser.put(path, { settings: {} });
  if (response.status !== 200) throw new Error(`Not changed: ${response.text}`);
}
