import type { Page } from '@cobble/engine';

/** What is kept of a page locally (accounts-sites-community.md section 3). */
export interface AutosaveEnvelope {
  readonly page: Page;
  readonly updatedAtMs: number;
}

/** The key in `localStorage`, one a page. */
export function autosaveKey(pageId: number): string {
  return `cobble.autosave.${String(pageId)}`;
}

/** Writes a copy. */
export function writeAutosave(page: Page, updatedAtMs: number): string {
  return JSON.stringify({ page, updatedAtMs } satisfies AutosaveEnvelope);
}

/**
 * Reads a copy that is still worth offering: made from the revision that the server has, or, where
 * the server's is another one, not older than the server's (decisions.md, Autosave restore).
 *
 * @param parse checks a page; null when it is damaged or hostile
 */
export function readAutosave(
  text: string,
  server: Page,
  parse: (value: unknown) => Page | null,
): AutosaveEnvelope | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { page: raw, updatedAtMs } = value as Partial<Record<keyof AutosaveEnvelope, unknown>>;
  if (typeof updatedAtMs !== 'number' || !Number.isFinite(updatedAtMs)) return null;
  const page = parse(raw);
  if (page?.ID !== server.ID) return null;
  const isSameRevision = page.revision === server.revision;
  if (!isSameRevision && updatedAtMs < Date.parse(server.updatedAt)) return null;
  return { page, updatedAtMs };
}
