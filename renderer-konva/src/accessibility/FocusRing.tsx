import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { AccessibleCanvas } from './AccessibleCanvas.ts';

/** The ring around a section or block that has the focus but is not selected. */
export const FocusRing = observer(function FocusRing(props: {
  readonly canvas: AccessibleCanvas;
  readonly uuid: string | null;
}): ReactNode {
  const { canvas, uuid } = props;
  const { editor, view } = canvas;
  const box = uuid === null ? null : editor.boxOf(uuid);
  if (!box) return null;
  const inset = 3;
  return (
    <div
      aria-hidden="true"
      data-cobble-focus-ring={uuid}
      style={{
        position: 'absolute',
        left: view.windowLeft + box.x * view.pxPerUnit + inset,
        top: box.y * view.pxPerUnit + inset,
        width: Math.max(0, box.width * view.pxPerUnit - 2 * inset),
        height: Math.max(0, box.height * view.pxPerUnit - 2 * inset),
        boxSizing: 'border-box',
        // An outline follows forced colours.
        outline: `3px solid ${canvas.colors.selection}`,
        outlineOffset: -1,
        borderRadius: 4,
        pointerEvents: 'none',
      }}
    />
  );
});
