import type { Editor, Kit } from '@cobble/engine';
import { memo, type ReactNode } from 'react';
import type { Translate } from '../messages/translate.ts';
import { uploadStateOf } from '../images/uploadStateOf.ts';
import { describePosition, describeSectionSize, nameOf, typeName } from './describeBlock.ts';
import type { BlockTreeEntry } from './BlockTreeOrder.ts';

/**
 * The element of one section or block. Renders again only when a prop changes, such as `revision`
 * after a committed change, and so not when a gesture moves the block.
 */
export const BlockTreeItem = memo(function BlockTreeItem(props: {
  readonly editor: Editor;
  readonly t: Translate;
  readonly entry: BlockTreeEntry;
  readonly revision: number;
  /** Names come from kits, which may change. */
  readonly kits: readonly Kit[];
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly isTabbable: boolean;
  /** Says who in a room is editing it; null if nobody else is. */
  readonly lock: string | null;
  /** Whether its first file is being uploaded. The upload state is read when this changes. */
  readonly isUploading: boolean;
}): ReactNode {
  const { editor, t, entry } = props;
  const context = { editor, t };
  const { uuid, level, positionInSet, setSize } = entry;
  const block = editor.blocks.get(uuid);
  if (!block) return null;
  const isSection = level === 1;
  const upload = uploadStateOf(editor, block);
  const hasChildren = isSection || editor.definitionOf(block)?.capabilities.containsBlocks === true;
  const details = isSection ? describeSectionSize(context, uuid) : describePosition(context, uuid);
  return (
    <div
      role="treeitem"
      tabIndex={props.isTabbable ? 0 : -1}
      data-block-item={uuid}
      data-block-item-section={isSection ? uuid : undefined}
      aria-level={level}
      aria-posinset={positionInSet}
      aria-setsize={setSize}
      aria-selected={props.isSelected}
      aria-expanded={hasChildren ? props.isOpen : undefined}
      aria-label={nameOf(context, block)}
      aria-roledescription={isSection ? t('sectionRole') : typeName(t, block)}
      aria-description={[
        details,
        ...(upload === null ? [] : [t(upload === 'running' ? 'uploading' : 'uploadInterrupted')]),
        ...(props.lock === null ? [] : [props.lock]),
      ].join(', ')}
    />
  );
});
