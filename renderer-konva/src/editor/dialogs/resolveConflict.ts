import type { Page } from '@cobble/engine';
import { checkLatest } from '../services/publishingResults.ts';
import { ServiceError } from '../services/ServiceError.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { noteRecovery } from '../stores/hasOwnChanges.ts';
import { commitUncommittedWork } from '../stores/editsInProgress.ts';
import { replaceWithVersion } from '../stores/replaceWithVersion.ts';

/** How long users can restore their own version after loading the newer one, ms. */
const RESTORE_OFFER_MS = 60_000;

const loadLatest = async ({ services, editor }: EditorStore) => {
  if (!services.publishing) throw new Error('no service');
  return checkLatest(await services.publishing.loadLatest(editor.stablePage));
};

/** Returns a function that tells whether the editor still has the page that it has now. */
const watchPage = ({ editor }: EditorStore): (() => boolean) => {
  const { ID } = editor.fields;
  return () => editor.fields.ID === ID;
};

const notifyOfFailure = (store: EditorStore, error: unknown, isSamePage: boolean): void => {
  const isKnown = error instanceof ServiceError;
  const message = isKnown ? error.message : store.t('common.somethingWentWrong');
  if (isSamePage) store.notify(message, { kind: 'error' });
  // A mistake in the host, which its author should see.
  if (!isKnown) reportError(error);
};

/**
 * Loads the server's version. A notice offers to restore the user's own version, based on the newer
 * revision. Both do nothing once the host has opened another page. Until the offer ends, the local
 * copy of the user's version stays; if the page is left before, it is offered when the page is opened
 * again.
 */
export async function loadNewer(store: EditorStore): Promise<void> {
  const { editor, t } = store;
  const isSamePage = watchPage(store);
  try {
    const { page, hasPublishableChanges } = await loadLatest(store);
    if (!isSamePage()) return;
    commitUncommittedWork(editor);
    const mine = store.uploads.keep(editor.stablePage);
    const deleteCopy = store.autosave.leaveCopy();
    store.load(page, { hasPublishableChanges });
    store.closeDialog();
    const { pageSignal } = store;
    const timer = setTimeout(deleteCopy, RESTORE_OFFER_MS);
    pageSignal.addEventListener('abort', () => {
      clearTimeout(timer);
    });
    store.notify(t('conflict.loaded'), {
      durationMs: RESTORE_OFFER_MS,
      signal: pageSignal,
      action: {
        label: t('conflict.restoreMine'),
        run: () => {
          if (pageSignal.aborted || !isSamePage()) return;
          clearTimeout(timer);
          restore(store, mine());
          // Not before the restored version is stored.
          store.saveNow();
          if (!store.autosave.hasProblem) deleteCopy();
        },
      },
    });
  } catch (error) {
    notifyOfFailure(store, error, isSamePage());
  }
}

/**
 * Replaces the page with the user's own version, based on the page's revision. Undo brings back what
 * the user has changed since the newer version was loaded; if the edit is refused, a local copy has
 * it.
 */
function restore(store: EditorStore, mine: Page): void {
  const { editor } = store;
  if (replaceWithVersion(editor, mine).ok) return;
  store.autosave.leaveCopy();
  const { revision } = editor.stablePage;
  store.load({ ...mine, revision }, { hasPublishableChanges: true });
  noteRecovery(editor);
  store.saveLocally();
}

/**
 * Publishes the user's version in place of the newer one, unless the host has opened another page
 * meanwhile.
 */
export async function publishOver(store: EditorStore): Promise<void> {
  const isSamePage = watchPage(store);
  try {
    const { page } = await loadLatest(store);
    if (!isSamePage()) return;
    store.closeDialog();
    await store.publishing.publish({ baseRevision: page.revision });
  } catch (error) {
    notifyOfFailure(store, error, isSamePage());
  }
}
