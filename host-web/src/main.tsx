import '@cobble/renderer-konva/editor.css';
import './design/index.css';
import { showToast } from '@cobble/renderer-konva/editor/ui';
import { when } from 'mobx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { failureMessage } from './messages/apiMessage.ts';
import { translate } from './messages/i18n.ts';
import { announceBuild, keepOfflineCopy } from './offline/keepOfflineCopy.ts';
import { normalizePath } from './routing/normalizePath.ts';
import { browserStorage, tabStorage } from './stores/LocalValue.ts';
import { refreshWhenReachable } from './stores/refreshWhenReachable.ts';
import { sendWhenReachable } from './stores/sendWhenReachable.ts';
import type { UnsentSource } from './stores/UnsentStore.ts';
import { RootStore } from './stores/RootStore.ts';

// Before the router reads it: the History API takes a path like `//evil_com` for another host.
const { pathname, search, hash } = window.location;
const target = normalizePath(pathname, search);
if (target !== null) window.history.replaceState(null, '', `${target}${hash}`);

// Loaded when it is needed: rooms are the editor's.
const unsentOnDevice: UnsentSource = {
  count: async (accountId, unsendable) => {
    const [{ roomDatabase }, { countUnsent }] = await Promise.all([
      import('./device/onDevice.ts'),
      import('./editor/room/countUnsent.ts'),
    ]);
    return countUnsent(roomDatabase, accountId, unsendable);
  },
  send: async (account, unsendable) => {
    const { sendFromDevice } = await import('./editor/room/unsentOnDevice.ts');
    return sendFromDevice(account, unsendable);
  },
};
const stores = new RootStore({
  storage: browserStorage(),
  session: tabStorage(),
  unsent: unsentOnDevice,
  onFailure: (error) => {
    showToast(failureMessage(translate, error));
  },
});
const hadAccount = stores.account.state === 'cached';
stores.account.refresh().catch(() => {
  // The screens say so, and do not ask the user to log in [OF6].
  if (stores.account.state === 'offline') return;
  showToast(
    hadAccount ? translate('auth.accountFetchFailed') : translate('app.somethingWentWrong'),
  );
});

refreshWhenReachable(stores.account, window);
sendWhenReachable({
  ...{ account: stores.account, unsent: stores.unsent, events: window },
  isOnline: () => navigator.onLine,
  onFailure: reportError,
});
if (import.meta.env.PROD) {
  announceBuild();
  when(
    () => stores.account.state === 'signed-in' && stores.account.account !== null,
    keepOfflineCopy,
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App stores={stores} />
  </StrictMode>,
);
