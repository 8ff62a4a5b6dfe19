import { GEOMETRY } from '@cobble/engine';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { Bar } from '../components/Bar.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { DeviceButtons } from '../bars/DeviceButtons.tsx';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { focusCanvas } from '../focus/focusCanvas.ts';
import type { PreviewDocument } from '../services/EditorServices.ts';
import { useT } from '../messages/i18n.ts';
import { startPreview } from './startPreview.ts';
import styles from './PreviewFrame.module.css';

/** Links open in new tabs, because otherwise the frame would leave the page. */
const BASE = '<base target="_blank">';
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/**
 * The page as visitors get it, at desktop or phone size: the document of the preview service in a
 * sandboxed frame.
 */
export const PreviewFrame = observer(function PreviewFrame() {
  const t = useT();
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const { page, permissions } = store.editor;
  const { canEdit } = permissions;
  const { safeMode, uploads } = store;
  const { preview } = store.services;
  const [shown, setShown] = useState<PreviewDocument | null>(null);
  useEffect(
    () =>
      preview &&
      startPreview(preview, uploads.withStoredUrls(page), { safeMode, canEdit }, setShown),
    [preview, page, uploads, safeMode, canEdit],
  );
  const isMobile = store.device === 'mobile' && !isPhone;
  const { width, height } = GEOMETRY.phoneCanvasPx;
  const section = useRef<HTMLElement>(null);
  // The canvas is hidden: its focus moves here, and back when the preview closes.
  useEffect(() => {
    const { activeElement } = document;
    const isOnCanvas = store.region.find('[data-cobble-canvas]')?.contains(activeElement) === true;
    if (isOnCanvas || isFree(activeElement)) section.current?.focus({ preventScroll: true });
    return () => {
      if (isFree(document.activeElement)) focusCanvas(store);
    };
  }, [store]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('previewFrame.label')}
      className={styles['preview']}
    >
      {shown && (
        <iframe
          // A new frame for each document: in Chromium, a frame that is navigated while it loads
          // may stay white, and each navigation would become a history entry.
          key={shown.html}
          title={t('previewFrame.title')}
          className={isMobile ? styles['phone'] : styles['desktop']}
          style={isMobile ? { width, height } : undefined}
          srcDoc={withBase(shown.html)}
          sandbox={shown.sandbox ?? SANDBOX}
        />
      )}
      {isPhone || !canEdit ? null : (
        <Bar label={t('previewFrame.size')} className={styles['sizes']}>
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
