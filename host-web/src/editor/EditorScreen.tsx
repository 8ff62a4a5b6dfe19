import { CobbleEditor, notify } from '@cobble/renderer-konva/editor';
import { Button } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { Loading } from '../shared/Loading.tsx';
import { useT } from '../messages/i18n.ts';
import { NotFoundScreen } from '../screens/not-found/NotFoundScreen.tsx';
import { OfflineScreen } from '../screens/offline/OfflineScreen.tsx';
import { MessageScreen } from '../shared/MessageScreen.tsx';
import { useTitle } from '../shared/useTitle.ts';
import { useStores } from '../stores/useStores.ts';
import styles from './EditorScreen.module.css';
import { FirstPage } from './first-page/FirstPage.tsx';
import { LeaveGuard } from './leave/LeaveGuard.tsx';
import type { OpenedPage } from './openPage.ts';
import { useEditorServices } from './services/useEditorServices.ts';
import { useConsoleEditor } from './useConsoleEditor.ts';
import { useOpenPage } from './useOpenPage.ts';
import { WithheldChanges } from './withheld-changes/WithheldChanges.tsx';

/** Props of {@link EditorScreen}: the parts of the page's address. */
export interface EditorScreenProps {
  readonly siteSlug: string;
  readonly pageSlug: string;
}

/** `/{siteSlug}/{pageSlug}`: the editor for the owner, the page for everyone else. */
export const EditorScreen = observer(function EditorScreen(props: EditorScreenProps) {
  const t = useT();
  const { siteSlug, pageSlug } = props;
  const opened = useOpenPage(siteSlug, pageSlug);
  useTitle(`${siteSlug}/${pageSlug}`);
  const { fonts } = useStores();
  useEffect(() => {
    void fonts.load();
  }, [fonts]);
  if (!opened) return <Loading />;
  if (opened.state === 'missing') return <NotFoundScreen />;
  if (opened.state === 'offline') return <OfflineScreen />;
  if (opened.state === 'failed')
    return (
      <MessageScreen title={t('editorScreen.failedTitle')} text={opened.message}>
        <Button
          variant="primary"
          onClick={() => {
            location.reload();
          }}
        >
          {t('app.tryAgain')}
        </Button>
      </MessageScreen>
    );
  return <ReadyPage page={opened} />;
});

const ReadyPage = observer(function ReadyPage(props: {
  readonly page: Extract<OpenedPage, { state: 'ready' }>;
}) {
  const t = useT();
  const { editor, isPublished, publishedPage, room, safeMode, startsInPreview } = props.page;
  const services = useEditorServices(editor, {
    ...{ isPublished, publishedPage, hasRoom: room !== null },
  });
  useConsoleEditor(editor);
  const href = useHref('/');
  const onClick = useLinkClickHandler('/');
  const home = useMemo(() => ({ href, onClick }), [href, onClick]);
  // Toasts are the app's, so that they outlive the screen.
  const complete = useMemo(() => ({ ...services, notify }), [services]);
  const messages = useMemo(
    () => ({ font: { premiumOnly: t('error.insufficient_privileges_to_use_premium_font') } }),
    [t],
  );
  return (
    <div className={styles['screen']}>
      <CobbleEditor
        editor={editor}
        services={complete}
        room={room?.client}
        home={home}
        safeMode={safeMode}
        startsInPreview={startsInPreview}
        messages={messages}
      >
        <FirstPage />
        <LeaveGuard />
        <WithheldChanges />
      </CobbleEditor>
    </div>
  );
});
