import { BLOCK_DEPTH, copyJson, markFrozen } from '../../model/json.ts';
import type { Page } from '../../model/Page.ts';
import { checkOutline } from '../../parsing/checkOutline.ts';
import type { PagePatch } from '../protocol/streamEntry.ts';
import { finish, type Work } from '../Work.ts';
import { PageRecords } from './PageRecords.ts';
import { applyPatch } from './pagePatch.ts';

/**
 * The page to which a stream leads, without opening its room: what a server publishes as of a seq.
 * Everything in a log was checked when it was stored, so only the page's structure is checked here.
 *
 * @param page the page of a snapshot; of any version
 * @param patches of the entries after it, in order
 * @throws CobbleError if the page has no structure
 */
export function replayPatches(page: unknown, patches: readonly PagePatch[]): Page {
  const records = new PageRecords(outlined(page));
  for (const patch of patches) applyPatch(records, copyJson(patch) as PagePatch);
  return records.toPage();
}

/** A page of another version, validated just enough to apply patches to it. */
function outlined(json: unknown): Page {
  return finish(outlinedInSteps(json));
}

/** A page of another version, validated just enough to apply patches to it. Pauses after each block. */
export function* outlinedInSteps(json: unknown): Work<Page> {
  const problem = checkOutline(json);
  if (problem) throw problem;
  yield;
  const { things: from, ...fields } = json as Page;
  const things: Record<string, unknown> = {};
  for (const [uuid, block] of Object.entries(from)) {
    // With its key, which is checked as well.
    Object.assign(things, copyJson({ [uuid]: block }, { depth: BLOCK_DEPTH - 1 }));
    yield;
  }
  const page = { ...(copyJson(fields) as object), things: markFrozen(Object.freeze(things)) };
  return Object.freeze(page) as unknown as Page;
}
