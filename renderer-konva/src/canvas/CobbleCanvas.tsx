import { bundledFontFiles } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef } from 'react';
import { FontFaces } from './FontFaces.tsx';
import type { CobbleCanvasProps } from './CobbleCanvasProps.ts';
import { CanvasStage } from './CanvasStage.tsx';
import { useCanvas } from './useCanvas.ts';
import { TextOverlay } from '../text-editing/TextOverlay.tsx';
import { BlockMirror } from '../accessibility/BlockMirror.tsx';
import { Announcer } from '../accessibility/Announcer.tsx';

/**
 * The canvas of a page: shows it, and turns a person's input into edits of `editor`. It fills its
 * parent; give it a height. Text and pictures load from the addresses in its props.
 */
export const CobbleCanvas = observer(function CobbleCanvas(props: CobbleCanvasProps): ReactNode {
  const { editor, className, style } = props;
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useCanvas(props, { root, scroller, spacer });
  const { view } = canvas;

  const { onSelectionRect } = props;
  useEffect(
    () => (onSelectionRect ? canvas.followSelection(onSelectionRect) : undefined),
    [canvas, onSelectionRect],
  );

  return (
    <div
      ref={root}
      className={className}
      style={{ position: 'relative', overflow: 'hidden', height: '100%', ...style }}
      data-cobble-canvas=""
    >
      <FontFaces
        editor={editor}
        baseUrl={props.fontBaseUrl ?? '/fonts'}
        fonts={props.fonts ?? bundledFontFiles}
      />
      <div
        ref={scroller}
        tabIndex={0}
        role="application"
        aria-label="Page canvas"
        data-cobble-scroller=""
        data-zoom={view.zoom}
        style={{
          position: 'absolute',
          inset: 0,
          overflow: 'auto',
          outline: 'none',
          overscrollBehavior: 'contain',
          touchAction: 'pan-x pan-y',
          userSelect: 'none',
          WebkitUserSelect: 'none',
        }}
      >
        <div ref={spacer} style={{ position: 'relative' }}>
          <div style={{ position: 'sticky', top: 0, left: 0, width: 0, height: 0 }}>
            {view.width > 0 && <CanvasStage canvas={canvas} />}
            <TextOverlay canvas={canvas} />
          </div>
        </div>
        <BlockMirror canvas={canvas} />
      </div>
      <Announcer editor={editor} />
    </div>
  );
});
