import { GEOMETRY } from '@cobble/engine';
import { CODE_EMBED_SANDBOX, renderPage } from '@cobble/renderer-static';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import { useStores } from '../../stores/useStores.ts';
import { Bar } from '../components/Bar.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useFontLookup } from '../canvas/useFontLookup.ts';
import { DeviceButtons } from '../chrome/DeviceButtons.tsx';
import { useIsPhone } from '../chrome/useIsPhone.ts';
import { focusCanvas } from '../focus/focusCanvas.ts';
import styles from './PreviewFrame.module.css';
import { useCodeEmbedUrl } from './useCodeEmbedUrl.ts';
import { useSurroundings } from './useSurroundings.ts';

/** Links of a page in preview open beside it: the frame would lose the page otherwise. */
const BASE = '<base target="_blank">';

/**
 * The page as visitors get it: the very HTML that publishing stores, in a frame that runs no scripts
 * of it. Desktop or a phone's size. Where the author's own code is in it, the frame allows scripts for
 * the sake of that code's frames, which have no more rights than it; the app's policy, which its
 * document inherits, lets none of its own run.
 */
export const PreviewFrame = observer(function PreviewFrame() {
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const { page } = store.editor;
  const fonts = useFontLookup();
  const stores = useStores();
  const images = stores.images.lookUp;
  const isTime = useSurroundings(page);
  const codeEmbedUrl = useCodeEmbedUrl(page, store.editor.permissions.canEdit && !store.safeMode);
  const { optionsFor } = stores.surroundings;
  const html = useMemo(() => {
    const { safeMode, uploads } = store;
    const options = { ...optionsFor(page, safeMode), fonts, images };
    const own = codeEmbedUrl && { codeEmbedUrl };
    return withBase(renderPage(uploads.settle(page), { ...options, ...own }).html);
  }, [page, store, fonts, images, codeEmbedUrl, optionsFor]);
  const isMobile = store.device === 'mobile' && !isPhone;
  const { width, height } = GEOMETRY.phoneCanvasPx;
  const preview = useRef<HTMLElement>(null);
  // The canvas, which had the focus, is out of reach: keys and screen readers go on from here.
  useEffect(() => {
    const { activeElement } = document;
    const isOnCanvas = activeElement?.closest('[data-cobble-canvas]') != null;
    if (isOnCanvas || isFree(activeElement)) preview.current?.focus({ preventScroll: true });
    return () => {
      if (isFree(document.activeElement)) focusCanvas(store.editor);
    };
  }, [store]);
  return (
    <section
      ref={preview}
      tabIndex={-1}
      aria-label="Preview, as visitors see the page"
      className={styles['preview']}
    >
      {isTime && (
        <iframe
          // Another document gets another frame: one that is led from page to page while it loads may
          // stay white in Chromium, and would put each of them into the history behind the Back button.
          key={html}
          title="Preview of the page"
          className={isMobile ? styles['phone'] : styles['desktop']}
          style={isMobile ? { width, height } : undefined}
          srcDoc={html}
          sandbox={
            codeEmbedUrl ? CODE_EMBED_SANDBOX : 'allow-popups allow-popups-to-escape-sandbox'
          }
        />
      )}
      {isPhone || !store.editor.permissions.canEdit ? null : (
        <Bar label="Preview size" className={styles['sizes']}>
          <DeviceButtons />
        </Bar>
      )}
    </section>
  );
});

function isFree(focused: Element | null): boolean {
  return focused === null || focused === document.body;
}

function withBase(html: string): string {
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + BASE)
    : BASE + html;
}
