import { type Editor, EDITOR_VERSION, type Page } from '@cobble/engine';
import type { RoomClient } from '@cobble/engine/collaboration';
import {
  action,
  compareStructural,
  makeAutoObservable,
  observableRef,
  reaction,
  runInAction,
} from 'mobx';
import { hasChanges } from '../autosave/hasChanges.ts';
import type { LiveStore } from '../live/LiveStore.ts';
import type { RoomMoment } from '../live/waitForRoom.ts';
import type { Translate } from '../messages/Translate.ts';
import type { PublishingService } from '../services/EditorServices.ts';
import { checkLatest, checkPublished } from '../services/publishingResults.ts';
import { ServiceError } from '../services/ServiceError.ts';
import type { NoticeAction, NoticeOptions, Notify } from '../services/Notify.ts';
import type { PublishOutcome, UnsavedWork } from './EditorSession.ts';
import { hasOwnChanges } from './hasOwnChanges.ts';
import { commitUncommittedWork, hasUncommittedWork } from './editsInProgress.ts';

/** Options of {@link PublishStore}. */
export interface PublishOptions {
  readonly editor: Editor;
  /** The page's room; absent: it never has one. */
  readonly live?: Pick<LiveStore, 'room' | 'isAtRisk' | 'isLost' | 'isLive' | 'isOffline' | 'wait'>;
  /** Returns undefined if the page cannot be published. */
  readonly service: () => PublishingService | undefined;
  readonly t: Translate;
  readonly notify: Notify;
  readonly isUploading: () => boolean;
  /** What the user can do so that uploads go on; null: only wait. */
  readonly uploadAction: () => NoticeAction | null;
  /** What the user would lose by leaving although it is not part of the page; null: nothing. */
  readonly workBesidePage: () => 'image' | 'text' | null;
  /** Replaces temporary image URLs with stored ones; null while an image has no stored one. */
  readonly finishPage: (page: Page) => Page | null;
  readonly isSignedIn: () => boolean;
  /** Whether the user has not said yet what to do with a text that could not be committed. */
  readonly hasLostTexts: () => boolean;
  /** The page was stored; the local copy can be deleted if there are no newer edits. */
  readonly onPublished: (hasNewerEdits: boolean) => void;
  /** A newer revision was stored by another window or user. */
  readonly onConflict: () => void;
}

/** By editor, the page as it was published last, for a component that mounts again; null: unknown. */
const publishedPages = new WeakMap<Editor, Page | null>();

/** What the server has set, as far as it is known. */
type Published = Partial<Pick<Page, 'revision' | 'updatedAt'>>;

/** What was sent to be published in a room, and how that has ended. */
interface SentInRoom {
  readonly page: Page;
  readonly seq: number;
  /** Whether the room has announced it. */
  isAnnounced: boolean;
  /** Whether no response has arrived. */
  hasFailed: boolean;
}

/** Publishes the page. Edits made meanwhile stay publishable. */
export class PublishStore {
  isPublishing = false;
  /** The ID of the page that this editor has published; null: none. */
  private publishedId: number | null = null;
  /**
   * The page as the host loaded it, if that differs from the published one, as after a migration.
   * While it is still the stable page, the user has changed nothing.
   */
  private loadedPage: Page | null;
  /** The page as it is published, as far as the editor knows; null: unknown. */
  private publishedPage: Page | null;
  /** Whether the room may have announced a publish while this tab was not connected. */
  private hasMissed = false;
  private readonly stops: readonly (() => void)[];
  private readonly options: PublishOptions;
  /** What was sent since the last success; a response may have been lost after the page was stored. */
  private unconfirmed: Page[] = [];
  /** What was sent last in a room; null: nothing. */
  private sentInRoom: SentInRoom | null = null;
  /** About the last publish. */
  private lastNotice: { readonly message: string; readonly hide: AbortController } | null = null;

