import { useEffect, useState } from 'react';
import { SOMETHING_WENT_WRONG } from '../messages/apiMessage.ts';
import { useStores } from '../stores/useStores.ts';
import { type OpenedPage, openPage } from './openPage.ts';

/**
 * Opens a page once the account is known. Returns null until the page has loaded. Reads
 * observables: call it in an observer.
 */
export function useOpenPage(siteSlug: string, pageSlug: string): OpenedPage | null {
  const { api, account } = useStores();
  const isKnown = account.state === 'logged-in' || account.state === 'logged-out';
  const owner = account.state === 'logged-in' ? account.account : null;
  const [opened, setOpened] = useState<OpenedPage | null>(null);
  useEffect(() => {
    if (!isKnown) return undefined;
    let isGone = false;
    const set = (result: OpenedPage) => {
      if (!isGone) setOpened(result);
    };
    void openPage({ api, siteSlug, pageSlug, account: owner }).then(set, (error: unknown) => {
      reportError(error);
      set({ state: 'failed', message: SOMETHING_WENT_WRONG });
    });
    return () => {
      isGone = true;
      setOpened(null);
    };
  }, [siteSlug, pageSlug, isKnown, owner, api]);
  return opened;
}
