import type { Role } from '../../contract/index.ts';
import type { Person, TestApp } from './createTestApp.ts';

/** Makes a domain someone's, as the proof in its DNS would. */
export async function serveDomain(app: TestApp, person: Person, name: string): Promise<void> {
  const now = new Date();
  await app.knex('domains').insert({
    account_id: person.account.ID,
    site_id: person.account.primarySite.ID,
    name,
    proof_token: `proof of ${name}`,
    status: 'active',
    verified_at: now,
    created_at: now,
    updated_at: now,
  });
}

/** Begins or ends someone's plan. */
export async function setRoles(
  app: TestApp,
  person: Person,
  roles: readonly Role[],
): Promise<void> {
  await app.knex('accounts').where({ id: person.account.ID }).update({ roles });
}

/** Adds posts of someone, the first the oldest. */
export async function addPosts(
  app: TestApp,
  person: Person,
  captions: readonly string[],
): Promise<void> {
  await app.knex('posts').insert(
    captions.map((caption, index) => ({
      account_id: person.account.ID,
      caption,
      created_at: new Date(Date.UTC(2026, 0, 1 + index)),
    })),
  );
}

/**
 * Makes the server ask the database at once for all of someone's site, as every change of it does;
 * what a test has changed behind its back it would notice within a second.
 */
export async function refreshSite({ browser, account }: Person): Promise<void> {
  const path = `/api/site/${String(account.primarySite.ID)}`;
  const answer = await browser.put(path, { settings: {} });
  if (answer.status !== 200) throw new Error(`Not changed: ${answer.text}`);
}
