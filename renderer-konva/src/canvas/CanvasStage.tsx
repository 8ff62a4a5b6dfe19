import type Konva from 'konva';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Layer, Shape, Stage } from 'react-konva';
import { CanvasChrome } from '../chrome/CanvasChrome.tsx';
import type { PagePart } from './paintPage.ts';
import type { CanvasController } from './CanvasController.ts';

const PARTS: readonly PagePart[] = ['below', 'moving', 'above'];

/** The Konva stage: three layers of one painter shape each, and the chrome above them. */
export const CanvasStage = observer(function CanvasStage(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { canvas } = props;
  const { view } = canvas;
  return (
    <Stage width={view.width} height={view.height} listening={false} aria-hidden="true">
      {PARTS.map((part) => (
        <PartLayer key={part} part={part} canvas={canvas} />
      ))}
      <Layer listening={false}>
        <CanvasChrome canvas={canvas} />
      </Layer>
    </Stage>
  );
});

function PartLayer(props: {
  readonly part: PagePart;
  readonly canvas: CanvasController;
}): ReactNode {
  const { part, canvas } = props;
  return (
    <Layer
      listening={false}
      ref={(layer) => {
        canvas.layers.attach(part, layer);
      }}
    >
      <Shape
        listening={false}
        perfectDrawEnabled={false}
        sceneFunc={(context: Konva.Context) => {
          canvas.layers.paint(part, context._context);
        }}
      />
    </Layer>
  );
}
