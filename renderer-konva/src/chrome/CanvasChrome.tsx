import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Group } from 'react-konva';
import type { ChromeCanvas } from './ChromeState.ts';
import { ChromeStage } from './ChromeStage.tsx';
import { DragChrome } from './DragChrome.tsx';
import { DrawingChrome } from './DrawingChrome.tsx';
import { GestureReadout } from './GestureReadout.tsx';
import { PageRails } from './PageRails.tsx';
import { SectionEdges } from './SectionEdges.tsx';
import { SectionSides } from './SectionSides.tsx';
import { SelectionChrome } from './SelectionChrome.tsx';
import { HoverOutline } from './HoverOutline.tsx';
import { Marquee } from './Marquee.tsx';
import { SnapGuides } from './SnapGuides.tsx';

/** Everything that is drawn over the blocks for users who may edit; content px. */
export const CanvasStage = observer(function CanvasStage(props: {
  readonly canvas: ChromeCanvas;
}): ReactNode {
  const { canvas } = props;
  const { editor, stage, view } = canvas;
  return (
    <>
      <SectionEdges canvas={canvas} />
      <ChromeStage
        key={view.dpr}
        width={stage.width}
        height={stage.height}
        left={stage.left}
        top={stage.top}
      >
        <CanvasChrome canvas={canvas} />
      </ChromeStage>
      {editor.mode.name === 'translating' && <DragChrome canvas={canvas} />}
    </>
  );
});

/** Outlines, handles and guides for users who may edit; px from the window's top left corner. */
export const CanvasChrome = observer(function CanvasChrome(props: {
  readonly canvas: ChromeCanvas;
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
          <SnapGuides {...shared} />
        </>
      )}
      <Marquee {...shared} />
      <GestureReadout {...shared} />
    </Group>
  );
});
