import { useEffect, useState } from 'react';
import { useT } from '../messages/i18n.ts';
import { useStores } from '../stores/useStores.ts';
import { type OpenedPage, openPage } from './openPage.ts';

/**
 * Opens a page once the account is known. Returns null until the page has loaded. Reads
 * observables: call it in an observer.
 */
export function useOpenPage(siteSlug: string, pageSlug: string): OpenedPage | null {
  const t = useT();
  const { api, account } = useStores();
  const isKnown = account.state === 'signed-in' || account.state === 'signed-out';
  const signedInAccount = account.state === 'signed-in' ? account.account : null;
  const [opened, setOpened] = useState<OpenedPage | null>(null);
  useEffect(() => {
    if (!isKnown) return undefined;
    let isCancelled = false;
    const set = (result: OpenedPage) => {
      if (!isCancelled) setOpened(result);
    };
    void openPage({ t, api, siteSlug, pageSlug, account: signedInAccount }).then(
      set,
      (error: unknown) => {
        reportError(error);
        set({ state: 'failed', message: t('app.somethingWentWrong') });
      },
    );
    return () => {
      isCancelled = true;
      setOpened(null);
    };
  }, [t, siteSlug, pageSlug, isKnown, signedInAccount, api]);
  return opened;
}
