import { compareStructural, computed, observable, runInAction } from 'mobx';
import type { Kit } from '../blocks/Kit.ts';
import type { Block } from '../model/Block.ts';
import {
  type Change,
  createMutableChange,
  forEachRecord,
  isEmptyChange,
  recordChange,
} from '../model/Change.ts';
import type { Page, PageFields } from '../model/Page.ts';
import type { Permissions } from '../permissions/Permissions.ts';
import type { ChangeOrigin } from './Editor.ts';
import type { History } from './history/History.ts';
import { type LockTree, refuseLocked } from './locks.ts';
import type { PageStore } from './PageStore.ts';
import { refuseWrites } from '../model/refuseWrites.ts';
import { contentUrl, hasTemporaryUrl, isUploading } from './uploads.ts';

/** Returns a record as it is once its upload has ended; returns one without an upload unchanged. */
export type UploadEnd = (block: Block) => Block;

/** The state whose uploads are followed and ended. */
interface UploadState extends LockTree {
  readonly fields: PageFields;
  readonly history: History;
  readonly kits: readonly Kit[];
  readonly permissions: Permissions;
  readonly store: PageStore;
  act<Value>(work: () => Value): Value;
  reportChange(change: Change, origin: ChangeOrigin): void;
  setPublishable(value: boolean): void;
}

/** An upload of this editor, which runs or has ended. */
interface Upload {
  /** The latest stable record of the block during the upload. */
  readonly block: Block;
  /** The URL that the room has: '', or that of the file that the upload replaces. */
  readonly sharedUrl: unknown;
  /**
   * The URLs that the room may have without the file. If a block with a replaced file is removed and
   * restored here, the room has either '' or, if it rejects the removal, the URL of the old file.
   */
  readonly urlsWithoutFile: ReadonlySet<unknown>;
  /** Null while the upload runs. */
  readonly end: UploadEnd | null;
  /** Whether the room has the stored URL, or has had it since the block was last added. */
  readonly isEndShared: boolean;
  /** How many times the end has been sent to the room again. */
  readonly repeats: number;
}

const refuseUploadWrites = refuseWrites('uploading', '`add`, `update` and `finishUpload`');

/** If a room rejects the end of an upload each time, it is not sent forever. */
const MAX_REPEATS = 10;

/**
 * The uploads of an editor: ends them in every record of their blocks, and knows what a room does
 * not. A room has '' instead of a temporary URL, and others can remove a block and restore it with
 * that. So uploads are remembered until another page is loaded, even if no record contains their URLs.
 */
export class EditorUploads {
  private readonly byId = observable.map<string, Upload>(undefined, { deep: false });
  /** Blocks whose files others in the room are uploading; null without a connection to a room. */
  private readonly ofOthers = observable.box<ReadonlySet<string> | null>(null, { deep: false });
  private readonly state: UploadState;
  private readonly allRunning = computed(
    () => refuseUploadWrites(new Set([...this.running, ...(this.ofOthers.get() ?? [])])),
    { equals: compareStructural, keepAlive: true },
  );

  constructor(state: UploadState) {
    this.state = state;
  }

  /**
   * Every record of a block: as shown, in the stable page, at marks, in the history, and if others
   * have removed it during its upload, as it was before.
   */
  *recordsOf(uuid: string): Iterable<Block> {
    const { store, history } = this.state;
    yield* store.recordsOf(uuid);
    yield* history.recordsOf(uuid);
    const upload = this.byId.get(uuid);
    if (upload?.end === null) yield upload.block;
  }

  /** The blocks that others see without a file until their uploads in this editor end. Observable. */
  get running(): readonly string[] {
    return [...this.byId].flatMap(([uuid, { end, sharedUrl }]) => (end || sharedUrl ? [] : uuid));
  }

  /** The blocks that have no file until their uploads end, here or elsewhere in the room. Observable. */
  get uploading(): ReadonlySet<string> {
    return this.allRunning.get();
  }

  /**
   * Sets the blocks whose files others in the room are uploading.
   *
   * @param uuids null without a room, or without a connection to it
   */
  setOfOthers(uuids: Iterable<string> | null): void {
    runInAction(() => this.ofOthers.set(uuids && new Set(uuids)));
  }

  /**
   * Whether the file of a block is being uploaded, here or by someone else in the room. A placeholder
   * whose author has left the room is not. Observable.
   */
  isRunning(block: Block): boolean {
    const others = this.ofOthers.get();
    if (others?.has(block.uuid) && !contentUrl(block)) return true;
    if (!this.isUploading(block)) return false;
    return !others || hasTemporaryUrl(block) || this.byId.get(block.uuid)?.end === null;
  }

