import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Layer, Stage } from 'react-konva';
import { CanvasChrome } from '../chrome/CanvasChrome.tsx';
import type { CanvasController } from './CanvasController.ts';
import { MovingStage } from './MovingStage.tsx';

/** The Konva stage: what lies over the blocks for whoever edits them. Its space is the content's. */
export const CanvasStage = observer(function CanvasStage(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { canvas } = props;
  const { editor, stage, view } = canvas;
  return (
    <>
      <Stage
        key={view.dpr}
        width={stage.width}
        height={stage.height}
        listening={false}
        aria-hidden="true"
        style={{ position: 'absolute', left: stage.left, top: stage.top, pointerEvents: 'none' }}
      >
        <Layer listening={false}>
          <CanvasChrome canvas={canvas} />
        </Layer>
      </Stage>
      {editor.mode.name === 'translating' && <MovingStage canvas={canvas} />}
    </>
  );
});
