import {
  createEditor,
  defaultEnvironment,
  type Editor,
  equalJson,
  type LogMessage,
  maxBlocksOf,
  type Page,
  permissionsOf,
} from '@cobble/engine';
import { calls, type StoredPage } from '@cobble/host-server/contract';
import { createTextMeasurers } from '@cobble/renderer-konva';
import type { ApiClient } from '../api/ApiClient.ts';
import { ApiError } from '../api/ApiError.ts';
import { errorMessage } from '../messages/apiMessage.ts';
import type { Translate } from '../messages/Translate.ts';
import { siteAddress } from '../routing/siteAddress.ts';
import type { AccountStore } from '../stores/AccountStore.ts';
import { readStoredPage } from './readStoredPage.ts';
import { type JoinedRoom, joinRoom } from './room/joinRoom.ts';
import type { RoomRefusal } from './room/socketTransport.ts';
import { localPages } from '../device/onDevice.ts';
import { reportUnlessStorage } from '../device/storageFailures.ts';

/** Options of {@link openPage}. */
export interface OpenPageOptions {
  readonly t: Translate;
  readonly api: ApiClient;
  readonly siteSlug: string;
  readonly pageSlug: string;
  readonly session: AccountStore;
  /** As in `joinRoom`. */
  readonly onRefused: (code: RoomRefusal) => void;
}

/** A page that is ready to edit or preview, or the reason why it is not. */
export type OpenedPage =
  | {
      readonly state: 'ready';
      readonly editor: Editor;
      /** Whether the page is published already. */
      readonly isPublished: boolean;
      /** The published page, if the editor's page differs from it; null: unknown. */
      readonly publishedPage: Page | null;
      readonly startsInPreview: boolean;
      /** True for pages of other accounts: their code embeds do not run. */
      readonly safeMode: boolean;
      /** The page's room; null if the server has no rooms, or the user only visits. */
      readonly room: JoinedRoom | null;
    }
  | { readonly state: 'missing' }
  /** The server cannot be reached, and this browser has not kept the page. */
  | { readonly state: 'offline' }
  | { readonly state: 'failed'; readonly message: string };

/** Reports what a listener of the editor has thrown, as the browser reports other exceptions. */
function reportFailure({ code, details }: LogMessage): void {
  if (code === 'listener_failed')
    reportError(new Error(`${String(details['event'])}: ${String(details['error'])}`));
}

/** A page to open. */
interface LoadedPage {
  readonly page: Page;
  readonly isPublished: boolean;
  /** Whether it differs from the published page. */
  readonly isChanged: boolean;
  /** The published page, if it differs; null: unknown. */
  readonly publishedPage: Page | null;
  readonly hasRoom: boolean;
  /** The seq of its room's stream; null if it is in no version of the stream. */
  readonly seq: number | null;
}

/** Loads a page, creates its editor with the permissions of the account, and joins its room. */
export async function openPage(options: OpenPageOptions): Promise<OpenedPage> {
  const { session, siteSlug, pageSlug, onRefused } = options;
  const { account } = session;
  const loaded = await loadPage(options);
  if ('state' in loaded) return loaded;
  const { page, isPublished, isChanged, publishedPage, hasRoom, seq } = loaded;
  const permissions = permissionsOf({ page, account });
  const editor = createEditor({
    page,
    permissions,
    maxBlocks: maxBlocksOf(account),
    environment: { ...defaultEnvironment, ...createTextMeasurers(), log: reportFailure },
  });
  if (isChanged && permissions.canPublish) editor.load(page, { hasPublishableChanges: true });
  return {
    state: 'ready',
    editor,
    isPublished,
    publishedPage,
    startsInPreview: permissions.mode !== 'Editing',
    safeMode: permissions.safeMode,
    room:
      account && hasRoom
        ? await joinRoom({
            ...{ editor, baseSeq: seq, accountId: account.ID, account: session, onRefused },
            ...{ address: { siteSlug, pageSlug }, isPublished },
          })
        : null,
  };
}

async function loadPage(
  options: OpenPageOptions,
): Promise<LoadedPage | Exclude<OpenedPage, { readonly state: 'ready' }>> {
  const { t, api, session, siteSlug, pageSlug } = options;
  const { account } = session;
  let received: StoredPage;
  let newer: Draft | null = null;
  try {
    const query = { site: siteSlug, page: pageSlug };
    received = await api.call(calls.getPage, { query, isQuiet: true });
    if (received.hasRoom) newer = await loadDraft(api, received);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const kept = account && (await findKept(options, account.ID));
    if (error.code === 'page_does_not_exist') {
      if (kept) await localPages.remove(account.ID, kept.page.ID).catch(reportUnlessStorage);
      return { state: 'missing' };
    }
    if (kept && error.isTemporary) return kept;
    if (session.state === 'offline') return { state: 'offline' };
    return { state: 'failed', message: errorMessage(t, error) };
  }
  const { isPublished, hasRoom = false } = received;
  const stored = newer ? { ...received, ...newer.page } : received;
  const { url } = siteAddress(siteSlug);
  const read = readStoredPage(stored, url);
  if (!read.ok) {
    const isNewer = read.code === 'page_newer_than_editor';
    const message = isNewer ? t('editorScreen.newer') : t('editorScreen.damaged');
    return { state: 'failed', message };
  }
  const { page, isMigrated } = read.value;
  // The room migrates the page in an entry of its own, with other ids.
  const seq = isMigrated ? null : (newer?.seq ?? received.revision);
  const publishedPage = newer && !isMigrated ? readPublished(received, url) : null;
  const isSame = publishedPage !== null && hasSameContent(page, publishedPage);
  const isChanged = isMigrated || (newer !== null && !isSame);
  return { page, isPublished, isChanged, publishedPage, hasRoom, seq };
}

/** The page as it is published; null if publishing it again would change it. */
function readPublished(received: StoredPage, url: string): Page | null {
  const read = readStoredPage(received, url);
  return read.ok && !read.value.isMigrated ? read.value.page : null;
}

/** Whether visitors would see no difference, as after all changes in the room were undone. */
function hasSameContent(draft: Page, published: Page): boolean {
  // Publishing stamps the page with these.
  const contentOf = ({ settings, ...page }: Page) => ({
    ...{ ...page, revision: null, updatedAt: null },
    settings: { ...settings, editorVersion: null },
  });
  return equalJson(contentOf(draft), contentOf(published));
}

/** What has been edited in a page's room since it was published. */
interface Draft {
  readonly page: object;
  readonly seq: number;
}

/**
 * Loads the draft in a page's room: null if there is nothing newer than the published page.
 *
 * @throws {ApiError}
 */
async function loadDraft(api: ApiClient, { ID, revision }: StoredPage): Promise<Draft | null> {
  const { body } = await api.call(calls.requestDraft, {
    params: { id: ID },
    body: { type: 'request-draft', latestPublishedPage: { ID, revision } },
    isQuiet: true,
  });
  const { draft } = body;
  return draft && { page: draft.page as object, seq: draft.seq };
}

/** The page as this browser has kept it, to go on with until the server can be reached [LR9]. */
async function findKept(
  { siteSlug, pageSlug }: OpenPageOptions,
  accountId: number,
): Promise<LoadedPage | null> {
  const found = await localPages.find(siteSlug, pageSlug, accountId).catch((error: unknown) => {
    reportUnlessStorage(error);
    return null;
  });
  if (!found) return null;
  const { page, isPublished, seq } = found;
  // Nothing here says whether it was published as it is.
  return { page, isPublished, isChanged: true, publishedPage: null, hasRoom: true, seq };
}
