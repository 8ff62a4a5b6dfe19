import * as z from 'zod';
import type { Kit } from '../blocks/builtinBlocks.ts';
import { readKits } from '../blocks/readKits.ts';
import { isUploading } from '../editor/uploads.ts';
import { migratePage, type MigratePageOptions } from '../migrations/migratePage.ts';
import type { Block } from '../model/Block.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { checkString, inputError } from '../model/inputError.ts';
import { copyJson, ENVELOPE_DEPTH, isRecord } from '../model/json.ts';
import type { Page } from '../model/Page.ts';
import { type AutosaveBase, autosaveBaseOf, autosaveBaseSchema } from './autosaveBase.ts';

/** A page stored in the browser between edit and publish. */
export interface AutosaveEnvelope {
  readonly page: Page;
  /** When it was stored, by the browser's clock. Milliseconds since the Unix epoch. */
  readonly updatedAtMs: number;
  /** Revision of the server's page that the stored page is based on. */
  readonly revision: number;
  /** How many blocks are left out because they were uploading; absent if there are none. */
  readonly unfinishedUploads?: number;
  /** What the page changes; absent if that is unknown. See `rebaseAutosave`. */
  readonly base?: AutosaveBase;
}

const envelopeSchema = z.object({
  page: z.unknown(),
  updatedAtMs: z.number().min(0),
  revision: z.number().int().min(0),
  // The copy is worth more than the number.
  unfinishedUploads: z.number().int().min(1).optional().catch(undefined),
  base: autosaveBaseSchema.optional().catch(undefined),
});

/**
 * Returns what to store of a page. Blocks that are still uploading are left out, because their URLs
 * become invalid when the tab closes. Uploaded images stay (docs/decisions/0021).
 *
 * @param base the version that the page was made from, if others may change it meanwhile: the
 *   envelope then has what the page changes on it
 *
 * @throws CobbleError `input_invalid` (details: `path`) for what `parseAutosaveEnvelope` could not
 *   restore: no page, or an invalid time or revision; `kit_invalid` for invalid kits
 */
export function makeAutosaveEnvelope(
  page: Page,
  updatedAtMs: number,
  kits: readonly Kit[] = [],
  base: Page | null = null,
): AutosaveEnvelope {
  if (!isRecord(page) || !isRecord(page.things)) throw inputError('page', 'must be a page');
  if (!envelopeSchema.shape.updatedAtMs.safeParse(updatedAtMs).success)
    throw inputError('updatedAtMs', 'must be milliseconds since the Unix epoch');
  if (!envelopeSchema.shape.revision.safeParse(page.revision).success)
    throw inputError('page.revision', 'must be a whole number from 0');
  if (base !== null && !(isRecord(base) && isRecord(base.things)))
    throw inputError('base', 'must be a page');
  const own = readKits(kits);
  const things: Record<string, Block> = {};
  for (const [uuid, block] of Object.entries(page.things))
    if (!isUploading(block, own)) things[uuid] = block;
  const unfinishedUploads = Object.keys(page.things).length - Object.keys(things).length;
  return {
    page: { ...page, things },
    updatedAtMs,
    revision: page.revision,
    ...(unfinishedUploads > 0 && { unfinishedUploads }),
    ...(base && { base: autosaveBaseOf(page, base, (block) => isUploading(block, own)) }),
  };
}

/**
 * Parses an envelope, or returns null when it is invalid. Browser storage is untrusted: the page is
 * validated like one from a request, and migrated when an older editor stored it.
 *
 * @throws CobbleError `page_newer_than_editor` for a page that a newer editor stored; leave it for
 * that editor; `input_invalid` for anything but a string, such as the stored object itself
 */
export function parseAutosaveEnvelope(
  text: string,
  options: MigratePageOptions = {},
): AutosaveEnvelope | null {
  checkString('text', text, 'must be the JSON text of an envelope');
  try {
    const { page, updatedAtMs, revision, unfinishedUploads, base } = envelopeSchema.parse(
      copyJson(JSON.parse(text), { depth: ENVELOPE_DEPTH }),
    );
    return {
      page: migratePage(page, options).page,
      updatedAtMs,
      revision,
      ...(unfinishedUploads !== undefined && { unfinishedUploads }),
      ...(base && { base }),
    };
  } catch (error) {
    if (error instanceof CobbleError && error.code === 'page_newer_than_editor') throw error;
    return null;
  }
}

/**
 * Whether to offer the stored page: it has the same ID, and is based on the server's revision or a
 * later one. For the same revision, the later of the two timestamps wins. The stored page also wins
 * if they are equal, if the server's is invalid, or if the revision is 0.
 *
 * @throws CobbleError `input_invalid` (details: `path`) without an envelope, such as for the null of
 *   {@link parseAutosaveEnvelope}, or without a page
 */
export function shouldRestore(
  envelope: AutosaveEnvelope,
  serverPage: Pick<Page, 'ID' | 'revision' | 'updatedAt'>,
): boolean {
  if (!isRecord(envelope) || !isRecord(envelope.page))
    throw inputError(
      'envelope',
      'must be an envelope; parseAutosaveEnvelope returns null without one',
    );
  if (!isRecord(serverPage)) throw inputError('serverPage', 'must be a page');
  if (envelope.page.ID !== serverPage.ID) return false;
  if (envelope.revision !== serverPage.revision) return envelope.revision > serverPage.revision;
  // A page that was never stored has the time at which the host created it, perhaps on each load.
  if (serverPage.revision === 0) return true;
  const serverMs = Date.parse(serverPage.updatedAt);
  return Number.isNaN(serverMs) || envelope.updatedAtMs >= serverMs;
}
