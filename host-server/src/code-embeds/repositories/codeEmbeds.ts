import type { Knex } from 'knex';
import {
  SITE_COLUMNS,
  type SiteRow,
  toSiteContext,
} from '../../sites/repositories/siteContexts.ts';
import type { SiteContext } from '../../sites/SiteContext.ts';
import type { PagePassword } from '../../page-access/pageAccess.ts';

/** Code by its address. */
export type Codes = ReadonlyMap<string, string>;

/** How long code that was removed from a page is still served to visitors with the old page, ms. */
const GRACE_MS = 3_600_000;
/** Maximum size of a page's removed code that is still served; older code is deleted. */
const MAX_GRACE_BYTES = 16 * 1024 * 1024;
/** How long a preview can be loaded, ms. */
const PREVIEW_MS = 3_600_000;
/** Largest number of previews of a page; older ones are deleted. */
const MAX_PREVIEWS = 100;

/** Stores the code of a publication's embeds, in the transaction that stores the publication. */
export async function storePublishedCodes(
  knex: Knex,
  pageId: number,
  codes: Codes,
  now: Date,
): Promise<void> {
  const old = knex('code_embeds').where({ page_id: pageId, is_preview: false });
  await old.clone().where('expires_at', '<=', now).delete();
  await old
    .whereNull('expires_at')
    .whereNotIn('address', [...codes.keys()])
    .update({ expires_at: new Date(now.getTime() + GRACE_MS) });
  await knex.raw(
    `DELETE FROM code_embeds WHERE address IN (
       SELECT address FROM (
         SELECT address, sum(length(code)) OVER (ORDER BY expires_at DESC, address) AS bytes
         FROM code_embeds WHERE page_id = ? AND NOT is_preview AND expires_at IS NOT NULL
       ) AS removed WHERE bytes > ?)`,
    [pageId, MAX_GRACE_BYTES],
  );
  await insert(knex, pageId, codes, { is_preview: false, expires_at: null });
}

/**
 * Stores the code of a preview's embeds for an hour.
 *
 * @param codes as UTF-8, by address.
 */
export async function storePreviewCodes(
  knex: Knex,
  pageId: number,
  codes: ReadonlyMap<string, Buffer>,
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + PREVIEW_MS);
  await knex('code_embeds').where({ is_preview: true }).where('expires_at', '<=', now).delete();
  // One statement each, because megabytes in one would block the server while they are sent.
  for (const entry of codes)
    await insert(knex, pageId, new Map([entry]), { is_preview: true, expires_at: expiresAt });
  await knex.raw(
    `DELETE FROM code_embeds WHERE address IN
      (SELECT address FROM code_embeds WHERE page_id = ? AND is_preview
       ORDER BY expires_at DESC, address OFFSET ?)`,
    [pageId, MAX_PREVIEWS],
  );
}

async function insert(
  knex: Knex,
  pageId: number,
  codes: ReadonlyMap<string, string | Buffer>,
  fields: { readonly is_preview: boolean; readonly expires_at: Date | null },
): Promise<void> {
  if (codes.size === 0) return;
  const rows = [...codes].map(([address, code]) => ({
    address,
    page_id: pageId,
    code: typeof code === 'string' ? Buffer.from(code) : code,
    ...fields,
  }));
  // The same address means the same code; only its expiry can differ.
  await knex('code_embeds').insert(rows).onConflict('address').merge(['expires_at']);
}

/** The code at an address, with everything that decides who may load it. */
export interface CodeEmbedRow {
  readonly code: string;
  readonly isPreview: boolean;
  readonly site: SiteContext;
  /** The site's active domains, whatever the plan. */
  readonly domains: readonly string[];
  readonly page: {
    readonly isPublic: boolean;
    readonly isDisabled: boolean;
    readonly password: PagePassword | null;
  };
}

/** The code at an address that has not expired, or null. */
export async function findCodeEmbed(
  knex: Knex,
  address: string,
  now: Date,
): Promise<CodeEmbedRow | null> {
  const { rows } = await knex.raw<{ rows: (SiteRow & CodeColumns)[] }>(
    `SELECT ${SITE_COLUMNS}, code_embeds.code, code_embeds.is_preview, pages.is_public,
       pages.is_disabled, page_passwords.salt, page_passwords.hash,
       ARRAY(SELECT name FROM domains WHERE domains.site_id = sites.id AND status = 'active')
         AS domains
     FROM code_embeds
     JOIN pages ON pages.id = code_embeds.page_id
     JOIN sites ON sites.id = pages.site_id
     JOIN accounts ON accounts.id = sites.account_id
     LEFT JOIN page_passwords ON page_passwords.page_id = pages.id
     WHERE code_embeds.address = ?
       AND (code_embeds.expires_at IS NULL OR code_embeds.expires_at > ?)`,
    [address, now],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { salt, hash } = row;
  return {
    code: row.code.toString(),
    isPreview: row.is_preview,
    site: toSiteContext(row),
    domains: row.domains,
    page: {
      isPublic: row.is_public,
      isDisabled: row.is_disabled,
      password: salt && hash ? { salt, hash } : null,
    },
  };
}

interface CodeColumns {
  code: Buffer;
  is_preview: boolean;
  is_public: boolean;
  is_disabled: boolean;
  salt: Buffer | null;
  hash: Buffer | null;
  domains: string[];
}
