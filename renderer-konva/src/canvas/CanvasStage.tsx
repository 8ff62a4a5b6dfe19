import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { CanvasChrome } from '../chrome/CanvasChrome.tsx';
import { SectionEdges } from '../chrome/SectionEdges.tsx';
import type { CanvasController } from './CanvasController.ts';
import { MovingChrome } from './moving/MovingChrome.tsx';
import { ShownStage } from './ShownStage.tsx';

/** Everything drawn over the blocks for people who may edit; content px. */
export const CanvasStage = observer(function CanvasStage(props: {
  readonly canvas: CanvasController;
}): ReactNode {
  const { canvas } = props;
  const { editor, stage, view } = canvas;
  return (
    <>
      <SectionEdges canvas={canvas} />
      <ShownStage
        key={view.dpr}
        width={stage.width}
        height={stage.height}
        left={stage.left}
        top={stage.top}
      >
        <CanvasChrome canvas={canvas} />
      </ShownStage>
      {editor.mode.name === 'translating' && <MovingChrome canvas={canvas} />}
    </>
  );
});
