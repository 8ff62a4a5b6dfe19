import {
  createEditor,
  defaultEnvironment,
  type Editor,
  INDEX_SLUG,
  SAMPLE_PERMISSIONS,
} from '@cobble/engine';
import { calls } from '@cobble/host-server/contract';
import { createTextMeasurers } from '@cobble/renderer-konva';
import type { ApiClient } from '../api/ApiClient.ts';
import { ApiError } from '../api/ApiError.ts';
import { readStoredPage } from '../editor/readStoredPage.ts';
import { type JoinedRoom, joinRoom, type JoinRoomOptions } from '../editor/room/joinRoom.ts';
import { errorMessage } from '../messages/apiMessage.ts';
import type { Translate } from '../messages/Translate.ts';
import { siteAddress } from '../routing/siteAddress.ts';
import { playOnly } from './playOnly.ts';

/** The sandbox, or why it is not open. */
export type OpenedSandbox =
  | { readonly state: 'ready'; readonly editor: Editor; readonly room: JoinedRoom }
  /** The server has no live rooms, or the page is disabled. */
  | { readonly state: 'off' }
  | { readonly state: 'failed'; readonly message: string };

/** Opens the sandbox's page in an editor that only plays, and joins its room. */
export async function openSandbox({
  t,
  api,
  ...joining
}: Pick<JoinRoomOptions, 'accountId' | 'account' | 'onRefused'> & {
  readonly t: Translate;
  readonly api: ApiClient;
}): Promise<OpenedSandbox> {
  try {
    const stored = await api.call(calls.openSandbox, { isQuiet: true });
    const read = readStoredPage(stored, siteAddress(stored.site.slug).url);
    if (!read.ok) return { state: 'failed', message: t('editorScreen.newer') };
    const { page, isMigrated } = read.value;
    const editor = createEditor({
      page,
      permissions: SAMPLE_PERMISSIONS,
      environment: { ...defaultEnvironment, ...createTextMeasurers() },
    });
    playOnly(editor);
    const address = { siteSlug: page.site.slug, pageSlug: INDEX_SLUG };
    const room = await joinRoom({
      ...joining,
      ...{ editor, address, isPublished: false },
      // The room migrates the page in an entry of its own.
      baseSeq: isMigrated ? null : stored.revision,
    });
    return { state: 'ready', editor, room };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'err_not_found') return { state: 'off' };
    return { state: 'failed', message: errorMessage(t, error) };
  }
}