  constructor(options: PublishOptions) {
    const { editor } = options;
    this.options = options;
    const isAsLoaded = editor.hasPublishableChanges && !hasOwnChanges(editor);
    this.loadedPage = isAsLoaded ? editor.stablePage : null;
    this.publishedPage = editor.hasPublishableChanges ? this.knownPage() : editor.stablePage;
    makeAutoObservable<
      this,
      | 'options'
      | 'loadedPage'
      | 'publishedPage'
      | 'stops'
      | 'unconfirmed'
      | 'sentInRoom'
      | 'hasMissed'
      | 'knownPage'
      | 'hearsOfPublishes'
      | 'setPublished'
      | 'lastNotice'
      | 'send'
      | 'sendInRoom'
      | 'whyNotInRoom'
      | 'findStored'
      | 'announce'
      | 'hideNotice'
    >(
      this,
      {
        options: false,
        loadedPage: observableRef,
        publishedPage: observableRef,
        stops: false,
        unconfirmed: false,
        sentInRoom: false,
        hasMissed: false,
        knownPage: false,
        hearsOfPublishes: false,
        setPublished: action,
        lastNotice: false,
        send: false,
        sendInRoom: false,
        whyNotInRoom: false,
        findStored: false,
        announce: false,
        hideNotice: false,
      },
      { autoBind: true },
    );
    this.stops = [
      reaction(
        () => editor.hasPublishableChanges,
        (hasChanges) => {
          if (!hasChanges) this.setPublished(editor.stablePage);
        },
      ),
      reaction(
        () => connectionOf(options.live),
        (connection, before) => {
          if (connection === 'offline' || before === 'live') this.hasMissed = true;
        },
      ),
      reaction(
        () => options.isUploading(),
        (isUploading) => {
          if (!isUploading) this.hideNotice(options.t('publish.waitForUpload'));
        },
      ),
      editor.onChange((_, origin) => {
        if (!editor.hasPublishableChanges) {
          // Others may also have published.
          if (origin === 'load' || origin === 'remote') this.setPublished(editor.stablePage);
        } else if (origin === 'load' || (origin === 'remote' && !this.hearsOfPublishes))
          this.setPublished(null);
      }),
    ];
  }

  /** The published page as an earlier component or the host knows it; null if neither does. */
  private knownPage(): Page | null {
    const { editor, service } = this.options;
    const known = publishedPages.get(editor);
    if (known !== undefined) return known;
    const page = service()?.publishedPage ?? null;
    return page?.ID === editor.fields.ID ? withSharedBlocks(page, editor.stablePage) : null;
  }

  /** Whether the room has announced all that others have published. */
  private get hearsOfPublishes(): boolean {
    return (this.options.live?.room ?? null) !== null && !this.hasMissed;
  }

  private setPublished(page: Page | null): void {
    this.publishedPage = page;
    this.hasMissed = false;
    publishedPages.set(this.options.editor, page);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
  }

  /** Called when the host has opened another page in the editor. */
  followPage(): void {
    const { editor } = this.options;
    this.loadedPage = editor.hasPublishableChanges ? editor.stablePage : null;
    this.sentInRoom = null;
  }

  /**
   * Called when the page was published in its room. Returns whether this editor has done that.
   *
   * @param seq the seq of the room at which it was published
   */
  followRoom(seq: number): boolean {
    const { editor, live } = this.options;
    this.publishedId = editor.fields.ID;
    const { room = null } = live ?? {};
    const own = this.sentInRoom?.seq === seq ? this.sentInRoom : null;
    // What is in progress may be cancelled.
    if (room?.seq === seq && room.pendingCount === 0) this.setPublished(editor.stablePage);
    else this.setPublished(own?.page ?? null);
    if (!own) return false;
    own.isAnnounced = true;
    // The notice said that the page may not be published.
    if (own.hasFailed) {
      own.hasFailed = false;
      this.confirm(own.page, { revision: seq });
    }
    return true;
  }

  /** As in `EditorSession`. */
  get unsavedWork(): UnsavedWork | null {
    if (this.options.live?.room) return this.workBesideRoom;
    if (!this.options.service() || !this.options.editor.permissions.canPublish) return null;
    if (this.options.isUploading()) return 'image';
    return this.hasStorableChanges ? 'changes' : this.options.workBesidePage();
  }

  /**
   * What leaving would lose although the room, or this device, stores all changes to the page. While
   * the page is being published, that is the publish.
   */
  private get workBesideRoom(): UnsavedWork | null {
    if (this.options.isUploading()) return 'image';
    if (this.options.live?.isAtRisk || this.options.hasLostTexts()) return 'changes';
    // Leaving closes the room's client, so that what it waits for would not be published.
    if (this.isPublishing) return 'changes';
    return this.options.workBesidePage();
  }

  get hasUnsavedChanges(): boolean {
    return this.unsavedWork !== null;
  }

  /** Whether there are changes that can be stored in this browser. */
  private get hasStorableChanges(): boolean {
    return this.isChanged || hasUncommittedWork(this.options.editor) || this.options.hasLostTexts();
  }

  /** Whether the committed page has unpublished changes by the user. */
  get isChanged(): boolean {
    const { editor } = this.options;
    return this.hasPublishableChanges && editor.stablePage !== this.loadedPage;
  }

  /** As in `Editor`, but false if all changes were undone. */
  private get hasPublishableChanges(): boolean {
    const { editor } = this.options;
    if (!editor.hasPublishableChanges) return false;
    return this.publishedPage === null || !isSamePage(editor.stablePage, this.publishedPage);
  }

