import type { Knex } from 'knex';

/** The state of a link. */
export type LinkState = 'valid' | 'used' | 'expired' | 'superseded';

/**
 * Adds a link and invalidates the earlier ones of its browser, whatever their address [SI4]. Of
 * links without a browser, it invalidates those of its address [SI9]. Addresses are stored in lower
 * case.
 */
export async function insertLink(
  knex: Knex,
  link: {
    readonly email: string;
    readonly tokenHash: Buffer;
    readonly browserHash: Buffer;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const email = link.email.toLowerCase();
  await knex.transaction(async (transaction) => {
    // Of two links that a browser requests at once, only one may stay valid.
    await transaction.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 7))', [
      link.browserHash.toString('hex'),
    ]);
    await transaction('sign_in_links')
      .where({ used_at: null, superseded_at: null })
      .andWhere((replaced) => {
        void replaced
          .where({ browser_hash: link.browserHash })
          .orWhere({ browser_hash: null, email });
      })
      .update({ superseded_at: link.now });
    await transaction('sign_in_links').insert({
      email,
      token_hash: link.tokenHash,
      browser_hash: link.browserHash,
      created_at: link.now,
      expires_at: link.expiresAt,
    });
  });
}

/** Uses up a valid link. Of several concurrent calls exactly one returns true [SI2]. */
export async function consumeLink(
  knex: Knex,
  email: string,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await knex('sign_in_links')
    .where({
      email: email.toLowerCase(),
      token_hash: tokenHash,
      used_at: null,
      superseded_at: null,
    })
    .where('expires_at', '>=', now)
    .update({ used_at: now })
    .returning<{ id: string }[]>('id');
  return used.length === 1;
}

/** The state of a link, or null if this address has no such link. */
export async function linkState(
  knex: Knex,
  email: string,
  tokenHash: Buffer,
  now: Date,
): Promise<LinkState | null> {
  const [row] = await knex('sign_in_links')
    .where({ email: email.toLowerCase(), token_hash: tokenHash })
    .select<{ used_at: Date | null; superseded_at: Date | null; expires_at: Date }[]>(
      'used_at',
      'superseded_at',
      'expires_at',
    );
  if (row === undefined) return null;
  if (row.used_at !== null) return 'used';
  if (row.superseded_at !== null) return 'superseded';
  return row.expires_at < now ? 'expired' : 'valid';
}

/** Deletes links that expired before a time. */
export async function deleteLinksBefore(knex: Knex, time: Date): Promise<void> {
  await knex('sign_in_links').where('expires_at', '<', time).delete();
}
