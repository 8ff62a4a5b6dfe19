import { reaction, runInAction } from 'mobx';
import type { ChangeOrigin, Editor } from '../../editor/Editor.ts';
import { roundLength } from '../../editor/positions.ts';
import { isTemporaryUrl } from '../../links/assetUrl.ts';
import type { Block } from '../../model/Block.ts';
import { placeOf } from '../../model/blockEdit.ts';
import type { Change } from '../../model/Change.ts';
import { diffFields, emptyDraft, note, withPage } from '../../model/changes.ts';
import { equalJson } from '../../model/equalJson.ts';
import type { Clock } from '../Clock.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import { withoutRoomFields, withRoomFields } from '../page/roomFields.ts';
import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';

/** What the binding tells its client of the editor. */
export interface BindingHandlers {
  readonly onCommit: (change: Change, origin: ChangeOrigin) => void;
  readonly onSelection: (thingUuids: readonly string[]) => void;
  readonly onProgress: (message: ClientMessageOf<'update-things'>) => void;
  /** Text editing has begun in a block; null: it has ended. */
  readonly onTextEditing: (uuid: string | null) => void;
  readonly onLost: (block: Block) => void;
}

/**
 * Ties an editor to a room: its commits go out, what others do comes in below its gestures. Drags
 * in progress are looked at on a timer, as a hidden tab draws no frames.
 */
export class EditorBinding {
  private readonly editor: Editor;
  private readonly clock: Clock;
  private readonly handlers: BindingHandlers;
  private readonly ends: (() => void)[];
  private isEntering = false;
  private stopTimer: (() => void) | null = null;

  /** @param lockedByOthers blocks that others are editing, by id; observable */
  constructor(
    editor: Editor,
    clock: Clock,
    lockedByOthers: ReadonlyMap<string, unknown>,
    handlers: BindingHandlers,
  ) {
    this.editor = editor;
    this.clock = clock;
    this.handlers = handlers;
    const textOf = (): string | null => {
      const { mode } = editor;
      return mode.name === 'text-editing' ? mode.block : null;
    };
    this.ends = [
      editor.onChange((change, origin) => {
        if (!this.isEntering) handlers.onCommit(change, origin);
      }),
      editor.onRemovedByOthers(handlers.onLost),
      reaction(
        () => editor.selection,
        (selection) => handlers.onSelection([...selection].slice(0, ROOM_LIMITS.maxPresenceThings)),
      ),
      reaction(
        () => editor.isInProgress,
        (isInProgress) => this.watch(isInProgress),
      ),
      reaction(
        // Who is writing goes on though the lock was lost: what does not get in is kept and offered.
        () => [...lockedByOthers.keys()].filter((uuid) => uuid !== textOf()),
        (uuids) => editor.setLockedByOthers(uuids),
        { fireImmediately: true, equals: equalJson },
      ),
      () => editor.setLockedByOthers([]),
      reaction(textOf, (uuid) => handlers.onTextEditing(uuid), { fireImmediately: true }),
    ];
  }

  /** Lets in what others have done; addresses of uploads under way here stay. */
  enter(change: Change, hasPublishableChanges = true): void {
    this.isEntering = true;
    try {
      this.editor.applyRemote(this.localized(change), { hasPublishableChanges });
    } finally {
      this.isEntering = false;
    }
  }

  /** Something else was done than what was committed here: undo is to take that back. */
  amend(committed: Change, done: Change): void {
    const { page } = done;
    const own = committed.page;
    const local = this.localized(done);
    // Of the fields that no room decides on, what was done here is all that was done.
    const fields = own && {
      from: { ...withoutRoomFields(own.from), ...page?.from },
      to: { ...withoutRoomFields(own.to), ...page?.to },
    };
    const isKept = fields && Object.keys(fields.to).length > 0;
    this.editor.amendHistory(committed, isKept ? { ...local, page: fields } : local);
  }

  /** Makes the editor say what the shared page says, of some blocks and of the fields. */
  reconcile(uuids: Iterable<string>, records: PageRecords): void {
    const { editor } = this;
    const draft = emptyDraft();
    for (const uuid of uuids) {
      const shared = records.blocks.get(uuid);
      note(draft, uuid, editor.blocks.get(uuid), shared && this.withLocalUrl(shared));
    }
    const fields = diffFields(editor.fields, withRoomFields(editor.fields, records.fields));
    const change = withPage(draft, fields);
    this.enter(change, editor.hasPublishableChanges);
  }

  close(): void {
    this.stopTimer?.();
    for (const end of this.ends) end();
  }

  private localized(change: Change): Change {
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

  private withLocalUrl(block: Block): Block {
    const content: { readonly url?: unknown } = block.content;
    if (content.url !== '') return block;
    const mine = this.editor.blocks.get(block.uuid)?.content as
      { readonly url?: unknown } | undefined;
    const isMine = typeof mine?.url === 'string' && isTemporaryUrl(mine.url);
    return isMine ? { ...block, content: { ...content, url: mine.url } } : block;
  }

  private watch(isInProgress: boolean): void {
    this.stopTimer?.();
    this.stopTimer = null;
    if (isInProgress) this.tick();
    else this.handlers.onProgress({ type: 'update-things', inProgress: true, updated: [] });
  }

  private tick(): void {
    this.stopTimer = this.clock.after(ROOM_TIMES.presenceIntervalMs, () => {
      const message = runInAction(() => progressOf(this.editor.progress));
      if (message) this.handlers.onProgress(message);
      this.tick();
    });
  }
}

/** Places in progress: where all move by the same, as ids and one offset. */
export function progressOf(change: Change): ClientMessageOf<'update-things'> | null {
  const moved = Object.entries(change.updated)
    .filter(([, [from, to]]) => from.position !== to.position)
    .slice(0, ROOM_LIMITS.maxPresenceThings)
    .map(([uuid, [from, to]]) => ({ uuid, from: placeOf(from), to: placeOf(to) }));
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
