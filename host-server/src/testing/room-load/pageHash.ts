import { createHash } from 'node:crypto';
import type { Page } from '@cobble/engine';

/** Fields that rooms do not share: the database has them. */
const OWN_FIELDS = new Set(['revision', 'updatedAt']);

/** Hash of what a room decides about a page, for comparing the copies of clients and servers. */
export function pageHash(page: Page): string {
  const { things, ...fields } = page;
  const hash = createHash('sha256');
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !OWN_FIELDS.has(name)));
  hash.update(canonicalJson(own));
  for (const uuid of Object.keys(things).sort()) hash.update(canonicalJson(things[uuid]));
  return hash.digest('hex');
}

/** JSON in which the keys of each object are sorted. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
