import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { focusCanvas } from '../focus/focusCanvas.ts';
import { useT } from '../messages/i18n.ts';
import { BARS_PX } from '../stores/ViewStore.ts';
import { IconButton } from '../ui/icon-button/IconButton.tsx';
import styles from './UploadProgress.module.css';

/** The height of a card on touch screens, where it is higher, and of the gap below it, px. */
const CARD_PX = 66;
/** The width of a card without and with a thumbnail, px, so that its bar is wide enough to read. */
const MIN_WIDTH_PX = { bar: 120, thumbnail: 172 } as const;
const MAX_WIDTH_PX = 220;
/** The space at the view's edges that the bars take up, px; on phones, the view begins below a bar. */
const EDGES_PX = {
  phone: { side: 8, top: 8, bottom: 128 },
  larger: { side: BARS_PX, top: BARS_PX, bottom: BARS_PX },
} as const;

/**
 * At the lower edge of each image that is being uploaded, if it is in view: a card with a
 * progress bar, the image that is to replace it, and a button that cancels the upload.
 */
export const UploadProgress = observer(function UploadProgress() {
  const t = useT();
  const store = useEditorStore();
  const edges = EDGES_PX[useIsPhone() ? 'phone' : 'larger'];
  const { uploads, editor, view } = store;
  return [...uploads.items.values()].map(({ uuid, progress, isWaiting, replacement }) => {
    const box = editor.boxOf(uuid);
    if (!box) return null;
    const { x, y, width, height } = view.toView(box);
    if (x > view.width || x + width < 0 || y > view.height || y + height < 0) return null;
    const minWidth = MIN_WIDTH_PX[replacement ? 'thumbnail' : 'bar'];
    const cardWidth = Math.min(MAX_WIDTH_PX, Math.max(minWidth, width - 24));
    const sidePx = edges.side + cardWidth / 2;
    const percent = Math.round(progress * 100);
    return (
      <div
        key={uuid}
        className={styles['upload']}
        data-cobble-upload=""
        style={{
          left: Math.max(sidePx, Math.min(view.width - sidePx, x + width / 2)),
          top: Math.max(edges.top + CARD_PX, Math.min(view.height - edges.bottom, y + height)),
          width: cardWidth,
        }}
      >
        {replacement && <Thumbnail file={replacement} />}
        <div
          role="progressbar"
          aria-label={t('uploadProgress.uploadingImage')}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(isWaiting && { 'aria-valuetext': t('uploadProgress.waiting') })}
          className={styles['track']}
        >
          <div className={styles['bar']} style={{ width: `${String(Math.max(6, percent))}%` }} />
        </div>
        <IconButton
          label={t('uploadProgress.cancel')}
          icon={<X />}
          size="small"
          tooltipSide="top"
          onClick={() => {
            uploads.cancel(uuid);
            focusCanvas(store);
          }}
        />
      </div>
    );
  });
});

function Thumbnail({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => {
      URL.revokeObjectURL(created);
    };
  }, [file]);
  return url === null ? null : <img src={url} alt="" className={styles['thumbnail']} />;
}
