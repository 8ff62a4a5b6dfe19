import { observer } from 'mobx-react-lite';
import { useIsPhone } from '../bars/useIsPhone.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import styles from './EmptyInvitation.module.css';

/**
 * Shows the author of an empty page where to begin. It ignores the pointer, so that clicks reach
 * the canvas.
 */
export const EmptyInvitation = observer(function EmptyInvitation() {
  const t = useT();
  const { editor, isEditing, isDrawing, services } = useEditorStore();
  const isPhone = useIsPhone();
  const isEmpty = editor.sectionIds.length === editor.blocks.size;
  if (!isEditing || isDrawing || !isEmpty || !editor.permissions.canPublish) return null;
  return (
    <div className={styles['invitation']} role="note">
      <p className={styles['title']}>{t('emptyPage.title')}</p>
      <p>
        {isPhone
          ? t('emptyPage.phone')
          : services.uploads
            ? t('emptyPage.desktop')
            : t('emptyPage.desktopWithoutImages')}
      </p>
    </div>
  );
});
