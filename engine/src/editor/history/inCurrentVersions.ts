import type { Kit } from '../../blocks/Kit.ts';
import { isOlderThanKit, migrateKitBlock } from '../../blocks/migrateKitBlock.ts';
import type { Block } from '../../model/Block.ts';
import { type Change, createMutableChange, recordChange, withPage } from '../../model/Change.ts';

/** The part of the editor that decides on the versions of content. */
export interface CurrentVersions {
  readonly blocks: ReadonlyMap<string, Block>;
  readonly kits: readonly Kit[];
  /** Whether a room shares the page: then only the room migrates the blocks that undo restores. */
  readonly isShared: boolean;
}

/**
 * The change with the content of each block in the version that the block has on the page now, which a
 * kit or the room may have migrated since, or shown in an older version. Content that the kits cannot
 * migrate to this version is replaced by that of the page, so that undo leaves it as it is: its values
 * may mean something else there. The history keeps the records as they were, because the version on
 * the page can change back.
 */
export function inCurrentVersions(current: CurrentVersions, change: Change): Change {
  if (isCurrent(current, change)) return change;
  const recorded = createMutableChange();
  for (const [uuid, [from, to]] of Object.entries(change.updated))
    recordChange(recorded, uuid, asShown(current, from), asShown(current, to));
  for (const [uuid, block] of Object.entries(change.added))
    recordChange(recorded, uuid, undefined, asShown(current, block));
  for (const [uuid, block] of Object.entries(change.removed))
    recordChange(recorded, uuid, asShown(current, block), undefined);
  return withPage(recorded, change.page);
}

/** Most changes have no record of another version. */
function isCurrent(current: CurrentVersions, { added, updated, removed }: Change): boolean {
  for (const uuid in updated)
    if (updated[uuid]?.some((block) => hasOtherVersion(current, block))) return false;
  return [added, removed].every((records) =>
    Object.values(records).every((block) => !hasOtherVersion(current, block)),
  );
}

function hasOtherVersion({ blocks, kits, isShared }: CurrentVersions, block: Block): boolean {
  const now = blocks.get(block.uuid);
  if (!now) return !isShared && isOlderThanKit(block, kits);
  return now !== block && now.type === block.type && now.contentVersion !== block.contentVersion;
}

function asShown(current: CurrentVersions, block: Block): Block {
  if (!hasOtherVersion(current, block)) return block;
  const migrated = migrateKitBlock(block, current.kits).block;
  const now = current.blocks.get(block.uuid);
  if (!now || migrated.contentVersion === now.contentVersion) return migrated;
  const { contentVersion: _, ...rest } = block;
  const { content, contentVersion } = now;
  return { ...rest, content, ...(contentVersion === undefined ? {} : { contentVersion }) };
}
