import { type Editor, rotationOf } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { LockIcon, RotatedRect } from './SelectionChrome.tsx';
import type { ChromeColors } from './chromeColors.ts';
import { scaleBox } from './selectionFrame.ts';

/** The outline of the hovered block, with a lock icon if it is locked. */
export const HoverOutline = observer(function HoverOutline(props: {
  readonly editor: Editor;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  const uuid = editor.hoveredId;
  if (uuid === null || editor.selection.has(uuid) || editor.mode.name !== 'layout') return null;
  const block = editor.blocks.get(uuid);
  const box = editor.boxOf(uuid);
  if (!block || !box || (block.type === 'group' && block.parentUuid === undefined)) return null;
  const px = scaleBox(box, pxPerUnit);
  const rotationDeg = rotationOf(block);
  return (
    <>
      <RotatedRect
        box={px}
        rotationDeg={rotationDeg}
        stroke={colors.selection}
        strokeWidth={colors.linePx}
        opacity={Math.max(0.6, colors.minOpacity)}
        halo={colors.halo}
        {...(block.locked ? { dash: [5, 4] } : {})}
      />
      {block.locked && <LockIcon box={px} rotationDeg={rotationDeg} colors={colors} />}
    </>
  );
});
