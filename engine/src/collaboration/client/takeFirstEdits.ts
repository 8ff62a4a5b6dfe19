import type { Kit } from '../../blocks/Kit.ts';
import type { Editor } from '../../editor/Editor.ts';
import { roomAccessOf } from '../../editor/roomAccess.ts';
import {
  type Change,
  diffPages,
  EMPTY_CHANGE,
  isEmptyChange,
  withPage,
} from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import type { Page } from '../../model/Page.ts';
import type { EarlyChange } from './OwnOps.ts';

/** What an editor was created with or has loaded, and what was edited since. */
export interface FirstEdits {
  readonly page: Page;
  readonly changes: EarlyChange[];
}

/**
 * What was edited before an editor had a client, for its first one; null for a later one. Editors
 * record no changes until then, because most never have a client: this is the difference of two pages.
 */
export function takeFirstEdits(editor: Editor<Kit>): FirstEdits | null {
  const page = roomAccessOf(editor)?.takeStartPage() ?? null;
  if (!page) return null;
  const changes = inParts(diffPages(page, editor.stablePage));
  return { page, changes: changes.map((change) => ({ report: [change, 'edit', []], locks: {} })) };
}

/**
 * The parts of a change that become an op each, so that an edit that no longer fits takes as little as
 * possible with it: what changes the tree or the layout, each of the other blocks, and the page's
 * fields. A room checks the tree, and makes room in sections, after each op.
 */
function inParts({ added, updated, removed, page }: Change): Change[] {
  const updates = Object.entries(updated);
  const isPlaced = ([, [from, to]]: (typeof updates)[number]): boolean =>
    from.parentUuid !== to.parentUuid || !equalJson(from.position, to.position);
  const parts: Change[] = [
    withPage({ added, updated: Object.fromEntries(updates.filter(isPlaced)), removed }, page),
    ...updates
      .filter((update) => !isPlaced(update))
      .map((update) => ({ ...EMPTY_CHANGE, updated: Object.fromEntries([update]) })),
  ];
  return parts.filter((part) => !isEmptyChange(part));
}
