import { Button } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Waiting } from '../app/Waiting.tsx';
import { MessageScreen } from '../shared/MessageScreen.tsx';
import { useStores } from '../stores/useStores.ts';
import { useTitle } from '../shared/useTitle.ts';
import { NotFoundScreen } from '../screens/not-found/NotFoundScreen.tsx';
import { CrashFallback } from './CrashFallback.tsx';
import { EditorWorkspace } from './EditorWorkspace.tsx';
import { EditorStoreContext } from './EditorStoreContext.ts';
import { useOpenPage } from './open/useOpenPage.ts';

/** What {@link EditorScreen} takes: the two parts of the address. */
export interface EditorScreenProps {
  readonly siteSlug: string;
  readonly pageSlug: string;
}

/**
 * The screen of a page at `/{siteSlug}/{pageSlug}`: the canvas and its chrome for its owner, the
 * published page for everybody else.
 */
export const EditorScreen = observer(function EditorScreen(props: EditorScreenProps) {
  const { siteSlug, pageSlug } = props;
  const opened = useOpenPage(siteSlug, pageSlug);
  useTitle(`${siteSlug}/${pageSlug}`);
  const { fonts } = useStores();
  useEffect(() => {
    void fonts.load();
  }, [fonts]);
  if (!opened) return <Waiting />;
  if (opened.state === 'missing') return <NotFoundScreen />;
  if (opened.state === 'failed')
    return (
      <MessageScreen title="This page did not open" text={opened.message}>
        <Button
          look="primary"
          onClick={() => {
            location.reload();
          }}
        >
          Try again
        </Button>
      </MessageScreen>
    );
  return (
    <CrashFallback
      component="the editor"
      onCrash={() => {
        opened.store.autosave.flush();
      }}
    >
      <EditorStoreContext value={opened.store}>
        <EditorWorkspace recovery={opened.recovery} />
      </EditorStoreContext>
    </CrashFallback>
  );
});

export default EditorScreen;
