import { GEOMETRY } from '@cobble/engine';
import { renderPage } from '@cobble/renderer-static';
import { Monitor, Smartphone } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useStores } from '../../stores/useStores.ts';
import { Bar } from '../components/Bar.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useFontLookup } from '../canvas/useFontLookup.ts';
import { useIsPhone } from '../chrome/useIsPhone.ts';
import styles from './PreviewFrame.module.css';

/** Links of a page in preview open beside it: the frame would lose the page otherwise. */
const BASE = '<base target="_blank">';

/**
 * The page as visitors get it: the very HTML that publishing stores, in a frame that runs no
 * scripts. Desktop or a phone's size.
 */
export const PreviewFrame = observer(function PreviewFrame() {
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const { page } = store.editor;
  const fonts = useFontLookup();
  const stores = useStores();
  const pictures = stores.pictures.lookUp;
  useEffect(() => {
    void stores.pictures.load(page);
    void stores.surroundings.load(page);
  }, [stores, page]);
  const { optionsFor } = stores.surroundings;
  const html = useMemo(() => {
    const { safeMode, uploads } = store;
    const options = { ...optionsFor(page, safeMode), fonts, pictures };
    return withBase(renderPage(uploads.settle(page), options).html);
  }, [page, store, fonts, pictures, optionsFor]);
  const isMobile = store.previewDevice === 'mobile' && !isPhone;
  const { width, height } = GEOMETRY.phoneCanvasPx;
  return (
    <div className={styles['preview']}>
      <iframe
        title="Preview of the page"
        className={isMobile ? styles['phone'] : styles['desktop']}
        style={isMobile ? { width, height } : undefined}
        srcDoc={html}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
      {isPhone || !store.editor.permissions.canEdit ? null : (
        <Bar label="Preview size" className={styles['sizes']}>
          <ToolButton
            label="Desktop"
            tooltipSide="top"
            pressed={!isMobile}
            onClick={() => {
              store.setPreviewDevice('desktop');
            }}
          >
            <Monitor />
          </ToolButton>
          <ToolButton
            label={`Mobile, ${String(width)} × ${String(height)}`}
            tooltipSide="top"
            pressed={isMobile}
            onClick={() => {
              store.setPreviewDevice('mobile');
            }}
          >
            <Smartphone />
          </ToolButton>
        </Bar>
      )}
    </div>
  );
});

function withBase(html: string): string {
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, (head) => head + BASE)
    : BASE + html;
}
