import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CanvasController } from '../canvas/CanvasController.ts';
import { FocusRing } from './FocusRing.tsx';
import { MirrorLine } from './MirrorLine.tsx';
import { MirrorOrder } from './MirrorOrder.ts';
import { MirrorFocus } from './MirrorFocus.ts';

/** So many neighbours of the block in focus are in the document at a time, before and after it. */
const NEIGHBOURS = 40;

/**
 * A tree that nobody sees: an element to focus for each section and block, in reading order, so that
 * a keyboard and a screen reader can walk the page. On a large page it holds the blocks around the
 * one in focus; walking on moves that window. What has the focus and is not selected wears a ring.
 */
export const BlockMirror = observer(function BlockMirror(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { canvas } = props;
  const { editor } = canvas;
  const [order] = useState(() => new MirrorOrder(editor));
  const [focus] = useState(() => new MirrorFocus(canvas, order));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => order.follow(), [order]);
  useEffect(() => (list.current ? focus.listen(list.current) : undefined), [focus]);

  const { selection, lockedByOthers } = editor;
  const { anchor } = focus;
  // Read so that what it stands for is drawn anew.
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
        aria-label="Blocks of the page"
        aria-multiselectable="true"
        data-cobble-mirror=""
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
          <MirrorLine
            key={entry.uuid}
            editor={editor}
            entry={entry}
            revision={revision}
            isSelected={selection.has(entry.uuid)}
            isOpen={order.isOpen(entry.uuid)}
            isHeld={lockedByOthers.has(entry.uuid)}
            isTabbable={entry.level > 1 || (!hasBlocks && entry.place === 1)}
          />
        ))}
      </div>
      <FocusRing canvas={canvas} uuid={focus.ringed} />
    </>
  );
});
