import type { Block, Editor } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { ChromeColors } from './chromeColors.ts';
import { Pill, PILL_HEIGHT_PX } from './Pill.tsx';
import { selectionFrameOf } from './selectionFrame.ts';

/** Distance from the bottom of the selection to the middle of the readout, px. */
const BELOW_PX = 20;

/**
 * Values of the current gesture: the size while resizing, the angle while rotating, both while
 * pinching, and a section's height while its edge is dragged; px from the window's top left corner.
 */
export const GestureReadout = observer(function GestureReadout(props: {
  readonly editor: Editor;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  const readout = readoutOf(editor);
  if (!readout) return null;
  return (
    <Pill
      x={readout.x * pxPerUnit}
      y={readout.y * pxPerUnit + readout.offsetPx}
      text={readout.text}
      fill={colors.selection}
      color={colors.onSelection}
      outline={colors.handle}
    />
  );
});

/** The text and its position in page space, with an offset in px; null when there is none. */
function readoutOf(editor: Editor): {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly offsetPx: number;
} | null {
  const { mode } = editor;
  if (mode.name === 'resizing-section') {
    const box = editor.boxOf(mode.section);
    if (!box) return null;
    const y = box.y + box.height;
    return { text: `${px(editor, box.height)} px`, x: 0.5, y, offsetPx: -PILL_HEIGHT_PX };
  }
  const isSized = mode.name === 'resizing' || mode.name === 'pinching';
  const isRotated = mode.name === 'rotating' || mode.name === 'pinching';
  if (!isSized && !isRotated) return null;
  // Read only when needed, because it changes in each frame of a drag.
  const bounds = editor.selectionBox;
  const frame = selectionFrameOf(editor);
  if (!bounds || !frame) return null;
  const size = `${px(editor, frame.box.width)} × ${px(editor, frame.box.height)}`;
  const rotation = isRotated ? `${String(rotationOf(editor))}°` : '';
  const text = isSized ? [size, rotation].filter(Boolean).join('  ') : rotation;
  return { text, x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height, offsetPx: BELOW_PX };
}

/** A length in whole px at the reference width. */
function px(editor: Editor, length: number): string {
  return String(Math.round(length * editor.fields.settings.referenceWidth));
}

/** One block's rotation; for several blocks or a group, how far the gesture has rotated them. */
function rotationOf(editor: Editor): number {
  const blocks = editor.selectedBlocks;
  const [only] = blocks;
  if (blocks.length === 1 && only && only.type !== 'group')
    return roundDeg(only.position.rotationDeg);
  const rotated = blocks.flatMap((block) => leavesOf(editor, block))[0];
  if (!rotated) return 0;
  const before = editor.stablePage.things[rotated.uuid]?.position.rotationDeg ?? 0;
  return roundDeg(rotated.position.rotationDeg - before);
}

/** The block itself, or a group's descendants: a group has no rotation of its own. */
function leavesOf(editor: Editor, block: Block): readonly Block[] {
  return block.type === 'group'
    ? editor.childrenOf(block.uuid).flatMap((child) => leavesOf(editor, child))
    : [block];
}

function roundDeg(deg: number): number {
  const rounded = Math.round(deg) % 360;
  const near = rounded > 180 ? rounded - 360 : rounded < -180 ? rounded + 360 : rounded;
  return near === -180 ? 180 : near || 0;
}
