import { showToast } from '@cobble/renderer-konva/editor/ui';
import { localPages } from '../../device/onDevice.ts';
import { translate } from '../../messages/i18n.ts';

/**
 * Says how many edits of a page are lost because its room has rejected them, once the user can see
 * the tab: it may be a hidden one that sends them. Never rejects.
 */
export async function tellRejected(
  count: number,
  { accountId, pageId }: { readonly accountId: number; readonly pageId: number },
): Promise<void> {
  const kept = await localPages.list(accountId).catch(() => []);
  const page = kept.find((each) => each.pageId === pageId)?.pageSlug;
  const tell = (): void => {
    const text =
      page === undefined
        ? translate('unsent.rejected', { count })
        : translate('unsent.rejectedOnPage', { count, page });
    showToast(text, { autoCloseMs: 7000 });
  };
  if (document.visibilityState === 'visible') tell();
  else document.addEventListener('visibilitychange', tell, { once: true });
}
