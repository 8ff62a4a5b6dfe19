import { type Change, type Editor, equalJson } from '@cobble/engine';

/** An edit of which nothing is left. */
const NO_CHANGE: Change = { added: {}, updated: {}, removed: {} };

/** Heights to which sections have grown for blocks, with the ones before, in units, by section. */
type Growth = Map<string, Map<number, number>>;

/** Makes an edit. Also returns its change, or null if it was not committed. */
export function recordEdit<Value>(editor: Editor, edit: () => Value): [Value, Change | null] {
  const committed: Change[] = [];
  const stop = editor.recordChanges((change) => committed.push(change));
  const value = edit();
  stop();
  return [value, committed[0] ?? null];
}

/**
 * Removes the blocks of images that were refused or cancelled as if they had never been added, in any
 * order: from the page and the history, with what sections have grown by for them.
 */
export class RefusedImages {
  private readonly editor: Editor;
  /** For blocks that were removed before, which could not be reverted then. */
  private readonly growth: Growth = new Map();

  constructor(editor: Editor) {
    this.editor = editor;
  }

  /**
   * Removes a block, with the height that sections have got for it, unless other blocks need that.
   * Returns false if refused.
   *
   * @param addition the edit that has added the block; null if it is not known
   */
  remove(uuid: string, addition: Change | null): boolean {
    const { editor } = this;
    if (editor.blocks.has(uuid)) {
      const heights = heightsWithout(editor, uuid, this.growth);
      const isLower = (section: string, height: number) =>
        height < (editor.blocks.get(section)?.position.height ?? 0);
      const reverted = new Set(
        [...heights].flatMap(([section, height]) => (isLower(section, height) ? [section] : [])),
      );
      const [removed, removal] = recordEdit(editor, () => editor.remove([uuid]));
      if (!removed.ok) return false;
      // Not lower than the other blocks need. The height of a locked section stays.
      const resizings = [...heights].map(
        ([section, height]) =>
          recordEdit(editor, () => editor.resizeSection(section, { height }))[1],
      );
      if (addition) editor.amendHistory(addition, editWithout(editor, uuid, addition, reverted));
      for (const change of [removal, ...resizings])
        if (change) editor.amendHistory(change, NO_CHANGE);
    }
    // Neither undo nor redo may bring the block back: its address is only temporary.
    editor.forgetBlock(uuid);
    return true;
  }
}

/**
 * Returns the heights, in units, that sections on the page would have without a block: the section
 * that it is in and the last one keep their heights, and one that has grown for it gets back the one
 * that it had before, or that someone has chosen in the same entry of the history, unless its height
 * was changed again since.
 *
 * @param earlier growth for blocks that were removed before, which could not be reverted then because
 *   the section had grown further. This block's is added if that is so again.
 */
function heightsWithout(
  editor: Editor,
  uuid: string,
  earlier: Growth,
): ReadonlyMap<string, number> {
  const { blocks, history } = editor;
  const grown = new Map<string, { readonly from: number; readonly to: number }>();
  for (const { change, heightsBeforeGrowth, isUndone } of history.entries) {
    if (isUndone || !(uuid in change.added || uuid in change.updated)) continue;
    for (const [id, from] of Object.entries(heightsBeforeGrowth)) {
      const to = change.updated[id]?.[1].position.height;
      if (to === undefined || to <= from) continue;
      const known = grown.get(id);
      grown.set(id, { from: known?.to === from ? known.from : from, to });
    }
  }
  const heights = new Map<string, number>();
  // Removing a block also shrinks the last section to its contents.
  const kept = new Set([sectionOf(editor, uuid), editor.sectionIds.at(-1)]);
  for (const id of new Set([...kept, ...grown.keys()])) {
    if (id === undefined) continue;
    const height = blocks.get(id)?.position.height;
    const growth = grown.get(id);
    if (height === undefined) continue;
    if (growth?.to === height) {
      let { from } = growth;
      for (let before = earlier.get(id)?.get(from); before !== undefined;) {
        from = before;
        before = earlier.get(id)?.get(from);
      }
      heights.set(id, from);
    } else {
      if (growth)
        earlier.set(id, (earlier.get(id) ?? new Map<number, number>()).set(growth.to, growth.from));
      if (kept.has(id)) heights.set(id, height);
    }
  }
  return heights;
}

/**
 * The rest of the edit that has added a block which was removed since: other blocks, and the heights
 * that someone has chosen for sections in it. Empty if nothing else is left.
 *
 * @param reverted the sections that have lost their growth since
 */
function editWithout(
  { blocks, history }: Editor,
  uuid: string,
  { added, updated, removed, page }: Change,
  reverted: ReadonlySet<string>,
): Change {
  const entry = history.entries.find(({ change }) => uuid in change.added);
  const others = Object.fromEntries(Object.entries(added).filter(([id]) => id !== uuid));
  const hasOthers = Object.keys(others).length > 0;
  let lost = 0;
  const rest: Change['updated'] = Object.fromEntries(
    Object.entries(updated).flatMap(([id, [before, after]]) => {
      const chosen = entry?.heightsBeforeGrowth[id];
      // The other blocks may need a part of the growth.
      const needed = hasOthers && reverted.has(id) ? blocks.get(id)?.position.height : undefined;
      const height = Math.max(chosen ?? after.position.height, needed ?? 0);
      lost += after.position.height - height;
      const left = { ...after, position: { ...after.position, height } };
      return id === uuid || equalJson(left, before) ? [] : [[id, [before, left] as const]];
    }),
  );
  const hasRest = hasOthers || Object.keys({ ...rest, ...removed }).length > 0;
  if (!hasRest) return NO_CHANGE;
  const pageHeight = page?.to.relativeHeight;
  if (!page || pageHeight === undefined) return { added: others, updated: rest, removed };
  // It is rounded, as lengths are, and undo compares it with that of the page.
  const relativeHeight = Math.round((pageHeight - lost) * 1e6) / 1e6;
  const to = { ...page.to, relativeHeight };
  return { added: others, updated: rest, removed, page: { from: page.from, to } };
}

function sectionOf({ blocks }: Editor, uuid: string): string | undefined {
  let block = blocks.get(uuid);
  while (block?.parentUuid !== undefined) block = blocks.get(block.parentUuid);
  return block?.uuid;
}
