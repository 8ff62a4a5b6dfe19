import type { Editor } from '@cobble/engine';
import { bundledFontFiles } from '@cobble/engine/fonts';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { checkCobbleCanvasProps } from './checkCobbleCanvasProps.ts';
import { FontFaces } from './FontFaces.tsx';
import { StyleReset } from './StyleReset.tsx';
import type { CanvasProps, CobbleCanvasProps } from './CobbleCanvasProps.ts';
import { CanvasStage } from '../chrome/CanvasChrome.tsx';
import { PageFrame } from './PageFrame.tsx';
import { PageBackground } from './PageBackground.tsx';
import { useCanvasController } from './useCanvasController.ts';
import { useEndOfEditing } from './useEndOfEditing.ts';
import { FollowingNotice } from '../presence/FollowingNotice.tsx';
import { PresenceAnnouncer } from '../presence/PresenceAnnouncer.tsx';
import { PresenceLayer } from '../presence/PresenceLayer.tsx';
import { TextOverlay } from '../text-editing/TextOverlay.tsx';
import { BlockTree } from '../accessibility/BlockTree.tsx';
import { Announcer } from '../accessibility/Announcer.tsx';

/**
 * Tiles that reach beyond the page must not extend the scrollable area, and presses go to the
 * scroller.
 */
const BLOCKS_STYLE = {
  position: 'absolute',
  inset: 0,
  overflow: 'clip',
  contain: 'strict',
  pointerEvents: 'none',
} as const;

const ROOT_STYLE = { position: 'relative', overflow: 'hidden', height: '100%' } as const;

/**
 * Shows a page and turns user input into edits of `editor`. Fills its parent, which needs a height.
 * Fonts load from `fontBaseUrl`, images under `/assets/` from `assetBaseUrl`. On a server it
 * renders an empty element, which the browser fills.
 *
 * @throws CobbleError `input_invalid` (details: `path`) for a misspelt or wrong prop
 */
export function CobbleCanvas(props: CobbleCanvasProps): ReactNode {
  checkCobbleCanvasProps(props);
  return <Canvas {...props} />;
}

/**
 * `<CobbleCanvas/>` without the check of its props, for `<CobbleEditor/>`: the messages of a host's
 * i18next instance may arrive late, with keys of older versions.
 */
export function Canvas(props: CobbleCanvasProps): ReactNode {
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  if (isInBrowser) {
    const editor = props.editor as Editor;
    return <BrowserCanvas key={keyOf(editor)} {...props} editor={editor} />;
  }
  return <div className={props.className} style={{ ...ROOT_STYLE, ...props.style }} />;
}

const keys = new WeakMap<Editor, number>();
let lastKey = 0;

/** A React key, because nothing of one editor's canvas applies to another's. */
function keyOf(editor: Editor): number {
  const key = keys.get(editor) ?? (lastKey += 1);
  keys.set(editor, key);
  return key;
}

function neverChanges(): () => void {
  return () => undefined;
}

const BrowserCanvas = observer(function BrowserCanvas(props: CanvasProps): ReactNode {
  const { editor, className, style } = props;
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const blocks = useRef<HTMLDivElement>(null);
  const canvas = useCanvasController(props, { root, scroller, spacer, blocks });
  const { t, view, people } = canvas;
  useEndOfEditing(editor);

  const { onSelectionRect } = props;
  useEffect(
    () => (onSelectionRect ? canvas.followSelection(onSelectionRect) : undefined),
    [canvas, onSelectionRect],
  );

  return (
    <div ref={root} className={className} style={{ ...ROOT_STYLE, ...style }} data-cobble-canvas="">
      <StyleReset />
      <FontFaces
        editor={editor}
        baseUrl={props.fontBaseUrl ?? '/fonts'}
        fonts={props.fonts ?? bundledFontFiles}
      />
      <div
        ref={scroller}
        tabIndex={0}
        role="application"
        aria-label={t('canvasLabel')}
        aria-description={t('canvasKeys')}
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
        <div ref={spacer} style={{ position: 'relative', forcedColorAdjust: 'none' }}>
          <PageBackground canvas={canvas} />
          <div ref={blocks} data-cobble-blocks="" aria-hidden="true" style={BLOCKS_STYLE} />
          <PageFrame canvas={canvas} />
          {view.width > 0 && <CanvasStage canvas={canvas} />}
          {people && <PresenceLayer canvas={canvas} people={people} />}
          <TextOverlay canvas={canvas} />
        </div>
        <BlockTree canvas={canvas} />
      </div>
      <Announcer editor={editor} t={t} room={people?.room ?? null} />
      {people && (
        <>
          <FollowingNotice canvas={canvas} people={people} />
          <PresenceAnnouncer people={people} t={t} />
        </>
      )}
    </div>
  );
});
