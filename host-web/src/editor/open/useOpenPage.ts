import { useEffect, useState } from 'react';
import { browserStorage } from '../../stores/LocalValue.ts';
import { useStores } from '../../stores/useStores.ts';
import { createEditorServices } from '../services/createEditorServices.ts';
import { notify } from '../services/notify.tsx';
import { type OpenedPage, openPage } from './openPage.ts';

/**
 * Opens a page once it is known who asks, and closes it when the screen goes. Null while it is on
 * its way. Call it in an observer.
 */
export function useOpenPage(siteSlug: string, pageSlug: string): OpenedPage | null {
  const { api, account } = useStores();
  const isKnown = account.state === 'logged-in' || account.state === 'logged-out';
  const owner = account.state === 'logged-in' ? account.account : null;
  const [opened, setOpened] = useState<OpenedPage | null>(null);
  useEffect(() => {
    if (!isKnown) return undefined;
    let current: OpenedPage | null = null;
    let isGone = false;
    const close = () => {
      if (current?.state === 'ready') current.store.dispose();
    };
    void openPage({
      siteSlug,
      pageSlug,
      account: owner,
      services: createEditorServices(api),
      storage: browserStorage(),
      notify,
    }).then(
      (result) => {
        current = result;
        if (isGone) close();
        else setOpened(result);
      },
      (error: unknown) => {
        reportError(error);
        if (!isGone) setOpened({ state: 'failed', message: 'Something went wrong. Try again.' });
      },
    );
    return () => {
      isGone = true;
      close();
      setOpened(null);
    };
  }, [siteSlug, pageSlug, isKnown, owner, api]);
  return opened;
}
