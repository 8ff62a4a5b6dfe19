import type { Kit } from '../blocks/Kit.ts';
import { migratePage } from '../migrations/migratePage.ts';
import { compareVersions } from '../migrations/pageVersion.ts';
import { isSection } from '../model/Block.ts';
import { isRecord } from '../model/json.ts';

/** A copy from an older editor, as plain JSON. */
export interface OldCopy {
  readonly editorVersion: string;
  readonly pageID?: unknown;
  readonly referenceWidth?: unknown;
  readonly blocks?: unknown;
}

/**
 * Migrates blocks that an older editor copied: as a page of that version, in a section that stands
 * in for the missing parents.
 *
 * @throws CobbleError as `migratePage` does
 */
export function migrateCopy(copy: OldCopy, kits: readonly Kit[]): Omit<OldCopy, 'editorVersion'> {
  const { editorVersion, pageID, referenceWidth, blocks } = copy;
  if (!Array.isArray(blocks)) return { pageID, referenceWidth, blocks };
  // Pages before 0.2.0 have no sections.
  const hasSections = compareVersions(editorVersion, '0.2.0') >= 0;
  const ids = new Set(blocks.map((block: unknown) => (isRecord(block) ? block.uuid : undefined)));
  const parentUuid = unusedId(ids);
  const things = blocks.map((block: unknown) =>
    isRecord(block) && block.parentUuid !== undefined && !ids.has(block.parentUuid)
      ? { ...block, parentUuid }
      : block,
  );
  const section = {
    uuid: parentUuid,
    type: 'group',
    position: { x: 0, y: 0, width: 1, height: 1, rotationDeg: 0, zIndex: 0 },
    properties: {},
    styles: {},
    content: { groupDisplay: 'freeform', groupOrder: 0 },
  };
  const { page } = migratePage(
    {
      settings: { editorVersion, ...(referenceWidth === undefined ? {} : { referenceWidth }) },
      style: {},
      things: hasSections ? [section, ...things] : blocks,
    },
    { kits },
  );
  const migrated = Object.values(page.things).filter((block) =>
    hasSections ? block.uuid !== parentUuid : !isSection(block),
  );
  return { pageID, referenceWidth: page.settings.referenceWidth, blocks: migrated };
}

function unusedId(usedIds: ReadonlySet<unknown>): string {
  for (let suffix = 1; ; suffix++) {
    const id = `elsewhere-${String(suffix)}`;
    if (!usedIds.has(id)) return id;
  }
}
