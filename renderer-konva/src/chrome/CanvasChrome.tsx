import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Group } from 'react-konva';
import type { CanvasController } from '../canvas/CanvasController.ts';
import { Guides, HoverOutline, Marquee } from './GestureChrome.tsx';
import { SectionEdges } from './SectionEdges.tsx';
import { SelectionChrome } from './SelectionChrome.tsx';

/** What lies over the blocks for whoever may edit: edges, outlines, handles, guides; page px. */
export const CanvasChrome = observer(function CanvasChrome(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { editor, view, colors, hover } = props.canvas;
  if (!editor.permissions.canEdit) return null;
  const { pxPerUnit } = view;
  const shared = { editor, pxPerUnit, colors };
  return (
    <Group x={view.windowLeft - view.scrollLeft} y={-view.scrollTop} listening={false}>
      <SectionEdges {...shared} hovered={hover.sectionEdge ?? null} />
      <HoverOutline {...shared} />
      <SelectionChrome {...shared} />
      <Guides {...shared} />
      <Marquee {...shared} />
    </Group>
  );
});
