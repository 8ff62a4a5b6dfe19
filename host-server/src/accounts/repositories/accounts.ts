import type { Knex } from 'knex';
import type { Role } from '../../contract/index.ts';

/** An account as stored, with its site. */
export interface AccountRow {
  readonly id: number;
  readonly uuid: string;
  readonly username: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly site: { readonly id: number; readonly slug: string };
  /** The size of its uploads and of the stored revisions of its pages. */
  readonly storedBytes: number;
}

/** The fields of a new account. */
export interface NewAccount {
  readonly uuid: string;
  readonly username: string;
  readonly email: string;
  readonly questionnaire: object;
  readonly siteSlug: string;
  readonly now: Date;
}

interface Joined {
  id: number;
  uuid: string;
  username: string;
  email: string;
  roles: Role[];
  site_id: number;
  site_slug: string;
  stored_bytes: string;
}

/**
 * SQL for the roles of a row of `accounts`: its own, and those of its active or past-due
 * subscriptions.
 */
export const ROLES_OF_ACCOUNT = `accounts.roles || ARRAY(
  SELECT role FROM subscriptions
  WHERE subscriptions.account_id = accounts.id AND status <> 'inactive'
    AND role <> ALL (accounts.roles) GROUP BY role ORDER BY role)`;

const selectAccount = (knex: Knex) =>
  knex('accounts')
    .join('sites', 'sites.account_id', 'accounts.id')
    .select<Joined[]>(
      'accounts.id',
      'accounts.uuid',
      'accounts.username',
      'accounts.email',
      knex.raw(`${ROLES_OF_ACCOUNT} AS roles`),
      'sites.id as site_id',
      'sites.slug as site_slug',
      'accounts.stored_bytes',
    );

const fromJoined = (row: Joined | undefined): AccountRow | null =>
  row === undefined
    ? null
    : {
        id: row.id,
        uuid: row.uuid,
        username: row.username,
        email: row.email,
        roles: row.roles,
        site: { id: row.site_id, slug: row.site_slug },
        storedBytes: Number(row.stored_bytes),
      };

/** The account with an id, or null. */
export async function findAccountById(knex: Knex, id: number): Promise<AccountRow | null> {
  const [row] = await selectAccount(knex).where('accounts.id', id);
  return fromJoined(row);
}

/** The account with an email address, ignoring case, or null. */
export async function findAccountByEmail(knex: Knex, email: string): Promise<AccountRow | null> {
  const [row] = await selectAccount(knex).whereRaw('lower(accounts.email) = lower(?)', [email]);
  return fromJoined(row);
}

/** Whether a username or its site's slug is taken or held back. */
export async function isUsernameTaken(knex: Knex, username: string, now: Date): Promise<boolean> {
  const slug = username.toLowerCase();
  const { rows } = await knex.raw<{ rows: { taken: boolean }[] }>(
    `SELECT EXISTS (SELECT FROM accounts WHERE lower(username) = :slug)
         OR EXISTS (SELECT FROM sites WHERE slug = :slug)
         OR EXISTS (SELECT FROM reserved_slugs WHERE slug = :slug AND reserved_until > :now)
         AS taken`,
    { slug, now },
  );
  return rows[0]?.taken === true;
}

/**
 * Adds an account and its site.
 *
 * @throws a unique violation of accounts_username_key, accounts_email_key or sites_slug_key.
 */
export async function insertAccount(knex: Knex, account: NewAccount): Promise<AccountRow> {
  const { uuid, username, email, now } = account;
  const [row] = await knex('accounts')
    .insert({
      uuid,
      username,
      email,
      questionnaire: JSON.stringify(account.questionnaire),
      created_at: now,
      updated_at: now,
    })
    .returning<{ id: number; roles: Role[] }[]>(['id', 'roles']);
  if (row === undefined) throw new Error('An insert returned no row');
  const [site] = await knex('sites')
    .insert({ account_id: row.id, slug: account.siteSlug, created_at: now, updated_at: now })
    .returning<{ id: number; slug: string }[]>(['id', 'slug']);
  if (site === undefined) throw new Error('An insert returned no row');
  return { id: row.id, uuid, username, email, roles: row.roles, site, storedBytes: 0 };
}

/** Locks an account's row until the transaction ends, so that its pages and bytes can be counted. */
export async function lockAccount(transaction: Knex, id: number): Promise<AccountRow | null> {
  await transaction('accounts').where({ id }).forUpdate().select('id');
  return findAccountById(transaction, id);
}

/** The size of an account's uploads and of the stored revisions of its pages. */
export async function findStoredBytes(knex: Knex, id: number): Promise<number> {
  const [row] = await knex('accounts')
    .where({ id })
    .select<{ stored_bytes: string }[]>('stored_bytes');
  return Number(row?.stored_bytes ?? 0);
}
