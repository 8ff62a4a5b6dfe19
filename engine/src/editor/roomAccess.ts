import type { Change } from '../model/Change.ts';
import type { Page } from '../model/Page.ts';
import type { ChangeReport } from './EditInProgress.ts';
import type { EditorUploads } from './EditorUploads.ts';
import type { History, RoomDecisions } from './history/History.ts';
import type { PageStore } from './PageStore.ts';

/** What the room client of an editor may do, and its host may not meanwhile. */
export interface RoomAccess {
  /** Whether an open room client shares the page. Set by that client. */
  isShared: boolean;
  /**
   * Checks that no function of the environment or of a kit is running, partway through an edit.
   *
   * @throws CobbleError `input_invalid` (details: `path`) in such a function
   */
  readonly checkMayEdit: () => void;
  /** `applyRemote` of the editor, also while it is shared. */
  readonly applyRemote: (
    change: Change,
    options?: { readonly hasPublishableChanges?: boolean },
  ) => void;
  /** Like `recordChanges`, but without making the editor count as shared. */
  readonly followChanges: (follower: (...report: ChangeReport) => void) => () => void;
  /**
   * The page as it was created or loaded, for the first client of the editor, which shares what was
   * edited since; null for a later one.
   */
  readonly takeStartPage: () => Page | null;
  /** Whether a reported change only migrates blocks for a newer kit of the editor. */
  readonly isMigration: (reported: Change) => boolean;
  /** Sets what the history asks about the decisions of the room. */
  readonly setDecisions: (room: RoomDecisions) => void;
  /** Call it when an undecided change in the history no longer has an effect, or has one again. */
  readonly effectsChanged: () => void;
  /** Sets aside the entry of an undo or redo that the room will always reject, see {@link History}. */
  readonly setAside: History['setAside'];
  /** The stable record of a block; undefined if the page without the edit in progress has none. */
  readonly stableBlock: PageStore['stableBlock'];
  /** The uploads of this editor, whose temporary URLs its room does not have. */
  readonly uploads: Pick<
    EditorUploads,
    'learn' | 'localBlock' | 'localEffect' | 'running' | 'setOfOthers'
  >;
}

/** The property of an editor with its {@link RoomAccess}, which can be read through a proxy too. */
export const ROOM_ACCESS = Symbol('room access');

/** Null for an object that `createEditor` has not made. */
export function roomAccessOf(editor: object): RoomAccess | null {
  return (editor as { readonly [ROOM_ACCESS]?: RoomAccess })[ROOM_ACCESS] ?? null;
}
