import { notify } from '@cobble/renderer-konva/editor';
import { useEffect, useState } from 'react';
import { useT } from '../messages/i18n.ts';
import { useStores } from '../stores/useStores.ts';
import { type OpenedPage, openPage } from './openPage.ts';
import type { JoinedRoom } from './room/joinRoom.ts';
import type { RoomRefusal } from './room/socketTransport.ts';

/**
 * Opens a page once the account is known. Returns null until the page has loaded. Reads
 * observables: call it in an observer.
 */
export function useOpenPage(siteSlug: string, pageSlug: string): OpenedPage | null {
  const t = useT();
  const { api, account, overlays } = useStores();
  const { state } = account;
  const hasAccount = state === 'signed-in' || state === 'offline';
  const isKnown = hasAccount || state === 'signed-out';
  const knownAccount = hasAccount ? account.account : null;
  const [opened, setOpened] = useState<OpenedPage | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isReachable = opened?.state === 'offline' && state !== 'offline';
  useEffect(() => {
    if (isReachable) setAttempt((count) => count + 1);
  }, [isReachable]);
  useEffect(() => {
    if (!isKnown) return undefined;
    let isCancelled = false;
    let room: JoinedRoom | null = null;
    // Later, because what is in progress is committed when the editor's component unmounts.
    const leave = () => {
      queueMicrotask(() => room?.leave());
    };
    const set = (result: OpenedPage) => {
      if (result.state === 'ready') ({ room } = result);
      if (isCancelled) leave();
      else setOpened(result);
    };
    const onRefused = (code: RoomRefusal) => {
      if (isCancelled) return;
      const logIn = () => {
        overlays.openSignIn(window.location.pathname);
      };
      const action = { label: t('auth.logIn'), run: logIn };
      if (code === 'err_unauthorized')
        notify(t('room.loggedOut'), { kind: 'error', durationMs: 20_000, action });
      else notify(t('room.gone'), { kind: 'error', durationMs: 20_000 });
    };
    void openPage({ t, api, siteSlug, pageSlug, session: account, onRefused }).then(
      set,
      (error: unknown) => {
        reportError(error);
        set({ state: 'failed', message: t('app.somethingWentWrong') });
      },
    );
    return () => {
      isCancelled = true;
      leave();
      setOpened(null);
    };
  }, [t, siteSlug, pageSlug, isKnown, knownAccount, api, account, overlays, attempt]);
  return opened;
}
