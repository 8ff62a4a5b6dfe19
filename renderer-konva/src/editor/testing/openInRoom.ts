import type { Editor } from '@cobble/engine';
import type { AutosaveStore } from '../autosave/AutosaveStore.ts';
import { translateEnglish } from '../messages/i18n.ts';
import type { EditorServices } from '../services/EditorServices.ts';
import { EditorStore } from '../stores/EditorStore.ts';
import { noAutosave } from './TestBrowser.ts';
import type { JoinOptions, RoomMember } from './LoopbackRoom.ts';
import type { TestRoom } from './TestRoom.ts';

/** A tab in a room with the store of its editor, and the notices that it has shown. */
export interface TabInRoom extends RoomMember {
  readonly store: EditorStore;
  readonly notices: readonly string[];
}

/** Opens an editor in a room, as `<CobbleEditor room/>` does. */
export function openInRoom(
  room: TestRoom,
  options: JoinOptions & {
    readonly services?: EditorServices;
    readonly autosave?: (editor: Editor) => AutosaveStore;
  } = {},
): TabInRoom {
  const member = room.join(options);
  const { editor, client } = member;
  const notices: string[] = [];
  const store = new EditorStore({
    editor,
    services: { ...options.services, notify: (notice) => void notices.push(notice) },
    t: translateEnglish,
    autosave: options.autosave?.(editor) ?? noAutosave(editor),
    room: client,
    clock: room.clock,
    uncommittedDelayMs: 0,
  });
  return { ...member, store, notices };
}
