import { apiMessage, SOMETHING_WENT_WRONG } from '../messages/apiMessage.ts';
import { ApiError } from '../api/ApiError.ts';
import { readStoredPage } from './open/readStoredPage.ts';
import type { EditorStore } from './stores/EditorStore.ts';

/** How long one's own copy is offered again after the newer one was loaded, ms. */
const OFFER_MS = 60_000;

const words = (error: unknown) =>
  error instanceof ApiError ? apiMessage(error) : SOMETHING_WENT_WRONG;

/** The page as the server has it now. */
const fetchPage = (store: EditorStore) => {
  const { site, slug } = store.editor.fields;
  return store.services.getPage(site.slug, slug);
};

/**
 * Shows the version that the server has. One's own copy stays at hand: the notice brings it back,
 * on top of the newer revision.
 */
export async function loadNewer(store: EditorStore): Promise<void> {
  const { editor } = store;
  try {
    const newer = readStoredPage(await fetchPage(store), store.publicUrl);
    if (!newer.ok) {
      store.notify(SOMETHING_WENT_WRONG, { kind: 'error' });
      return;
    }
    editor.reset();
    const mine = editor.stablePage;
    store.load(newer.value.page, { hasPublishableChanges: newer.value.isMigrated });
    store.closeDialog();
    store.notify('The newer version is loaded. Yours is kept.', {
      durationMs: OFFER_MS,
      action: {
        label: 'Bring mine back',
        run: () => {
          editor.reset();
          store.load(
            { ...mine, revision: editor.stablePage.revision },
            { hasPublishableChanges: true },
          );
          store.keep();
        },
      },
    });
  } catch (error) {
    store.notify(words(error), { kind: 'error' });
  }
}

/** Publishes one's own copy in place of the newer one. */
export async function publishOver(store: EditorStore): Promise<void> {
  try {
    const newer = await fetchPage(store);
    store.closeDialog();
    await store.publishing.publish({ baseRevision: newer.revision });
  } catch (error) {
    store.notify(words(error), { kind: 'error' });
  }
}
