import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { AccessibleCanvas } from './AccessibleCanvas.ts';

/**
 * The ring around the whole canvas. It is not an outline of the scroller, because the page inside
 * would cover it, and it does not scroll. Its second line makes it visible on every page.
 */
export const CanvasRing = observer(function CanvasRing(props: {
  readonly canvas: AccessibleCanvas;
}): ReactNode {
  const { elements, colors } = props.canvas;
  if (!elements) return null;
  return createPortal(
    <div
      aria-hidden="true"
      data-cobble-canvas-ring=""
      style={{
        position: 'absolute',
        inset: 0,
        // An outline follows forced colours.
        outline: `3px solid ${colors.selection}`,
        outlineOffset: -3,
        boxShadow: `inset 0 0 0 5px ${colors.handle}`,
        pointerEvents: 'none',
      }}
    />,
    elements.root,
  );
});