  /**
   * Ends an upload in every record of its block, so that no undo or cancel restores the temporary
   * URL. The edit in progress may be cancelled, and a room needs the stored URL all the same: the
   * change to the stable page is reported at once, apart from that edit.
   */
  settle(uuid: string, end: UploadEnd): void {
    const { state } = this;
    const { store } = state;
    const upload = this.byId.get(uuid);
    state.act(() => {
      if (upload) this.byId.set(uuid, { ...upload, end });
      const change = createMutableChange();
      const stable = store.stableBlock(uuid);
      recordChange(change, uuid, stable, stable && end(stable));
      if (!isEmptyChange(change)) store.applyRemoteChange(change);
      store.rewriteInProgress(uuid, end);
      state.history.rewrite(uuid, end);
      if (isEmptyChange(change)) return;
      state.setPublishable(true);
      state.reportChange(change, 'edit');
    });
  }

  /**
   * A version of the page, to be loaded, with the files of uploads that have ended: otherwise, a room
   * would get a block without its file, and could not know that it is to have one.
   */
  withEnds(page: Page): Page {
    if (page.ID !== this.state.fields.ID) return page;
    const ended = [...this.byId].flatMap(([uuid, { end }]) => {
      const block = page.things[uuid];
      return end && block && this.lacksEnd(block) ? [[uuid, end(block)] as const] : [];
    });
    if (ended.length === 0) return page;
    return { ...page, things: { ...page.things, ...Object.fromEntries(ended) } };
  }

  /** Follows the changes of the stable page. */
  follow({ added, updated, page }: Change, origin: ChangeOrigin): void {
    if (origin === 'load' && page && Object.hasOwn(page.to, 'ID')) this.byId.clear();
    if (origin === 'remote') return;
    for (const uuid in added) {
      const block = added[uuid];
      if (block) this.followAddition(block, origin);
    }
    for (const uuid in updated) {
      const pair = updated[uuid];
      if (pair) this.followUpdate(pair, origin);
    }
  }

  private followAddition(block: Block, origin: ChangeOrigin): void {
    const { uuid } = block;
    const upload = this.byId.get(uuid);
    // A record from before the room rejected the end, which an undo or redo may bring back.
    if (origin !== 'edit' && this.lacksEnd(block)) return;
    if (this.isOwn(block, origin === 'edit')) this.start(block, '');
    // A file other than the upload's replaces it.
    else if (origin === 'load' && upload && contentUrl(block) && !this.hasEnd(block))
      this.byId.delete(uuid);
  }

  /**
   * Whether a block is as it was during an upload that has ended. {@link withEnds} and
   * {@link repeatEnds} give it the file.
   */
  private lacksEnd(block: Block): boolean {
    const upload = this.byId.get(block.uuid);
    if (!upload?.end || !this.isUploading(block)) return false;
    return contentUrl(block) === contentUrl(upload.block);
  }

  /** Whether a block has the file of its upload, which has ended. */
  private hasEnd(block: Block): boolean {
    const upload = this.byId.get(block.uuid);
    return upload?.end ? contentUrl(block) === contentUrl(upload.end(upload.block)) : false;
  }

  private followUpdate([from, to]: Change['updated'][string], origin: ChangeOrigin): void {
    const { uuid } = to;
    const upload = this.byId.get(uuid);
    // Before the content is read, since this runs for each block of each change.
    if (!upload && from.content === to.content) return;
    const wasUploading = this.isUploading(from);
    // The room has rejected the end of this upload. Another edit of the block, such as unlocking it,
    // does not start a new one.
    if (upload?.end && wasUploading && contentUrl(from) === contentUrl(to)) return;
    // Another version of the page has the file, which the room may reject again.
    if (origin === 'load' && this.hasEnd(to)) return;
    if (origin !== 'edit' && this.lacksEnd(to)) return;
    if (this.isOwn(to, !wasUploading))
      this.start(to, wasUploading ? (upload?.sharedUrl ?? '') : contentUrl(from));
    else if (upload && !this.isUploading(to) && contentUrl(from) !== contentUrl(to)) {
      // An edit ends the upload. An undo, or a later edit, replaces what it has uploaded.
      if (!wasUploading || origin !== 'edit') this.byId.delete(uuid);
      else if (!upload.end) {
        const end: UploadEnd = (block) =>
          this.isUploading(block) ? { ...block, content: to.content } : block;
        this.byId.set(uuid, { ...upload, end });
      }
    }
  }

  /** Forgets a failed upload, whose block was removed. */
  forget(uuid: string): void {
    runInAction(() => this.byId.delete(uuid));
  }

