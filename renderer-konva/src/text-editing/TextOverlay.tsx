import { type Editor, editedBlockOf, type EditorMode } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { focusSilently } from '../accessibility/focus.ts';
import type { Translate } from '../messages/translate.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { CanvasView } from '../view/CanvasView.ts';
import { createTextView } from './createTextView.ts';
import { PlacedText } from './PlacedText.tsx';

/** What the text overlay needs from a canvas. */
export interface TextOverlayCanvas {
  readonly editor: Editor;
  readonly view: CanvasView;
  readonly resources: PaintResources;
  readonly t: Translate;
  readonly elements: { readonly scroller: HTMLElement } | null;
  /**
   * Client px of the press on the block that started text editing; null when something else did,
   * such as a key or adding the block.
   */
  entryPoint(): { readonly x: number; readonly y: number } | null;
}

/** The text that is being edited, as DOM, exactly where the canvas paints it. */
export const TextOverlay = observer(function TextOverlay(props: {
  readonly canvas: TextOverlayCanvas;
}): ReactNode {
  const { canvas } = props;
  const { mode } = canvas.editor;
  const block = editedBlockOf(mode);
  return block === null ? null : (
    <EditedText key={block} canvas={canvas} uuid={block} session={mode} />
  );
});

const EditedText = observer(function EditedText(props: {
  readonly canvas: TextOverlayCanvas;
  readonly uuid: string;
  /** Differs in each session, also if two follow each other on the same block. */
  readonly session: EditorMode;
}): ReactNode {
  const { canvas, uuid, session } = props;
  const { editor, t } = canvas;
  const mount = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!mount.current) return undefined;
    const point = canvas.entryPoint();
    const end = createTextView({ editor, t }, uuid, mount.current, point);
    return () => {
      end?.();
      // Return the focus to the canvas, so that the editor gets the next key; if editing was not
      // started by a press, return it to the block, so that Tab continues from there.
      const scroller = canvas.elements?.scroller;
      const treeItem = point === null ? treeItemOf(scroller, uuid) : null;
      const next = treeItem ?? scroller;
      if (next) focusSilently(next);
    };
  }, [canvas, editor, t, uuid, session]);

  return <PlacedText canvas={canvas} uuid={uuid} mount={mount} />;
});

/** The block's element in the accessibility tree, if it is rendered. */
function treeItemOf(scroller: HTMLElement | undefined, uuid: string): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-block-item="${CSS.escape(uuid)}"]`) ?? null;
}
