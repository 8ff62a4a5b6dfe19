import type { Editor } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Rect } from 'react-konva';
import type { ChromeColors } from './chromeColors.ts';
import { scaleBox } from './selectionFrame.ts';

/** The rectangle that selects what it touches. */
export const Marquee = observer(function Marquee(props: {
  readonly editor: Editor;
  readonly pxPerUnit: number;
  readonly colors: ChromeColors;
}): ReactNode {
  const { editor, pxPerUnit, colors } = props;
  if (!editor.marquee) return null;
  const box = scaleBox(editor.marquee, pxPerUnit);
  return (
    <>
      <Rect {...box} fill={colors.selection} opacity={0.08} listening={false} />
      <Rect {...box} stroke={colors.selection} strokeWidth={colors.thinLinePx} listening={false} />
    </>
  );
});
