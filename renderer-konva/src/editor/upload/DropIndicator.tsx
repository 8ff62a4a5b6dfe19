import { ImageDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import styles from './DropIndicator.module.css';

/** Shown while files are dragged over the editor, if they can be uploaded. */
export const DropIndicator = observer(function DropIndicator(props: { readonly isOver: boolean }) {
  const t = useT();
  const store = useEditorStore();
  const { permissions } = store.editor;
  const canUpload = store.services.uploads && permissions.canEdit && store.isEditing;
  if (!props.isOver || !canUpload || store.hasDialog) return null;
  return (
    <div className={styles['indicator']}>
      <span className={styles['text']}>
        <ImageDown />
        {store.isSignedIn ? t('dropIndicator.drop') : t('dropIndicator.signIn')}
      </span>
    </div>
  );
});