  /** Whether visitors find the page at its address, as far as the editor knows. */
  get isLive(): boolean {
    const { isPublic, isDisabled } = this.options.editor.fields;
    return this.isPublished && isPublic && !isDisabled;
  }

  private get isPublished(): boolean {
    const service = this.options.service();
    const wasPublished = this.publishedId === this.options.editor.fields.ID;
    return wasPublished || (service !== undefined && service.isPublished !== false);
  }

  /** Whether the Publish button does something now. */
  get canPublish(): boolean {
    const { editor, service } = this.options;
    if (!service() || this.isPublishing || !editor.permissions.canPublish) return false;
    return !this.isPublished || this.hasUnpublishedChanges;
  }

  /** As in `EditorSession`. */
  get hasUnpublishedChanges(): boolean {
    return this.hasPublishableChanges || hasUncommittedWork(this.options.editor);
  }

  /**
   * Commits text, drawings and what a popup has in progress, cancels other edits and publishes the
   * page. In a room, the room must have all of the user's changes first.
   *
   * @param options.baseRevision publishes over a revision other than the one that was loaded
   */
  async publish(options: { readonly baseRevision?: number } = {}): Promise<PublishOutcome> {
    const { editor, t } = this.options;
    const service = this.options.service();
    if (!service || this.isPublishing) return 'refused';
    const refusal = this.refusal();
    if (refusal !== null) {
      const action = this.options.isUploading() ? this.options.uploadAction() : null;
      this.announce(refusal, { kind: 'error', durationMs: 7000, ...(action && { action }) });
      return 'refused';
    }
    commitUncommittedWork(editor);
    // A drawing that cannot be added stays in progress. A text that cannot be committed would be
    // missing from the published page: the user is asked about it first.
    if (editor.drawing || this.options.hasLostTexts()) return 'refused';
    // It would seem to be about this publish.
    this.hideNotice(t('publish.published'));
    let sent: Page = editor.stablePage;
    const { room = null } = this.options.live ?? {};
    const isShared = room !== null;
    const wasOpen = isShared && !isClosed(room);
    this.isPublishing = true;
    try {
      const moment = isShared ? await this.options.live?.wait() : null;
      if (isShared && !moment) {
        const isLeft = wasOpen && isClosed(room);
        const message = isLeft ? t('publish.left') : this.whyNotInRoom();
        this.announce(message, { kind: 'error', durationMs: 7000 });
        return 'failed';
      }
      if (moment) sent = moment.page;
      const finished = this.options.finishPage(sent);
      if (!finished) {
        this.announce(t('publish.waitForUpload'), { kind: 'error', durationMs: 7000 });
        return 'refused';
      }
      const stamped: Page = {
        ...finished,
        settings: { ...sent.settings, editorVersion: EDITOR_VERSION },
      };
      const baseRevision = options.baseRevision ?? sent.revision;
      const stored: Published = moment
        ? await this.sendInRoom(service, stamped, moment)
        : checkPublished(await this.send(service, stamped, baseRevision));
      // Otherwise, the host has opened another page meanwhile.
      if (editor.fields.ID === sent.ID) this.confirm(sent, stored);
      return 'published';
    } catch (error) {
      if (isConflict(error) && isShared) {
        // What others have published is part of the page already: there is nothing to decide.
        this.announce(t('publish.newerInRoom'), { kind: 'error', durationMs: 7000 });
        return 'conflict';
      }
      if (isConflict(error)) {
        // The question which version to keep is about the page that was sent.
        if (editor.fields.ID === sent.ID) this.options.onConflict();
        return 'conflict';
      }
      const isKnown = error instanceof ServiceError;
      this.announce(isKnown ? error.message : t('publish.pageError'), {
        kind: 'error',
        durationMs: 7000,
        ...(isKnown && error.action && { action: error.action }),
      });
      // A mistake in the host, which its author should see.
      if (!isKnown) reportError(error);
      return 'failed';
    } finally {
      runInAction(() => {
        this.isPublishing = false;
      });
    }
  }

  /** Notes that a page was published, and tells the user. */
  private confirm(sent: Page, stored: Published): void {
    const { editor, service, t } = this.options;
    // Only the server's fields: the rest may have been edited meanwhile.
    editor.markPublished(stored, sent);
    this.publishedId = sent.ID;
    this.setPublished(sent);
    this.options.onPublished(this.hasStorableChanges);
    const href: unknown = this.isLive ? service()?.publicUrl(sent) : null;
    this.announce(t('publish.published'), {
      kind: 'success',
      durationMs: 5000,
      // A wrong one must not make the publish look as if it had failed.
      ...(typeof href === 'string' && { action: { label: t('publish.view'), href } }),
    });
  }

