import { copyJson } from '../../model/json.ts';
import type { Page } from '../../model/Page.ts';
import { checkOutline } from '../../parsing/checkOutline.ts';
import type { PagePatch } from '../protocol/streamEntry.ts';
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
export function outlined(json: unknown): Page {
  const problem = checkOutline(json);
  if (problem) throw problem;
  return copyJson(json) as Page;
}
