import { editedBlockOf } from '@cobble/engine';
import { ImageDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';
import styles from './DropIndicator.module.css';

/**
 * Accepts files that are dropped anywhere in the browser's window, and shows an indicator while they
 * are dragged over it.
 */
export const DropIndicator = observer(function DropIndicator(props: {
  readonly frame: HTMLElement | null;
}) {
  const t = useT();
  const store = useEditorStore();
  const [isOver, setOver] = useState(false);
  const { frame } = props;
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!store.editor.permissions.canEdit || !store.services.uploads) return;
      if (!store.isEditing) {
        store.notify(store.t('upload.needsEditing'), { kind: 'error' });
        return;
      }
      if (editedBlockOf(store.editor.mode) !== null) store.editor.stopTextEditing();
      const corner = frame?.getBoundingClientRect();
      const at = store.view.toPage({
        x: event.clientX - (corner?.x ?? 0),
        y: event.clientY - (corner?.y ?? 0),
      });
      void store.uploads.add([...(event.dataTransfer?.files ?? [])], at);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop, { capture: true });
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop, { capture: true });
    };
  }, [store, frame]);
  const { permissions } = store.editor;
  if (!isOver || !store.services.uploads || !permissions.canEdit || !store.isEditing) return null;
  return (
    <div className={styles['indicator']}>
      <span className={styles['text']}>
        <ImageDown />
        {store.isSignedIn ? t('dropIndicator.drop') : t('dropIndicator.signIn')}
      </span>
    </div>
  );
});
