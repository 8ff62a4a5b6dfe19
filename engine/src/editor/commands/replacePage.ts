import { equalJson } from '../../model/json.ts';
import { safeParsePage } from '../../parsing/parsePage.ts';
import { type Page, relativeHeightOf } from '../../model/Page.ts';
import { ok, type Refusal, refuse, type Result } from '../../model/Result.ts';
import type { PageBody } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';

/**
 * The page with another body: settings, style and blocks. Refused with `invalid_page` for an invalid
 * page or a block that changes its type (details: `path`, `message`), and over the cap unless it has
 * no more blocks than before. If some of the blocks stay, locked blocks must be unchanged
 * (`block_locked`, `selection_locked`).
 */
export function readReplacement(
  state: EditorState,
  { settings, style, things }: PageBody,
): Result<Page, EditorRefusal> {
  const candidate = { ...state.store.fields, settings, style, things };
  const parsed = safeParsePage(candidate, { kits: state.kits });
  if (!parsed.ok) return refuse('invalid_page', parsed.details);
  return refuseReplacement(state, parsed.value) ?? ok(parsed.value);
}

/**
 * Replaces the page as one history entry, for example to restore an older version. Slug, owner and
 * flags stay. Refused as by {@link readReplacement}: since the page was read, the text that was being
 * edited has been committed, and the replacement may no longer be possible.
 *
 * @param page from {@link readReplacement}
 */
export function replacePage(state: EditorState, page: Page): Result<null, EditorRefusal> {
  const { store } = state;
  const { settings, style, things } = page;
  const refused = refuseReplacement(state, page);
  if (refused) return refused;
  const isKept = (uuid: string): boolean => Object.hasOwn(things, uuid);
  const removed = state.layout
    .withDescendants(state.layout.sectionIds)
    .filter(({ uuid }) => !isKept(uuid));
  for (const block of Object.values(things)) store.put(block);
  for (const { uuid } of removed.toReversed()) store.delete(uuid);
  store.setFields({
    settings,
    style,
    relativeHeight: relativeHeightOf(state.layout.height),
  });
  state.selection.set([]);
  store.forgetCall();
  state.inProgress.nameEdit({ type: 'replace-page' });
  return ok(null);
}

function refuseReplacement(state: EditorState, { things }: Page): Refusal<EditorRefusal> | null {
  const { maxBlocks } = state;
  const count = Object.keys(things).length;
  if (maxBlocks !== null && count > maxBlocks && count > state.blocks.size)
    return refuse('things_per_page_limit_exceeded', { max: maxBlocks });
  const changedType = Object.values(things).find(
    ({ uuid, type }) => (state.blocks.get(uuid)?.type ?? type) !== type,
  );
  if (changedType)
    return refuse('invalid_page', {
      path: `things.${changedType.uuid}.type`,
      message: 'cannot change',
    });
  return refuseLockedReplacement(state, things);
}

/**
 * Returns a refusal if a lock prevents the change: a block that another user is editing would be
 * changed or removed, or a locked block would be changed, removed or given new children while
 * others stay. If no block stays, it is a different page, and `locked` does not count.
 */
function refuseLockedReplacement(
  state: EditorState,
  things: PageBody['things'],
): Refusal<EditorRefusal> | null {
  const current = [...state.blocks.values()];
  const touched = current.filter(({ uuid }) => !equalJson(state.blocks.get(uuid), things[uuid]));
  const lockedByOther = touched.find(({ uuid }) => state.lockedByOthers.has(uuid));
  if (lockedByOther) return refuse('block_locked', { uuid: lockedByOther.uuid });
  if (!current.some(({ uuid }) => Object.hasOwn(things, uuid))) return null;
  const newParents = Object.values(things).flatMap(({ uuid, parentUuid }) =>
    parentUuid !== undefined &&
    state.blocks.has(parentUuid) &&
    state.blocks.get(uuid)?.parentUuid !== parentUuid
      ? [parentUuid]
      : [],
  );
  const uuids = new Set([...touched.map(({ uuid }) => uuid), ...newParents]);
  return refuseLocked(state, [...uuids]);
}
