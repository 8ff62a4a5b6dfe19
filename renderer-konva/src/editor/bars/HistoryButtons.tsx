import { Redo2, Undo2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { useT } from '../messages/i18n.ts';

/** Undo and redo. */
export const HistoryButtons = observer(function HistoryButtons(props: {
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}) {
  const t = useT();
  const store = useEditorStore();
  const { editor } = store;
  return (
    <>
      <ToolButton
        label={t('command.undo')}
        keys="Ctrl+Z"
        disabled={!store.canUndo}
        onClick={() => {
          store.undo();
        }}
        {...props}
      >
        <Undo2 />
      </ToolButton>
      <ToolButton
        label={t('command.redo')}
        keys="Ctrl+Shift+Z"
        disabled={!editor.canRedo}
        onClick={() => {
          editor.redo();
        }}
        {...props}
      >
        <Redo2 />
      </ToolButton>
    </>
  );
});
