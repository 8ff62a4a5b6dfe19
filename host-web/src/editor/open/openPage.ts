import {
  createEditor,
  defaultEnvironment,
  maxBlocksOf,
  type Page,
  permissionsOf,
} from '@cobble/engine';
import type { Account, StoredPage } from '@cobble/host-server/contract';
import { createTextMeasurers } from '@cobble/renderer-konva';
import { apiMessage } from '../../messages/apiMessage.ts';
import { ApiError } from '../../api/ApiError.ts';
import type { LocalStorage } from '../../stores/LocalValue.ts';
import type { EditorServices } from '../services/EditorServices.ts';
import type { Notify } from '../services/Notify.ts';
import { AutosaveStore } from '../stores/AutosaveStore.ts';
import { EditorStore } from '../stores/EditorStore.ts';
import { measureImage } from '../upload/measureImage.ts';
import { siteAddress } from '../../routing/siteAddress.ts';
import { readStoredPage } from './readStoredPage.ts';

/** What opening a page needs. */
export interface OpenPageOptions {
  readonly siteSlug: string;
  readonly pageSlug: string;
  readonly account: Account | null;
  readonly services: EditorServices;
  readonly storage: LocalStorage | null;
  readonly notify: Notify;
}

/** What came of it. */
export type OpenedPage =
  | {
      readonly state: 'ready';
      readonly store: EditorStore;
      /** A local copy with changes that were not published, to be offered. */
      readonly recovery: { readonly page: Page; readonly updatedAtMs: number } | null;
    }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly message: string };

const NO_ROOM =
  'This browser has no room left to keep your changes. Publish them soon, so that they are not lost.';

const DAMAGED = 'This page is damaged and cannot be shown here.';
const NEWER = 'This page was made with a newer editor. Reload to get it.';

/** Loads a page and makes its editor, with what the person may do and what was kept locally. */
export async function openPage(options: OpenPageOptions): Promise<OpenedPage> {
  const { siteSlug, pageSlug, account, services, notify } = options;
  let received: StoredPage;
  try {
    received = await services.getPage(siteSlug, pageSlug);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'page_does_not_exist'
      ? { state: 'missing' }
      : { state: 'failed', message: apiMessage(error) };
  }
  const read = readStoredPage(received, siteAddress(siteSlug).url);
  if (!read.ok)
    return { state: 'failed', message: read.code === 'page_newer_than_editor' ? NEWER : DAMAGED };
  const { page, isMigrated } = read.value;
  const permissions = permissionsOf({ page, account });
  const editor = createEditor({
    page,
    permissions,
    maxBlocks: maxBlocksOf(account, page.ID),
    environment: { ...defaultEnvironment, ...createTextMeasurers() },
  });
  const autosave = new AutosaveStore({
    storage: options.storage,
    now: Date.now,
    kits: editor.kits,
    onProblem: () => {
      notify(NO_ROOM, { kind: 'error', durationMs: 7000 });
    },
  });
  const store = new EditorStore({
    editor,
    services,
    notify,
    autosave,
    measureImage,
    account,
    mode: permissions.mode === 'Editing' ? 'editing' : 'previewing',
    safeMode: permissions.safeMode,
  });
  if (isMigrated && permissions.canPublish) store.load(page, { hasPublishableChanges: true });
  // A page that nobody can see yet has something to publish, whether or not it was changed.
  if (permissions.canPublish && !received.isPublished) store.publishing.remind();
  const recovery = permissions.canPublish ? autosave.find(page) : null;
  return { state: 'ready', store, recovery };
}
