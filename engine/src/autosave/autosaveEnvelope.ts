import * as z from 'zod';
import type { Kit } from '../blocks/builtinBlocks.ts';
import { isUploading } from '../editor/uploads.ts';
import { migratePage, type MigratePageOptions } from '../migrations/migratePage.ts';
import type { Block } from '../model/Block.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { copyJson } from '../model/json.ts';
import type { Page } from '../model/Page.ts';

/** A page kept on this machine between edit and publish. */
export interface AutosaveEnvelope {
  readonly page: Page;
  /** When it was kept, by this machine's clock. */
  readonly updatedAtMs: number;
  /** The stored draft that the kept page was made from. */
  readonly revision: number;
}

/**
 * What to keep of a page. Blocks whose upload is under way are left out, as their addresses die
 * with the tab; everything else stays, images that are stored already included (docs/decisions/0021).
 */
export function makeAutosaveEnvelope(
  page: Page,
  updatedAtMs: number,
  kits: readonly Kit[] = [],
): AutosaveEnvelope {
  const things: Record<string, Block> = {};
  for (const [uuid, block] of Object.entries(page.things))
    if (!isUploading(block, kits)) things[uuid] = block;
  return { page: { ...page, things }, updatedAtMs, revision: page.revision };
}

const envelopeSchema = z.object({
  page: z.unknown(),
  updatedAtMs: z.number().min(0),
  revision: z.number().int().min(0),
});

/**
 * Reads an envelope from JSON text; null for what is none. Storage on this machine is no more to be
 * trusted than a request: the page passes all that a published page passes. One that an older editor
 * has kept is migrated.
 *
 * @throws CobbleError `page_newer_than_editor` for what a newer editor has kept, which is to be left
 *   for that editor
 */
export function parseAutosaveEnvelope(
  text: string,
  options: MigratePageOptions = {},
): AutosaveEnvelope | null {
  try {
    const { page, updatedAtMs, revision } = envelopeSchema.parse(copyJson(JSON.parse(text)));
    return { page: migratePage(page, options).page, updatedAtMs, revision };
  } catch (error) {
    if (error instanceof CobbleError && error.code === 'page_newer_than_editor') throw error;
    return null;
  }
}

/**
 * Whether to offer what was kept: it belongs to the page, and was made from the draft that the
 * server has, or from a later one. The clock only breaks a tie: of two copies of the same revision
 * the later one counts.
 */
export function shouldRestore(
  envelope: AutosaveEnvelope,
  serverPage: Pick<Page, 'ID' | 'revision' | 'updatedAt'>,
): boolean {
  if (envelope.page.ID !== serverPage.ID) return false;
  if (envelope.revision !== serverPage.revision) return envelope.revision > serverPage.revision;
  const serverMs = Date.parse(serverPage.updatedAt);
  return Number.isNaN(serverMs) || envelope.updatedAtMs >= serverMs;
}