  /**
   * The seq identifies the version: publishing it twice is the same as once. If the response is lost,
   * the room may have announced that it is published.
   */
  private async sendInRoom(
    service: PublishingService,
    page: Page,
    { page: shown, seq }: RoomMoment,
  ): Promise<Published> {
    const sent: SentInRoom = { page: shown, seq, isAnnounced: false, hasFailed: false };
    this.sentInRoom = sent;
    try {
      return checkPublished(await service.publish(page, seq));
    } catch (error) {
      if (sent.isAnnounced) return { revision: seq };
      sent.hasFailed = !isConflict(error);
      throw error;
    }
  }

  /** Sends a page, over an earlier version of the user's own whose response was lost, too. */
  private async send(
    service: PublishingService,
    page: Page,
    baseRevision: number,
  ): ReturnType<PublishingService['publish']> {
    const attempt = async (revision: number) => {
      try {
        return await service.publish(page, revision);
      } catch (error) {
        if (!isConflict(error)) this.unconfirmed.push(page);
        throw error;
      }
    };
    let stored: Awaited<ReturnType<typeof attempt>>;
    try {
      stored = await attempt(baseRevision);
    } catch (error) {
      const own = isConflict(error) ? await this.findStored(service, page) : null;
      if (!own) throw error;
      stored = hasChanges(page, own) ? await attempt(own.revision) : own;
    }
    this.unconfirmed = [];
    return stored;
  }

  /** The newest version on the server if it is one that was sent without a response; else null. */
  private async findStored(service: PublishingService, sent: Page): Promise<Page | null> {
    const candidates = this.unconfirmed.filter(({ ID }) => ID === sent.ID);
    if (candidates.length === 0) return null;
    const { page } = checkLatest(await service.loadLatest(sent));
    return candidates.some((each) => !hasChanges(each, page)) ? page : null;
  }

  /** Shows how a publish ended, in place of how the previous one did, which it may contradict. */
  private announce(message: string, options: NoticeOptions): void {
    if (this.lastNotice && this.lastNotice.message !== message)
      this.hideNotice(this.lastNotice.message);
    this.lastNotice ??= { message, hide: new AbortController() };
    this.options.notify(message, { ...options, signal: this.lastNotice.hide.signal });
  }

  /** Hides the last notice if it has this message, which is no longer true. */
  private hideNotice(message: string): void {
    if (this.lastNotice?.message !== message) return;
    this.lastNotice.hide.abort();
    this.lastNotice = null;
  }

  /** Why the room could not be reached for publishing, and where the changes are. */
  private whyNotInRoom(): string {
    const { t, live } = this.options;
    if (live?.isAtRisk) return t('publish.keepOpen');
    return live?.isLost ? t('publish.reload') : t('publish.offline');
  }

  private refusal(): string | null {
    const { editor, t } = this.options;
    if (this.options.isUploading()) return t('publish.waitForUpload');
    if (!this.options.isSignedIn()) return t('publish.accountError');
    return editor.permissions.canPublish ? null : t('publish.notPermitted');
  }
}

/** `broken` also while a page that was just opened joins its room, which takes a moment. */
function connectionOf(live: PublishOptions['live']): 'live' | 'broken' | 'offline' {
  if (!live || live.isLive) return 'live';
  return live.isOffline ? 'offline' : 'broken';
}

/** Whether the client has left the room. */
function isClosed({ status }: Pick<RoomClient, 'status'>): boolean {
  return status === 'closed';
}

function isConflict(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'conflict';
}

/** A page with the same objects as another one for equal blocks, which are compared often. */
function withSharedBlocks(page: Page, other: Page): Page {
  const things = Object.entries(page.things).map(([id, thing]) => {
    const own = other.things[id];
    return [id, own && compareStructural(own, thing) ? own : thing] as const;
  });
  return { ...page, things: Object.fromEntries(things) };
}

/** Whether two pages differ at most in what publishing one sets. */
function isSamePage(a: Page, b: Page): boolean {
  if (a === b) return true;
  const ids = Object.keys(a.things);
  if (ids.length !== Object.keys(b.things).length) return false;
  // Most blocks are the same objects.
  const isSame = (id: string) =>
    a.things[id] === b.things[id] || compareStructural(a.things[id], b.things[id]);
  const fieldsOf = ({ settings, ...page }: Page) => ({
    ...{ ...page, things: null, revision: null, updatedAt: null },
    settings: { ...settings, editorVersion: null },
  });
  return ids.every(isSame) && compareStructural(fieldsOf(a), fieldsOf(b));
}
