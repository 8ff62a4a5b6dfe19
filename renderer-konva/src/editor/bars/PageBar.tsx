import { Button } from '../ui/button/Button.tsx';
import { ExternalLink, Eye, Link as LinkIcon, Pencil } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Bar, BarLine } from '../components/Bar.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { useEditorStore } from '../EditorStoreContext.ts';
import { SaveIndicator } from '../live/SaveIndicator.tsx';
import { PeopleButtons } from '../people/PeopleButtons.tsx';
import { HistoryButtons } from './HistoryButtons.tsx';
import { copyPageUrl } from './copyPageUrl.ts';
import { useIsPhone } from './useIsPhone.ts';
import { useT } from '../messages/i18n.ts';
import styles from './chrome.module.css';

/**
 * Where the user's changes are, who else is here, edit or preview, the page's address, and Publish; on
 * phones undo and redo instead of the first two. Renders nothing when none of them is available.
 */
export const PageBar = observer(function PageBar() {
  const t = useT();
  const store = useEditorStore();
  const isPhone = useIsPhone();
  const { publishing } = store;
  const { canEdit, canPublish } = store.editor.permissions;
  // On a phone, users who can edit find the address in the page settings.
  const { publicUrl } = store;
  const showsAddress = publicUrl !== null && (!isPhone || !canEdit);
  const showsHistory = isPhone && store.isEditing;
  const showsPreview = canEdit && store.services.preview !== undefined;
  const showsPublish = canPublish && store.services.publishing !== undefined;
  const showsState = store.saveState !== null && !isPhone;
  const showsMore = showsPreview || showsAddress || showsPublish;
  if (!showsHistory && !showsState && !showsMore) return null;
  return (
    <Bar label={t('common.page')} className={styles['pageBar']}>
      {showsHistory ? (
        <>
          <HistoryButtons />
          <BarLine />
        </>
      ) : null}
      {showsState ? <SaveIndicator /> : null}
      {isPhone ? null : <PeopleButtons />}
      {showsState && showsMore ? <BarLine /> : null}
      {showsPreview ? (
        <ToolButton
          label={store.isEditing ? t('pageBar.preview') : t('pageBar.edit')}
          keys="Ctrl+."
          wide={!isPhone}
          onClick={() => {
            store.toggleMode();
          }}
        >
          {store.isEditing ? <Eye /> : <Pencil />}
          {isPhone ? null : store.isEditing ? t('pageBar.preview') : t('pageBar.edit')}
        </ToolButton>
      ) : null}
      {showsAddress ? (
        <>
          {showsPreview ? <BarLine /> : null}
          <ToolButton
            label={t('common.copyPageUrl')}
            onClick={() => {
              void copyPageUrl(store);
            }}
          >
            <LinkIcon />
          </ToolButton>
          {publishing.isLive ? (
            <ToolButton
              label={t('common.openLivePage')}
              onClick={() => {
                window.open(publicUrl, '_blank', 'noopener');
              }}
            >
              <ExternalLink />
            </ToolButton>
          ) : null}
        </>
      ) : null}
      {showsPublish ? (
        <Button
          variant="primary"
          size="small"
          className={styles['publish']}
          isBusy={publishing.isPublishing}
          disabled={!publishing.isPublishing && !publishing.canPublish}
          onClick={() => {
            void publishing.publish();
          }}
        >
          {t('pageBar.publish')}
        </Button>
      ) : null}
    </Bar>
  );
});
