import type { Editor } from '@cobble/engine';
import type { RoomClient } from '@cobble/engine/collaboration';
import { SANDBOX } from '@cobble/host-server/contract';
import { CobbleCanvas } from '@cobble/renderer-konva';
import { Button, showToast } from '@cobble/renderer-konva/editor/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useConsoleEditor } from '../editor/useConsoleEditor.ts';
import { i18n, useT } from '../messages/i18n.ts';
import { OfflineScreen } from '../screens/offline/OfflineScreen.tsx';
import { Loading } from '../shared/Loading.tsx';
import { MessageScreen } from '../shared/MessageScreen.tsx';
import { useTitle } from '../shared/useTitle.ts';
import { SkyScreen } from '../shared/SkyScreen.tsx';
import { useStores } from '../stores/useStores.ts';
import { BoopButton } from './BoopButton.tsx';
import { refuseToAdd } from './playOnly.ts';
import { useBoops } from './useBoops.ts';
import { useSandbox } from './useSandbox.ts';
import styles from './SandboxScreen.module.css';

/** `/s/sandbox`: one page for everyone with an account, to try out editing together [SB1]. */
export const SandboxScreen = observer(function SandboxScreen() {
  const t = useT();
  const { account, overlays } = useStores();
  useTitle(t('sandbox.title'));
  if (account.state === 'offline') return <OfflineScreen />;
  if (account.state === 'signed-out')
    return (
      <MessageScreen title={t('sandbox.logInTitle')} text={t('sandbox.logInText')}>
        <Button
          variant="primary"
          onClick={() => {
            overlays.openSignIn(window.location.pathname);
          }}
        >
          {t('auth.logIn')}
        </Button>
      </MessageScreen>
    );
  if (account.state !== 'signed-in' || !account.account) return <Loading />;
  return <Opening accountId={account.account.ID} />;
});

function Opening({ accountId }: { readonly accountId: number }) {
  const t = useT();
  const opened = useSandbox(accountId);
  if (!opened) return <Loading />;
  if (opened.state === 'ready')
    return <OpenSandbox editor={opened.editor} client={opened.room.client} />;
  const isOff = opened.state === 'off';
  return (
    <MessageScreen
      title={isOff ? t('sandbox.offTitle') : t('sandbox.failedTitle')}
      text={isOff ? t('sandbox.offText') : opened.message}
    >
      <Button
        variant="primary"
        onClick={() => {
          window.location.reload();
        }}
      >
        {t('app.tryAgain')}
      </Button>
    </MessageScreen>
  );
}

const OpenSandbox = observer(function OpenSandbox(props: {
  readonly editor: Editor;
  readonly client: RoomClient;
}) {
  const t = useT();
  const { editor, client } = props;
  const { latest, boop } = useBoops(editor, client);
  useConsoleEditor(editor);
  const isForTouch = window.matchMedia('(pointer: coarse)').matches;
  useEffect(() => {
    const nudge = (dx: number, dy: number) => () =>
      // With a selection, the editor does it.
      editor.selection.size === 0 && editor.nudge(dx, dy, SANDBOX.block);
    const explain = (): void => {
      showToast(t('sandbox.onlyPlay'));
    };
    const stops = [
      editor.onRefusal((code) => {
        if (code === 'change_refused') explain();
      }),
      refuseToAdd(editor, explain),
      editor.bindKeys({
        ArrowLeft: nudge(-STEP_PX, 0),
        ArrowRight: nudge(STEP_PX, 0),
        ArrowUp: nudge(0, -STEP_PX),
        ArrowDown: nudge(0, STEP_PX),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor, t]);
  return (
    <SkyScreen>
      <main className={styles['main']}>
        <h1 className={styles['title']}>{t('sandbox.title')}</h1>
        <p className={styles['text']}>
          {isForTouch ? t('sandbox.textForTouch') : t('sandbox.text')}
        </p>
        <section
          className={styles['canvas']}
          aria-label={t('sandbox.canvas')}
          style={{ aspectRatio: 1 / SANDBOX.height }}
        >
          {client.seq === null ? (
            <Loading />
          ) : (
            <CobbleCanvas editor={editor} room={client} fontBaseUrl="/fonts" />
          )}
        </section>
        <BoopButton latest={latest} isDisabled={client.status !== 'live'} onBoop={boop} />
        <p className={styles['people']}>
          <People client={client} />{' '}
          {client.people.isQuiet ? t('sandbox.quiet') : t('sandbox.visible')}
        </p>
      </main>
    </SkyScreen>
  );
});

/** How far an arrow key moves the block while nothing is selected, px at the reference width. */
const STEP_PX = 8;

/** How many people are named. */
const MAX_NAMES = 5;

/** Who else is here. */
const People = observer(function People({ client }: { readonly client: RoomClient }) {
  const t = useT();
  if (client.status !== 'live') return t('sandbox.connecting');
  const names = new Set(
    [...client.people.peers.values()]
      .filter(({ accountId }) => accountId !== client.accountId)
      .map(({ name }) => name ?? t('sandbox.someone')),
  );
  if (names.size === 0) return t('sandbox.alone');
  const shown = [...names].slice(0, MAX_NAMES);
  const more = names.size - shown.length;
  const list = new Intl.ListFormat(i18n.language).format([
    ...shown,
    ...(more > 0 ? [t('sandbox.more', { count: more })] : []),
  ]);
  return t('sandbox.people', { count: names.size, names: list });
});
