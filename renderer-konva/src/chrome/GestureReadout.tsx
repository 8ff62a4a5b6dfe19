import type { Block, Editor } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { ChromeColors } from './chromeColors.ts';
import { Pill, PILL_HEIGHT_PX } from './Pill.tsx';
import { selectionFrameOf } from './selectionFrame.ts';

/** From the selection to what is said of it, px: below the rotate handle's place. */
const BELOW_PX = 20;

/**
 * What a gesture has come to: the size while resizing, the turn while rotating, both while pinching,
 * a section's height while its edge is dragged; px from the window's top left corner.
 */
export const GestureReadout = observer(function GestureReadout(props: {
  readonly editor: Editor;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  const said = readoutOf(editor);
  if (!said) return null;
  return (
    <Pill
      x={said.x * pxPerUnit}
      y={said.y * pxPerUnit + said.below}
      text={said.text}
      fill={colors.selection}
      color={colors.onSelection}
      outline={colors.handle}
    />
  );
});

/** The words and their place in page space, with px below it; null when there is nothing to say. */
function readoutOf(editor: Editor): {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly below: number;
} | null {
  const { mode } = editor;
  if (mode.name === 'resizing-section') {
    const box = editor.boxOf(mode.section);
    if (!box) return null;
    const y = box.y + box.height;
    return { text: `${px(editor, box.height)} px`, x: 0.5, y, below: -PILL_HEIGHT_PX };
  }
  const isSized = mode.name === 'resizing' || mode.name === 'pinching';
  const isRotated = mode.name === 'rotating' || mode.name === 'pinching';
  // Asked for only when it is told: it changes in each frame of a drag.
  if (!isSized && !isRotated) return null;
  const bounds = editor.selectionBox;
  const frame = selectionFrameOf(editor);
  if (!bounds || !frame) return null;
  const size = `${px(editor, frame.box.width)} × ${px(editor, frame.box.height)}`;
  const turn = isRotated ? `${String(rotationOf(editor))}°` : '';
  const text = isSized ? [size, turn].filter(Boolean).join('  ') : turn;
  return { text, x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height, below: BELOW_PX };
}

/** A length as whole px at the reference width. */
function px(editor: Editor, length: number): string {
  return String(Math.round(length * editor.fields.settings.referenceWidth));
}

/** How far one block is turned; of several, by how much they have been turned together. */
function rotationOf(editor: Editor): number {
  const blocks = editor.selectedBlocks;
  const [only] = blocks;
  if (blocks.length === 1 && only && only.type !== 'group') return whole(only.position.rotationDeg);
  const turned = blocks.flatMap((block) => leavesOf(editor, block))[0];
  if (!turned) return 0;
  const before = editor.stablePage.things[turned.uuid]?.position.rotationDeg ?? 0;
  return whole(turned.position.rotationDeg - before);
}

/** What has a turn of its own: a group has none, only what it holds. */
function leavesOf(editor: Editor, block: Block): readonly Block[] {
  return block.type === 'group'
    ? editor.childrenOf(block.uuid).flatMap((child) => leavesOf(editor, child))
    : [block];
}

function whole(deg: number): number {
  const rounded = Math.round(deg) % 360;
  const near = rounded > 180 ? rounded - 360 : rounded < -180 ? rounded + 360 : rounded;
  return near === -180 ? 180 : near || 0;
}
