import { type Editor, isSection } from '@cobble/engine';

/** Heights to which sections have grown for blocks, with the ones before, in units, by section. */
export type Growth = Map<string, Map<number, number>>;

/**
 * Returns the heights, in units, that sections on the page would have without a block: the section
 * that it is in and the last one keep their heights, and one that has grown for it gets back the one
 * that it had before, unless its height was changed again since.
 *
 * @param earlier growth for blocks that were removed before, which could not be reverted then because
 *   the section had grown further. This block's is added if that is so again.
 */
export function heightsWithout(
  editor: Editor,
  uuid: string,
  earlier: Growth,
): ReadonlyMap<string, number> {
  const { blocks, history } = editor;
  const grown = new Map<string, { readonly from: number; readonly to: number }>();
  for (const { change, isUndone } of history.entries) {
    if (isUndone || !(uuid in change.added || uuid in change.updated)) continue;
    for (const [id, [before, after]] of Object.entries(change.updated)) {
      const [from, to] = [before.position.height, after.position.height];
      if (!isSection(after) || to <= from) continue;
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

function sectionOf({ blocks }: Editor, uuid: string): string | undefined {
  let block = blocks.get(uuid);
  while (block?.parentUuid !== undefined) block = blocks.get(block.parentUuid);
  return block?.uuid;
}
