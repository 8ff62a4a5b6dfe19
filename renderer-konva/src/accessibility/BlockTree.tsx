import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AccessibleCanvas } from './AccessibleCanvas.ts';
import { CanvasRing } from './CanvasRing.tsx';
import { FocusRing } from './FocusRing.tsx';
import { BlockTreeItem } from './BlockTreeItem.tsx';
import { BlockTreeOrder } from './BlockTreeOrder.ts';
import { BlockTreeFocus } from './BlockTreeFocus.ts';

/** The number of blocks that are rendered before and after the focused one. */
const NEIGHBOURS = 40;

/**
 * An invisible accessibility tree: a focusable element for each section and block in reading order,
 * so that users of keyboards and screen readers can move through the page. Blocks in a group have
 * one only while one of them is, or was last, focused. On large pages only the blocks around the
 * focused one are rendered. After Tab, a focused section or block that is not selected gets a
 * visible ring.
 */
export const BlockTree = observer(function BlockTree(props: {
  readonly canvas: AccessibleCanvas;
}): ReactNode {
  const { canvas } = props;
  const { editor, t } = canvas;
  const [order] = useState(() => new BlockTreeOrder(editor));
  const [focus] = useState(() => new BlockTreeFocus(canvas, order));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => order.follow(), [order]);
  useEffect(() => (list.current ? focus.listen(list.current) : undefined), [focus]);

  const { selection, lockedByOthers, uploading } = editor;
  const { anchor } = focus;
  // Read so that a changed order renders the tree again.
  const { revision } = order;
  order.open(anchor);
  const at = Math.max(0, anchor === null ? 0 : order.indexOf(anchor));
  const shown = order.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
  const hasBlocks = order.length > editor.sectionIds.length;

  useEffect(() => {
    focus.settle();
  }, [focus, selection, revision, anchor]);

  return (
    <>
      <div
        ref={list}
        role="tree"
        aria-label={t('blockTreeLabel')}
        aria-multiselectable="true"
        data-cobble-block-tree=""
        style={{
          position: 'fixed',
          width: 1,
          height: 1,
          margin: -1,
          overflow: 'hidden',
          clipPath: 'inset(50%)',
        }}
      >
        {shown.map((entry) => (
          <BlockTreeItem
            key={entry.uuid}
            editor={editor}
            t={t}
            entry={entry}
            revision={revision}
            kits={editor.kits}
            isSelected={selection.has(entry.uuid)}
            isOpen={order.isOpen(entry.uuid)}
            lock={
              lockedByOthers.has(entry.uuid)
                ? (canvas.describeLock(entry.uuid) ?? t('editedByOther', { name: t('someone') }))
                : null
            }
            isUploading={uploading.has(entry.uuid)}
            isTabbable={entry.level > 1 || (!hasBlocks && entry.positionInSet === 1)}
          />
        ))}
      </div>
      <FocusRing canvas={canvas} uuid={focus.ringed} />
      {focus.isCanvasRinged && <CanvasRing canvas={canvas} />}
    </>
  );
});
