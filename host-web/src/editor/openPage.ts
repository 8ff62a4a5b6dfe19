import {
  createEditor,
  defaultEnvironment,
  type Editor,
  type LogMessage,
  maxBlocksOf,
  permissionsOf,
} from '@cobble/engine';
import { type Account, calls, type StoredPage } from '@cobble/host-server/contract';
import { createTextMeasurers } from '@cobble/renderer-konva';
import type { ApiClient } from '../api/ApiClient.ts';
import { ApiError } from '../api/ApiError.ts';
import { errorMessage } from '../messages/apiMessage.ts';
import type { Translate } from '../messages/Translate.ts';
import { siteAddress } from '../routing/siteAddress.ts';
import { readStoredPage } from './readStoredPage.ts';

/** Options of {@link openPage}. */
export interface OpenPageOptions {
  readonly t: Translate;
  readonly api: ApiClient;
  readonly siteSlug: string;
  readonly pageSlug: string;
  readonly account: Account | null;
}

/** A page that is ready to edit or preview, or the reason why it is not. */
export type OpenedPage =
  | {
      readonly state: 'ready';
      readonly editor: Editor;
      /** Whether the page is published already. */
      readonly isPublished: boolean;
      readonly startsInPreview: boolean;
      /** True for pages of other accounts: their code embeds do not run. */
      readonly safeMode: boolean;
    }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly message: string };

/** Reports what a listener of the editor has thrown, as the browser reports other exceptions. */
function reportFailure({ code, details }: LogMessage): void {
  if (code === 'listener_failed')
    reportError(new Error(`${String(details['event'])}: ${String(details['error'])}`));
}

/** Loads a page and creates its editor with the permissions of the account. */
export async function openPage(options: OpenPageOptions): Promise<OpenedPage> {
  const { t, api, siteSlug, pageSlug, account } = options;
  let received: StoredPage;
  try {
    received = await api.call(calls.getPage, {
      query: { site: siteSlug, page: pageSlug },
      isQuiet: true,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'page_does_not_exist'
      ? { state: 'missing' }
      : { state: 'failed', message: errorMessage(t, error) };
  }
  const read = readStoredPage(received, siteAddress(siteSlug).url);
  if (!read.ok) {
    const isNewer = read.code === 'page_newer_than_editor';
    const message = isNewer ? t('editorScreen.newer') : t('editorScreen.damaged');
    return { state: 'failed', message };
  }
  const { page, isMigrated } = read.value;
  const permissions = permissionsOf({ page, account });
  const editor = createEditor({
    page,
    permissions,
    maxBlocks: maxBlocksOf(account),
    environment: { ...defaultEnvironment, ...createTextMeasurers(), log: reportFailure },
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
