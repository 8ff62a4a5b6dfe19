import { compareStructural, reaction, runInAction, untracked } from 'mobx';
import type { Kit } from '../../blocks/Kit.ts';
import type { ChangeOrigin, Editor } from '../../editor/Editor.ts';
import { editedBlockOf } from '../../editor/EditorMode.ts';
import type { RoomDecisions } from '../../editor/history/History.ts';
import { type RoomAccess, roomAccessOf } from '../../editor/roomAccess.ts';
import type { Block } from '../../model/Block.ts';
import { placementOf } from '../../model/blockEdit.ts';
import {
  type Change,
  diffFields,
  createMutableChange,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import type { Clock } from '../Clock.ts';
import type { NamedEdit } from '../../model/NamedEdit.ts';
import type { Permissions } from '../../permissions/Permissions.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import { withoutRoomFields, withRoomFields } from '../page/roomFields.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { roundLength } from '../../model/Position.ts';

/** What others in the room are doing now. Observable. */
interface OthersInRoom {
  /** Blocks that they are editing, by id. */
  readonly locks: ReadonlyMap<string, unknown>;
  /** Blocks whose files they are uploading; null without a connection to the room. */
  readonly uploads: () => ReadonlySet<string> | null;
}

/** What an editor reports to its room client. */
export interface BindingHandlers {
  /** Remote changes are included. */
  readonly onChange: (change: Change, origin: ChangeOrigin, named: readonly NamedEdit[]) => void;
  readonly onSelection: (thingUuids: readonly string[]) => void;
  /** The list of blocks whose first file is being uploaded here has changed. */
  readonly onUploading: (thingUuids: readonly string[]) => void;
  /**
   * A gesture in progress has moved blocks, or has ended: then `updated` is empty and there is no
   * `offset`.
   */
  readonly onProgress: (message: ClientMessageOf<'update-things'>) => void;
  /** Editing of a block's text started; null when it ended. */
  readonly onTextEditing: (uuid: string | null) => void;
  /** The editor's kits or block limit have changed. */
  readonly onConfigured: () => void;
  /** Someone else removed a block with uncommitted edits, or took over its text. */
  readonly onLost: (block: Block) => void;
  /** The content that was changed in an uncommitted edit of these blocks now has another version. */
  readonly onContentLost: (edits: Change['updated']) => void;
  /** What the history asks about the decisions of the room. */
  readonly decisions: RoomDecisions;
}

/**
 * Connects an editor to a room client: reports its commits, and applies remote changes below its
 * gestures in progress. Gestures are polled on a timer, because hidden tabs draw no frames.
 */
export class EditorBinding {
  private readonly editor: Editor<Kit>;
  private readonly access: RoomAccess | null;
  private readonly room: Pick<Editor<Kit>, 'applyRemote'>;
  private readonly clock: Clock;
  private readonly handlers: BindingHandlers;
  private readonly disposers: (() => void)[];
  private stopTimer: (() => void) | null = null;
  /** Whether the room accepts edits. */
  private isWritable = true;
  /** What the host permits. */
  private hostPermissions: Permissions;
  /** The editor's permissions when `applyPermissions` last returned. */
  private knownPermissions: Permissions;

  constructor(editor: Editor<Kit>, clock: Clock, others: OthersInRoom, handlers: BindingHandlers) {
    this.editor = editor;
    this.access = roomAccessOf(editor);
    this.room = this.access ?? editor;
    if (this.access) this.access.isShared = true;
    this.access?.setDecisions(handlers.decisions);
    this.clock = clock;
    this.handlers = handlers;
    this.hostPermissions = editor.permissions;
    this.knownPermissions = editor.permissions;
    const running = (): readonly string[] =>
      (this.access?.uploads.running ?? []).slice(0, ROOM_LIMITS.maxPresenceThings);
    // Uploads of the editor's previous client go on.
    const goingOn = untracked(running);
    if (goingOn.length > 0) handlers.onUploading(goingOn);
    this.disposers = [
      editor.recordChanges(handlers.onChange),
      editor.onRemovedByOthers(handlers.onLost),
      reaction(
        () => editor.selection,
        (selection) => handlers.onSelection([...selection].slice(0, ROOM_LIMITS.maxPresenceThings)),
      ),
      reaction(
        () => editor.isInProgress,
        (isInProgress) => this.watchProgress(isInProgress),
      ),
      reaction(
        () => [...others.locks.keys()],
        (uuids) => editor.setLockedByOthers(uuids),
        { fireImmediately: true, equals: equalJson },
      ),
      () => editor.setLockedByOthers([]),
      reaction(
        () => others.uploads(),
        (uuids) => this.access?.uploads.setOfOthers(uuids),
        { fireImmediately: true, equals: compareStructural },
      ),
      () => this.access?.uploads.setOfOthers(null),
      reaction(running, (uuids) => handlers.onUploading(uuids), { equals: equalJson }),
      reaction(
        () => ({ kits: editor.kits, maxBlocks: editor.maxBlocks }),
        () => handlers.onConfigured(),
        { equals: (a, b) => a.kits === b.kits && a.maxBlocks === b.maxBlocks },
      ),
      reaction(
        () => editor.permissions,
        () => this.applyPermissions(),
      ),
      reaction(
        () => editedBlockOf(editor.mode),
        (uuid) => handlers.onTextEditing(uuid),
        { fireImmediately: true },
      ),
    ];
  }

  /** Applies a remote change to the editor. Temporary URLs of uploads in this tab stay. */
  apply(change: Change, hasPublishableChanges = true): void {
    const migrated = this.editsOfMigrated(change);
    this.room.applyRemote(this.withLocalUrls(change), { hasPublishableChanges });
    if (migrated) this.handlers.onContentLost(migrated);
  }

  /** What the edit in progress has changed in content of which a change raises the version. */
  private editsOfMigrated({ updated }: Change): Change['updated'] | null {
    if (!this.editor.isInProgress) return null;
    const uuids = Object.entries(updated).flatMap(([uuid, [from, to]]) =>
      from.contentVersion === to.contentVersion ? [] : [uuid],
    );
    if (uuids.length === 0) return null;
    const recorded = createMutableChange();
    const { updated: edited } = this.editor.progress;
    for (const uuid of uuids) {
      const [from, to] = edited[uuid] ?? [];
      if (from && to) recordChange(recorded, uuid, from, { ...from, content: to.content });
    }
    return Object.keys(recorded.updated).length > 0 ? recorded.updated : null;
  }

  /** Replaces a reported change in the undo history with the effect of its op. */
  amend(reported: Change, effect: Change): void {
    const { page } = effect;
    const own = reported.page;
    const local = this.access?.uploads.localEffect(reported, effect) ?? effect;
    // Fields that are not shared were changed here exactly as reported.
    const fields = own && {
      from: { ...withoutRoomFields(own.from), ...page?.from },
      to: { ...withoutRoomFields(own.to), ...page?.to },
    };
    const hasFields = fields && Object.keys(fields.to).length > 0;
    this.editor.amendHistory(reported, hasFields ? { ...local, page: fields } : local);
  }

  /** Called when an undecided change in the history no longer has an effect, or has one again. */
  effectsChanged(): void {
    this.access?.effectsChanged();
  }

  /**
   * Sets aside the history entry of a reported undo or redo that the room will always reject. Call it
   * before `amend`.
   */
  setAside(reported: Change): void {
    this.access?.setAside(reported);
  }

  /** Called with the effect of an op in the room. */
  learn(effect: Change): void {
    this.access?.uploads.learn(effect);
  }

  /**
   * Makes these blocks of the editor's stable page, and its shared page fields, equal to the shared
   * page's.
   */
  reconcile(uuids: Iterable<string>, records: PageRecords): void {
    const { access, editor } = this;
    const recorded = createMutableChange();
    for (const uuid of uuids) {
      const shared = records.blocks.get(uuid);
      const own = access ? access.stableBlock(uuid) : editor.blocks.get(uuid);
      recordChange(recorded, uuid, own, shared && this.withLocalUrl(shared));
    }
    const fields = diffFields(editor.fields, withRoomFields(editor.fields, records.fields));
    this.apply(withPage(recorded, fields), editor.hasPublishableChanges);
  }

  /**
   * Forbids editing while the room accepts no edits, and then permits again what the host permits.
   * What is in progress is committed first.
   */
  setWritable(isWritable: boolean): void {
    this.isWritable = isWritable;
    this.applyPermissions();
  }

  /** Stops watching the editor, removes others' locks and restores the host's permissions. */
  close(): void {
    this.stopTimer?.();
    for (const dispose of this.disposers) dispose();
    if (this.access) this.access.isShared = false;
    // The next client shares what is not decided yet, and the room may reject it; until then, nothing
    // is hidden because of the locks of others.
    this.access?.setDecisions({ decisionOn: () => 'pending', hasUndecided: () => true });
    this.setWritable(true);
  }

  /** Permits what the host permits, except for editing while the room accepts no edits. */
  private applyPermissions(): void {
    const { editor } = this;
    // Permissions that were not set here come from the host.
    if (editor.permissions !== this.knownPermissions) this.hostPermissions = editor.permissions;
    const host = this.hostPermissions;
    const canEdit = this.isWritable && host.canEdit;
    if (canEdit !== editor.permissions.canEdit)
      editor.configure({ permissions: canEdit === host.canEdit ? host : { ...host, canEdit } });
    this.knownPermissions = editor.permissions;
  }

  private withLocalUrls(change: Change): Change {
    const each = (block: Block): Block => this.withLocalUrl(block);
    return {
      ...change,
      added: Object.fromEntries(
        Object.entries(change.added).map(([uuid, block]) => [uuid, each(block)]),
      ),
      updated: Object.fromEntries(
        Object.entries(change.updated).map(([uuid, [from, to]]) => [uuid, [from, each(to)]]),
      ),
    };
  }

  /** The block with the temporary URL of its upload, if the upload runs in this tab. */
  private withLocalUrl(block: Block): Block {
    return this.access?.uploads.localBlock(block) ?? block;
  }

  private watchProgress(isInProgress: boolean): void {
    this.stopTimer?.();
    this.stopTimer = null;
    if (isInProgress) this.pollProgress();
    else this.handlers.onProgress({ type: 'update-things', inProgress: true, updated: [] });
  }

  private pollProgress(): void {
    this.stopTimer = this.clock.after(ROOM_TIMES.presenceIntervalMs, () => {
      const message = runInAction(() => progressOf(this.editor.progress));
      if (message) this.handlers.onProgress(message);
      this.pollProgress();
    });
  }
}

/**
 * The positions in progress, as one offset if several blocks all move by the same distance; null if
 * no block has moved.
 */
function progressOf(change: Change): ClientMessageOf<'update-things'> | null {
  const moved = Object.entries(change.updated)
    .filter(([, [from, to]]) => from.position !== to.position)
    .slice(0, ROOM_LIMITS.maxPresenceThings)
    .map(([uuid, [from, to]]) => ({ uuid, from: placementOf(from), to: placementOf(to) }));
  const [first] = moved;
  if (!first) return null;
  const dx = first.to.x - first.from.x;
  const dy = first.to.y - first.from.y;
  const isTogether = moved.every(({ from, to }) => {
    const shifted = { ...from, x: roundLength(from.x + dx), y: roundLength(from.y + dy) };
    return equalJson(shifted, { ...to, x: roundLength(to.x), y: roundLength(to.y) });
  });
  if (moved.length > 1 && isTogether) {
    const offset = { thingUuids: moved.map(({ uuid }) => uuid), dx, dy };
    return { type: 'update-things', inProgress: true, updated: [], offset };
  }
  const updated = moved.map(({ uuid, to }) => ({ uuid, position: to }));
  return { type: 'update-things', inProgress: true, updated };
}
