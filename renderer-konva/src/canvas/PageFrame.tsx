import { observer } from 'mobx-react-lite';
import type { CSSProperties, ReactNode } from 'react';
import { paintColor } from '../paint/paintColor.ts';
import { asideBackgroundColor } from '../paint/pageBackground.ts';
import type { CanvasController } from './CanvasController.ts';
import { DIM_OPACITY, isDimmed } from '../painting/dimming.ts';

/**
 * Opacity of the cover over what published pages cut off. It is translucent, so that users still
 * see the blocks below.
 */
const CUT_OFF_OPACITY = 0.82;
const VEIL = 'rgba(30, 26, 22, 0.055)';
const EDGE = 'rgba(30, 26, 22, 0.14)';
/** The edge when the user prefers more contrast or forces colours. */
const STRONG_EDGE = '#5C5349';

/**
 * Drawn over all blocks: a thin veil over what no phone shows (beside the window) and over the
 * extra space below the page, lines at the window's edges and the page's end, a cover over what
 * published pages cut off, and the page's border. Plain CSS, so that scrolling costs nothing.
 */
export const PageFrame = observer(function PageFrame(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { editor, view, colors } = props.canvas;
  const edge = colors.minOpacity === 1 ? STRONG_EDGE : EDGE;
  const { style } = editor.fields;
  const page = view.pageBox;
  const left = view.windowLeft;
  const right = left + view.pxPerUnit;
  const far = page.x + page.width;
  const end = Math.round(page.height);
  const cover = { background: asideBackgroundColor(style), opacity: CUT_OFF_OPACITY };
  return (
    <div aria-hidden="true" style={{ ...at(0, 0), inset: 0, pointerEvents: 'none' }}>
      {left > page.x && (
        <div style={{ ...at(page.x, 0), width: left - page.x, height: end, background: VEIL }} />
      )}
      {right < far && (
        <div style={{ ...at(right, 0), width: far - right, height: end, background: VEIL }} />
      )}
      <div style={{ ...at(0, end), right: 0, bottom: 0, background: VEIL }} />
      <div style={{ ...at(Math.round(left) - 1, 0), width: 1, height: end, background: edge }} />
      <div style={{ ...at(Math.round(right), 0), width: 1, height: end, background: edge }} />
      {end < view.contentHeight && (
        <div style={{ ...at(page.x, end), width: page.width, height: 1, background: edge }} />
      )}
      {page.x > 0 && <div style={{ ...at(0, 0), width: page.x, bottom: 0, ...cover }} />}
      <div style={{ ...at(far, 0), right: 0, bottom: 0, ...cover }} />
      {style.border && style.border.widthPx > 0 && (
        <div
          style={{
            ...at(page.x, page.y),
            width: page.width,
            height: page.height,
            boxSizing: 'border-box',
            borderWidth: Math.max(1 / view.dpr, style.border.widthPx * view.scale),
            borderStyle: style.border.style,
            borderColor: paintColor(style.border.color),
            opacity: isDimmed(editor) ? 1 - DIM_OPACITY : 1,
          }}
        />
      )}
    </div>
  );
});

function at(left: number, top: number): CSSProperties {
  return { position: 'absolute', left, top };
}
