import type { ReactNode } from 'react';
import { TAG_PX, TAG_TEXT_STYLE, tagStyle } from './presenceStyles.ts';

const LOCK = 'M3.5 5.5V4a2.5 2.5 0 0 1 5 0v1.5M2.5 5.5h7V10h-7Z';

/** Someone's name above the top left corner of a box; below it where there is no space. Content px. */
export function PersonTag(props: {
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly name: string;
  /** Whether the box is a block that they have locked. */
  readonly isLock?: boolean;
}): ReactNode {
  const { x, y, color, name, isLock = false } = props;
  return (
    <div
      data-cobble-person-tag={isLock ? 'lock' : 'selection'}
      style={{
        ...tagStyle(color),
        position: 'absolute',
        left: Math.max(2, x - 1),
        top: y >= TAG_PX + 4 ? y - TAG_PX - 3 : y + 3,
      }}
    >
      {isLock && (
        <svg width="12" height="12" viewBox="0 0 12 12" style={{ flex: 'none' }}>
          <path
            d={LOCK}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinejoin="round"
          />
        </svg>
      )}
      <span style={TAG_TEXT_STYLE}>{name}</span>
    </div>
  );
}
