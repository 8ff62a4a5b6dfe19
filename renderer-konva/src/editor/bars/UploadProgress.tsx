import { observer } from 'mobx-react-lite';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import styles from './UploadProgress.module.css';

/** A thin progress bar over each image that is being uploaded. */
export const UploadProgress = observer(function UploadProgress() {
  const t = useT();
  const { uploads, editor, view } = useEditorStore();
  return [...uploads.items.values()].map(({ uuid, progress }) => {
    const box = editor.boxOf(uuid);
    if (!box) return null;
    const rect = view.toView(box);
    const percent = Math.round(progress * 100);
    return (
      <div
        key={uuid}
        role="progressbar"
        aria-label={t('uploadProgress.uploadingImage')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles['track']}
        style={{
          left: rect.x + rect.width / 2,
          top: rect.y + rect.height - 20,
          width: Math.min(160, Math.max(48, rect.width - 24)),
        }}
      >
        <div className={styles['bar']} style={{ width: `${String(Math.max(6, percent))}%` }} />
      </div>
    );
  });
});
