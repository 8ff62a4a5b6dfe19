import {
  createEditor,
  defaultEnvironment,
  type Editor,
  maxBlocksOf,
  permissionsOf,
} from '@cobble/engine';
import type { Account, StoredPage } from '@cobble/host-server/contract';
import { createTextMeasurers } from '@cobble/renderer-konva';
import type { ApiClient } from '../api/ApiClient.ts';
import { ApiError } from '../api/ApiError.ts';
import { apiMessage } from '../messages/apiMessage.ts';
import { siteAddress } from '../routing/siteAddress.ts';
import { readStoredPage } from './readStoredPage.ts';
import { fetchPage } from './services/pageCalls.ts';

/** Options of {@link openPage}. */
export interface OpenPageOptions {
  readonly api: ApiClient;
  readonly siteSlug: string;
  readonly pageSlug: string;
  readonly account: Account | null;
}

/** A page ready to be edited or previewed, or why it is not. */
export type OpenedPage =
  | {
      readonly state: 'ready';
      readonly editor: Editor;
      /** Whether visitors can see the page already. */
      readonly isPublished: boolean;
      readonly startsInPreview: boolean;
      /** Code embeds of other people's pages do not run. */
      readonly safeMode: boolean;
    }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly message: string };

const DAMAGED = 'This page is damaged and cannot be shown here.';
const NEWER = 'This page was made with a newer editor. Reload to get it.';

/** Loads a page and creates its editor with the permissions of the account. */
export async function openPage(options: OpenPageOptions): Promise<OpenedPage> {
  const { api, siteSlug, pageSlug, account } = options;
  let received: StoredPage;
  try {
    received = await fetchPage(api, siteSlug, pageSlug);
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
  if (isMigrated && permissions.canPublish) editor.load(page, { hasPublishableChanges: true });
  return {
    state: 'ready',
    editor,
    isPublished: received.isPublished,
    startsInPreview: permissions.mode !== 'Editing',
    safeMode: permissions.safeMode,
  };
}
