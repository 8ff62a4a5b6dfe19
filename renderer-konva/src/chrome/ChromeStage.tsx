import type Konva from 'konva';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { Layer, Stage } from 'react-konva';
import { BitmapCanvas } from '../painting/BitmapCanvas.ts';

/**
 * A Konva stage of one layer that costs nothing in frames in which it does not change; content px.
 */
export function ChromeStage(props: {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}): ReactNode {
  const { left, top, width, height } = props;
  const [image] = useState(() => new BitmapCanvas());
  const host = useCallback(
    (element: HTMLDivElement | null) => {
      element?.append(image.canvas);
    },
    [image],
  );
  const layer = useRef<Konva.Layer>(null);
  const onDraw = useCallback(() => {
    const drawn = layer.current;
    if (!drawn) return;
    // The layer is usually empty; then there is nothing to transfer.
    const isEmpty = !drawn.findOne('Shape');
    image.canvas.style.display = isEmpty ? 'none' : '';
    if (isEmpty) return;
    image.show(drawn.getNativeCanvasElement());
    Object.assign(image.canvas.style, {
      width: `${String(drawn.width())}px`,
      height: `${String(drawn.height())}px`,
    });
  }, [image]);
  return (
    <>
      <div
        ref={host}
        aria-hidden="true"
        data-cobble-stage=""
        style={{ position: 'absolute', left, top, pointerEvents: 'none' }}
      />
      <Stage
        width={width}
        height={height}
        listening={false}
        aria-hidden="true"
        style={{ display: 'none' }}
      >
        <Layer ref={layer} listening={false} onDraw={onDraw}>
          {props.children}
        </Layer>
      </Stage>
    </>
  );
}
