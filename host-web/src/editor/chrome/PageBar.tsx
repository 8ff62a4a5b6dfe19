import { Button } from '@cobble/renderer-konva/editor/ui';
import { ExternalLink, Eye, Link as LinkIcon, Pencil } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Bar, BarLine } from '../components/Bar.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { HistoryButtons } from './HistoryButtons.tsx';
import { copyPageUrl } from './copyPageUrl.ts';
import { useIsPhone } from './useIsPhone.ts';
import styles from './chrome.module.css';

/** Edit or preview, the page's address, and Publish. */
export const PageBar = observer(function PageBar() {
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const { publishing } = store;
  const { canEdit, canPublish } = store.editor.permissions;
  // Where there is nothing else to do, the address is offered on a phone too.
  const showsAddress = !isPhone || !canEdit;
  return (
    <Bar label="Page" className={styles['pageBar']}>
      {isPhone && store.isEditing ? (
        <>
          <HistoryButtons />
          <BarLine />
        </>
      ) : null}
      {canEdit ? (
        <ToolButton
          label={store.isEditing ? 'Preview' : 'Edit'}
          keys="Ctrl+."
          wide={!isPhone}
          onClick={() => {
            store.toggleMode();
          }}
        >
          {store.isEditing ? <Eye /> : <Pencil />}
          {isPhone ? null : store.isEditing ? 'Preview' : 'Edit'}
        </ToolButton>
      ) : null}
      {showsAddress ? (
        <>
          {canEdit ? <BarLine /> : null}
          <ToolButton
            label="Copy page URL"
            onClick={() => {
              void copyPageUrl(store);
            }}
          >
            <LinkIcon />
          </ToolButton>
          <ToolButton
            label="Open live page"
            onClick={() => {
              window.open(store.publicUrl, '_blank', 'noopener');
            }}
          >
            <ExternalLink />
          </ToolButton>
        </>
      ) : null}
      {canPublish ? (
        <Button
          look="primary"
          size="small"
          className={styles['publish']}
          isBusy={publishing.isPublishing}
          disabled={!publishing.isPublishing && !(publishing.canPublish && store.isEditing)}
          onClick={() => {
            void publishing.publish();
          }}
        >
          Publish
        </Button>
      ) : null}
    </Bar>
  );
});
