import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Group } from 'react-konva';
import type { CanvasController } from '../canvas/CanvasController.ts';
import { DrawingChrome } from './DrawingChrome.tsx';
import { Guides, HoverOutline, Marquee } from './GestureChrome.tsx';
import { GestureReadout } from './GestureReadout.tsx';
import { PageRails } from './PageRails.tsx';
import { SectionSides } from './SectionSides.tsx';
import { SelectionChrome } from './SelectionChrome.tsx';

/** Outlines, handles and guides for users who may edit; page px. */
export const CanvasChrome = observer(function CanvasChrome(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { editor, view, stage, colors } = props.canvas;
  if (!editor.permissions.canEdit) return null;
  const { pxPerUnit } = view;
  const shared = { editor, pxPerUnit, colors };
  if (editor.mode.name === 'drawing')
    return (
      <Group x={view.windowLeft - stage.left} y={-stage.top} listening={false}>
        <DrawingChrome canvas={props.canvas} />
      </Group>
    );
  return (
    <Group x={view.windowLeft - stage.left} y={-stage.top} listening={false}>
      <SectionSides canvas={props.canvas} />
      <PageRails canvas={props.canvas} />
      <HoverOutline {...shared} />
      {editor.mode.name !== 'translating' && (
        // DragChrome shows a dragged selection.
        <>
          <SelectionChrome {...shared} />
          <Guides {...shared} />
        </>
      )}
      <Marquee {...shared} />
      <GestureReadout {...shared} />
    </Group>
  );
});
