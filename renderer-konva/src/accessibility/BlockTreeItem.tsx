import type { Editor } from '@cobble/engine';
import { memo, type ReactNode } from 'react';
import { nameOf, describePosition, describeSectionSize, typeName } from './describeBlock.ts';
import type { BlockTreeEntry } from './BlockTreeOrder.ts';

/**
 * The element of one section or block. Renders again when `revision` changes, and not during a
 * gesture.
 */
export const BlockTreeItem = memo(function BlockTreeItem(props: {
  readonly editor: Editor;
  readonly entry: BlockTreeEntry;
  readonly revision: number;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly isTabbable: boolean;
  /** Whether another user has locked it in a room. */
  readonly isLockedByOther: boolean;
}): ReactNode {
  const { editor, entry } = props;
  const { uuid, level, place, among } = entry;
  const block = editor.blocks.get(uuid);
  if (!block) return null;
  const isSection = level === 1;
  const holds = isSection || editor.definitionOf(block.type)?.capabilities.holdsBlocks === true;
  const where = isSection ? describeSectionSize(editor, uuid) : describePosition(editor, uuid);
  return (
    <div
      role="treeitem"
      tabIndex={props.isTabbable ? 0 : -1}
      data-block-item={uuid}
      data-block-item-section={isSection ? uuid : undefined}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={among}
      aria-selected={props.isSelected}
      aria-expanded={holds ? props.isOpen : undefined}
      aria-label={nameOf(editor, block)}
      aria-roledescription={isSection ? 'section' : typeName(block)}
      aria-description={props.isLockedByOther ? `${where}, someone else is working on it` : where}
    />
  );
});