  /** Called with the effect of each op in the room, which has these URLs now. */
  learn({ added, updated }: Change): void {
    if (this.byId.size === 0) return;
    const learn = (block: Block, isNew: boolean): void => {
      const upload = this.byId.get(block.uuid);
      if (!upload) return;
      const sharedUrl = contentUrl(block);
      const isEndShared = !upload.urlsWithoutFile.has(sharedUrl);
      if (!upload.end) {
        const urlsWithoutFile = new Set(upload.urlsWithoutFile).add(sharedUrl);
        this.byId.set(block.uuid, { ...upload, sharedUrl, urlsWithoutFile });
      }
      // Others restore a block as they knew it. If they knew the file, they want to set this URL.
      else if (isEndShared || isNew) this.byId.set(block.uuid, { ...upload, isEndShared });
    };
    runInAction(() => {
      forEachRecord(added, (_, block) => learn(block, true));
      forEachRecord(updated, (_, [, to]) => learn(to, false));
    });
  }

  /**
   * A block of the room as it is here: with the temporary URL of its upload, if the room lacks the
   * file. If the upload has ended, {@link repeatEnds} ends it again.
   */
  localBlock(shared: Block): Block {
    const { uuid } = shared;
    const stable = this.state.store.stableBlock(uuid);
    const isTemporary = stable !== undefined && hasTemporaryUrl(stable);
    const upload = this.byId.get(uuid);
    if (!upload) return isTemporary ? withUrlOf(stable, shared) : shared;
    const lacksFile = upload.end
      ? upload.urlsWithoutFile.has(contentUrl(shared)) && !(stable && upload.isEndShared)
      : isTemporary || !stable;
    return lacksFile ? withUrlOf(upload.block, shared) : shared;
  }

  /**
   * The effect that a reported change has in the room, as it is for the history: with the URLs that
   * the change had here, and those of uploads that have ended since.
   */
  localEffect(reported: Change, effect: Change): Change {
    const local = (shared: Block, own: Block | undefined): Block => {
      const upload = this.byId.get(shared.uuid);
      const lacksFile = own
        ? hasTemporaryUrl(own)
        : upload?.urlsWithoutFile.has(contentUrl(shared)) === true;
      const source = own ?? upload?.block;
      const block = lacksFile && source ? withUrlOf(source, shared) : shared;
      return upload?.end?.(block) ?? block;
    };
    const from = { ...reported.removed, ...recordsOfUpdates(reported, 0) };
    const to = { ...reported.added, ...recordsOfUpdates(reported, 1) };
    const each = (blocks: Change['added'], own: Change['added']): Change['added'] =>
      Object.fromEntries(
        Object.entries(blocks).map(([uuid, block]) => [uuid, local(block, own[uuid])]),
      );
    const updated = Object.entries(effect.updated).map(
      ([uuid, pair]) => [uuid, [local(pair[0], from[uuid]), local(pair[1], to[uuid])]] as const,
    );
    return {
      ...effect,
      added: each(effect.added, to),
      removed: each(effect.removed, from),
      updated: Object.fromEntries(updated),
    };
  }

  /**
   * Ends uploads again whose blocks have come back from the room without their files. Call it when
   * all changes of the page are reported: the ends are reported as further changes.
   */
  repeatEnds(): void {
    const { state } = this;
    if (this.byId.size === 0 || !state.permissions.canEdit) return;
    for (const [uuid, upload] of [...this.byId]) {
      const { end, repeats } = upload;
      const block = state.store.stableBlock(uuid);
      if (!end || !block || !this.isUploading(block) || repeats === MAX_REPEATS) continue;
      if (state.blocks.has(uuid) && refuseLocked(state, [uuid])) continue;
      runInAction(() => this.byId.set(uuid, { ...upload, repeats: repeats + 1 }));
      this.settle(uuid, end);
    }
  }

  /**
   * Whether a block is being uploaded in this editor, and not another tab's placeholder.
   *
   * @param isNew whether an edit in this editor has started the upload
   */
  private isOwn(block: Block, isNew: boolean): boolean {
    if (!this.isUploading(block)) return false;
    return isNew || hasTemporaryUrl(block) || this.byId.has(block.uuid);
  }

  private start(block: Block, sharedUrl: unknown): void {
    const previous = this.byId.get(block.uuid);
    const known = previous?.end === null ? previous.urlsWithoutFile : [];
    const urlsWithoutFile = new Set(known).add(sharedUrl);
    const upload = { block, sharedUrl, urlsWithoutFile, end: null, isEndShared: false, repeats: 0 };
    this.byId.set(block.uuid, upload);
  }

  private isUploading(block: Block): boolean {
    return isUploading(block, this.state.kits);
  }
}

function recordsOfUpdates({ updated }: Change, side: 0 | 1): Change['added'] {
  return Object.fromEntries(Object.entries(updated).map(([uuid, pair]) => [uuid, pair[side]]));
}

function withUrlOf(source: Block, block: Block): Block {
  const url = contentUrl(source);
  return contentUrl(block) === url ? block : { ...block, content: { ...block.content, url } };
}
