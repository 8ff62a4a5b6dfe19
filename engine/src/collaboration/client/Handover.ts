import { reaction } from 'mobx';
import type { Kit } from '../../blocks/Kit.ts';
import type { Editor } from '../../editor/Editor.ts';
import { editedBlockOf } from '../../editor/EditorMode.ts';
import { type RoomAccess, roomAccessOf } from '../../editor/roomAccess.ts';
import type { Page } from '../../model/Page.ts';
import type { StoredEntries } from './ClientStorage.ts';
import { type LeftOps, NO_OPS } from './Outbox.ts';
import type { EarlyChange } from './OwnOps.ts';
import type { RoomStorage } from './RoomStorage.ts';
import type { BasePage } from './SharedPage.ts';
import type { TrackedChange } from './UndoRewriter.ts';

/** What a closed client leaves to the next client of its editor. */
export interface Handover {
  /**
   * The page below the pending ops, which the next client reads from the storage: if it started from
   * the page that the editor shows, it would apply them a second time. Null if the host has loaded
   * the page since: then that page is the base, at the seq that the host states.
   */
  readonly base: BasePage | null;
  /** The page as the editor showed it, with the pending ops. */
  readonly shown: Page;
  /**
   * What was edited since, and what the closed client has not shared yet. The closed client still
   * shares it once it has read its storage, unless the next client has already done so. The one that
   * shares it empties the list.
   */
  readonly changes: EarlyChange[];
  /** What the closed client has not been able to store, or the next one may fail to read. */
  readonly unstored: (storage: RoomStorage) => Unstored;
}

/** What the next client, which has a storage, takes from the memory of the closed one. */
export interface Unstored {
  readonly ops: LeftOps;
  readonly texts: StoredEntries;
  /**
   * The changes in the undo history whose ops the room has not decided on, by mid; none for the
   * client of another storage, which may give other ops the same numbers.
   */
  readonly undecided: ReadonlyMap<number, TrackedChange>;
}

const handovers = new WeakMap<RoomAccess, { left: Handover; readonly stop: () => void }>();

/** Keeps what a closing client leaves, and what is edited until the editor has its next client. */
export function handOver(editor: Editor<Kit>, left: Omit<Handover, 'shown'>): void {
  const access = roomAccessOf(editor);
  if (!access) return;
  // A reaction, which runs after the change that ends the editing of a text.
  let editedUuid: string | null = null;
  const stopWatching = reaction(
    () => editedBlockOf(editor.mode),
    (uuid) => {
      editedUuid = uuid;
    },
    { fireImmediately: true },
  );
  const stopFollowing = access.followChanges((change, origin, named) => {
    if (origin === 'load') kept.left = afterLoading(editor.stablePage, kept.left);
    else
      kept.left.changes.push({
        // What the host has applied as someone else's is shared too: the room may not have it. Only
        // the room migrates its page.
        report: [
          change,
          origin === 'remote' && !access.isMigration(change) ? 'edit' : origin,
          named,
        ],
        // No client can request the lock of the text.
        locks: editedUuid === null ? {} : { [editedUuid]: 0 },
      });
  });
  const stop = (): void => {
    stopWatching();
    stopFollowing();
  };
  const kept = { left: { ...left, shown: editor.stablePage } as Handover, stop };
  handovers.set(access, kept);
}

/** What the last client of an editor has left; null if there was none. */
export function takeOver(editor: Editor<Kit>): Handover | null {
  const access = roomAccessOf(editor);
  const kept = access && handovers.get(access);
  if (!kept) return null;
  kept.stop();
  handovers.delete(access);
  return kept.left;
}

function afterLoading(page: Page, { shown, unstored }: Handover): Handover {
  const nothing: Unstored = { ops: NO_OPS, texts: [], undecided: new Map() };
  const isSamePage = page.ID === shown.ID;
  return {
    base: null,
    shown: page,
    changes: [],
    unstored: isSamePage ? unstored : () => nothing,
  };
}
