import type { Change } from '../model/Change.ts';
import type { ChangeReport } from './EditInProgress.ts';

/** What the room client of an editor may do, and its host may not meanwhile. */
export interface RoomAccess {
  /** Whether an open room client shares the page. Set by that client. */
  isShared: boolean;
  /** `applyRemote` of the editor, also while it is shared. */
  readonly applyRemote: (
    change: Change,
    options?: { readonly hasPublishableChanges?: boolean },
  ) => void;
  /** Like `recordChanges`, but without making the editor count as shared. */
  readonly followChanges: (follower: (...report: ChangeReport) => void) => () => void;
}

const accesses = new WeakMap<object, RoomAccess>();

/** Makes an editor accessible to room clients. */
export function grantRoomAccess(editor: object, access: RoomAccess): void {
  accesses.set(editor, access);
}

/** Null for an object that `createEditor` has not made, such as a proxy of an editor. */
export function roomAccessOf(editor: object): RoomAccess | null {
  return accesses.get(editor) ?? null;
}
