import { GEOMETRY } from '@cobble/engine';
import { Canvas } from '../../canvas/CobbleCanvas.tsx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { EmptyInvitation } from './EmptyInvitation.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { useFontPreload } from './useFontPreload.ts';
import { useCanvasMessages } from '../messages/i18n.ts';
import styles from './CanvasFrame.module.css';

/** The canvas. Toolbars are positioned relative to its element. Hidden in the preview. */
export const CanvasFrame = observer(function CanvasFrame(props: {
  /** Called with the element when it is mounted, and with null when it is removed. */
  readonly onFrame: (frame: HTMLElement | null) => void;
  readonly fontBaseUrl: string;
  readonly assetBaseUrl: string;
}) {
  const store = useEditorStore();
  const { images, posts } = store.services;
  const fonts = store.lookUpFont;
  useFontPreload(fonts, props.fontBaseUrl);
  const canvasMessages = useCanvasMessages();
  const isPhone = useIsPhone();
  const isAdvanced = store.isAdvanced && !isPhone;
  const { view } = store;
  const frame = useRef<HTMLDivElement>(null);
  const { onFrame } = props;
  const { setZoom, setSelectionRect } = useMemo(
    () => ({
      setZoom: (zoom: number) => {
        view.setZoom(zoom);
      },
      setSelectionRect: (rect: DOMRectReadOnly | null) => {
        view.setSelectionRect(rect);
      },
    }),
    [view],
  );
  useEffect(() => {
    if (!frame.current) return undefined;
    onFrame(frame.current);
    const stop = view.attach(frame.current);
    return () => {
      stop();
      onFrame(null);
    };
  }, [view, onFrame]);
  return (
    <div
      ref={frame}
      className={styles['frame']}
      inert={!store.isEditing}
      data-hidden={!store.isEditing}
      data-device={isAdvanced ? store.device : 'desktop'}
      style={isAdvanced && store.device === 'mobile' ? GEOMETRY.phoneCanvasPx : undefined}
    >
      <Canvas
        editor={store.editor}
        safeMode={store.safeMode}
        fonts={fonts}
        fontBaseUrl={props.fontBaseUrl}
        assetBaseUrl={props.assetBaseUrl}
        {...canvasMessages}
        {...(images && { imageVariants: images })}
        {...(posts && { posts })}
        // In the preview, others see no cursor, and the user follows nobody.
        room={store.isEditing ? store.live.room : null}
        advanced={isAdvanced}
        zoom={view.zoom}
        onZoomChange={setZoom}
        onSelectionRect={setSelectionRect}
      />
      <EmptyInvitation />
      <UploadProgress />
    </div>
  );
});
