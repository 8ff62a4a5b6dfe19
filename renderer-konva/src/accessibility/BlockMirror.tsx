import type { Block, Editor } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CanvasController } from '../canvas/CanvasController.ts';
import { nameOf, placeInWords, typeName } from './describeBlock.ts';
import { readingOrder } from './readingOrder.ts';

/** So many neighbours of the selected block are in the document at a time, before and after it. */
const NEIGHBOURS = 40;

/**
 * A list that nobody sees: an element to focus for each block, in reading order, so that a keyboard
 * and a screen reader can walk the page. On a large page it holds the blocks around the selected
 * one; walking on moves that window.
 */
export const BlockMirror = observer(function BlockMirror(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { editor } = props.canvas;
  const list = useRef<HTMLUListElement>(null);
  const [selected] = editor.selection;
  const shown = useRestingOrder(editor, selected);

  useEffect(() => {
    // Whoever walks by keys has the focus in the list; it follows the selection that keys make.
    const focused = document.activeElement;
    if (!list.current?.contains(focused) || selected === undefined) return;
    const item = list.current.querySelector<HTMLElement>(`[data-mirror="${selected}"]`);
    if (item && item !== focused) item.focus({ preventScroll: true });
  }, [selected]);

  return (
    <ul
      ref={list}
      aria-label="Blocks of the page"
      style={{
        position: 'fixed',
        width: 1,
        height: 1,
        margin: -1,
        padding: 0,
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        listStyle: 'none',
      }}
    >
      {shown.map((block) => (
        <MirrorItem key={block.uuid} editor={editor} block={block} canvas={props.canvas} />
      ))}
    </ul>
  );
});

/** The blocks to show; while something is in progress they stay as they were. */
function useRestingOrder(editor: Editor, selected: string | undefined): readonly Block[] {
  const last = useRef<readonly Block[]>([]);
  if (!editor.isInProgress) {
    const order = readingOrder(editor);
    const found = order.findIndex((block) => block.uuid === selected);
    const at = Math.max(0, found);
    last.current = order.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
  }
  return last.current;
}

const MirrorItem = observer(function MirrorItem(props: {
  readonly editor: Editor;
  readonly block: Block;
  readonly canvas: CanvasController;
}): ReactNode {
  const { editor, block, canvas } = props;
  const { uuid } = block;
  return (
    <li>
      <div
        role="button"
        tabIndex={0}
        data-mirror={uuid}
        aria-pressed={editor.selection.has(uuid)}
        aria-label={nameOf(editor, block)}
        aria-roledescription={typeName(block)}
        aria-description={placeInWords(editor, uuid) + (block.locked ? ', locked' : '')}
        onFocus={() => {
          if (!editor.selection.has(uuid)) editor.select([uuid]);
          canvas.reveal(uuid);
        }}
      />
    </li>
  );
});
