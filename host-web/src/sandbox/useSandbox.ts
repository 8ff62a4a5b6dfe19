import { notify } from '@cobble/renderer-konva/editor';
import { useEffect, useState } from 'react';
import type { JoinedRoom } from '../editor/room/joinRoom.ts';
import type { RoomRefusal } from '../editor/room/socketTransport.ts';
import { useT } from '../messages/i18n.ts';
import { useStores } from '../stores/useStores.ts';
import { type OpenedSandbox, openSandbox } from './openSandbox.ts';

/** Opens the sandbox for an account, and leaves it at the end. Null until it is open. */
export function useSandbox(accountId: number): OpenedSandbox | null {
  const t = useT();
  const { api, account, overlays } = useStores();
  const [opened, setOpened] = useState<OpenedSandbox | null>(null);
  useEffect(() => {
    let isCancelled = false;
    let room: JoinedRoom | null = null;
    const leave = (): void => {
      // Later, because a drag in progress ends when the canvas unmounts.
      queueMicrotask(() => room?.leave());
    };
    const set = (result: OpenedSandbox): void => {
      if (result.state === 'ready') ({ room } = result);
      if (isCancelled) leave();
      else setOpened(result);
    };
    const onRefused = (code: RoomRefusal): void => {
      if (isCancelled) return;
      if (code === 'err_unauthorized') overlays.openSignIn(window.location.pathname);
      else notify(t('room.gone'), { kind: 'error' });
    };
    openSandbox({ t, api, accountId, account, onRefused }).then(set, (error: unknown) => {
      reportError(error);
      set({ state: 'failed', message: t('app.somethingWentWrong') });
    });
    return () => {
      isCancelled = true;
      leave();
      setOpened(null);
    };
  }, [t, api, account, overlays, accountId]);
  return opened;
}
