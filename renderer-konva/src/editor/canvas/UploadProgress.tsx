import { X } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';
import { focusCanvas } from '../focus/focusCanvas.ts';
import { useT } from '../messages/i18n.ts';
import { IconButton } from '../ui/icon-button/IconButton.tsx';
import styles from './UploadProgress.module.css';

/**
 * At the lower edge of each image that is being uploaded: a progress bar, the image that is to
 * replace it, and a button that cancels the upload.
 */
export const UploadProgress = observer(function UploadProgress() {
  const t = useT();
  const store = useEditorStore();
  const { uploads, editor, view } = store;
  return [...uploads.items.values()].map(({ uuid, progress, isWaiting, replacement }) => {
    const box = editor.boxOf(uuid);
    if (!box) return null;
    const rect = view.toView(box);
    const percent = Math.round(progress * 100);
    return (
      <div
        key={uuid}
        className={styles['upload']}
        style={{
          left: rect.x + rect.width / 2,
          top: rect.y + rect.height,
          width: Math.min(220, Math.max(120, rect.width - 24)),
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
