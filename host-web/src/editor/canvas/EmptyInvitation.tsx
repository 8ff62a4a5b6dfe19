import { observer } from 'mobx-react-lite';
import { useIsPhone } from '../chrome/useIsPhone.ts';
import { useEditorStore } from '../EditorStoreContext.ts';
import styles from './EmptyInvitation.module.css';

const WORDS = {
  title: 'A page of your own',
  desktop: 'Press T and write, drop an image anywhere, or take something from the tools.',
  phone: 'Tap a tool below to place the first thing.',
} as const;

/** What an empty page says to its author: where to begin. It lets every click through. */
export const EmptyInvitation = observer(function EmptyInvitation() {
  const { editor, isEditing, isDrawing } = useEditorStore();
  const isPhone = useIsPhone();
  const isEmpty = editor.sectionIds.length === editor.blocks.size;
  if (!isEditing || isDrawing || !isEmpty) return null;
  return (
    <div className={styles['invitation']} role="note">
      <p className={styles['title']}>{WORDS.title}</p>
      <p>{isPhone ? WORDS.phone : WORDS.desktop}</p>
    </div>
  );
});
