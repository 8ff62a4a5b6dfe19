import type { CSSProperties } from 'react';
import { ON_PERSON_COLOR } from './personColors.ts';

/** An overlay of the scrolled content, which it must not extend. */
export const LAYER_STYLE = {
  position: 'absolute',
  inset: 0,
  overflow: 'clip',
  pointerEvents: 'none',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  forcedColorAdjust: 'none',
} as const satisfies CSSProperties;

/** The height of a label with a name, px. */
export const TAG_PX = 20;

/** A label with a name on a person's colour. */
export function tagStyle(color: string): CSSProperties {
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    boxSizing: 'border-box',
    height: TAG_PX,
    maxWidth: 180,
    padding: '0 7px',
    borderRadius: 6,
    background: color,
    color: ON_PERSON_COLOR,
    font: '600 12px/1 Inter, system-ui, sans-serif',
    whiteSpace: 'nowrap',
    // Visible on any page.
    boxShadow: '0 0 0 1px rgb(255 255 255 / 85%), 0 1px 3px rgb(30 26 22 / 25%)',
  };
}

/** The text in a label, which may be too long for it. */
export const TAG_TEXT_STYLE: CSSProperties = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  // Room for descenders, which the overflow would cut off.
  lineHeight: 1.5,
};
