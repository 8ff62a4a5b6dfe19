import {
  editedBlockOf,
  type Editor,
  type EditorRefusal,
  type Page,
  rebaseAutosave,
  type Result,
  type Success,
} from '@cobble/engine';
import type { Clock, PublishEvent, RoomClient } from '@cobble/engine/collaboration';
import { bundledFontFiles, type FontLookup, withRecentFont } from '@cobble/engine/fonts';
import { makeAutoObservable, observable, observableRef, reaction, when } from 'mobx';
import type { AutosaveStore, OfferedCopy } from '../autosave/AutosaveStore.ts';
import { EditorRegion } from '../focus/EditorRegion.ts';
import { LiveStore } from '../live/LiveStore.ts';
import type { SaveState } from '../live/SaveState.ts';
import { editorMessage } from '../messages/editorMessage.ts';
import type { Translate } from '../messages/Translate.ts';
import type { EditorServices, FontService } from '../services/EditorServices.ts';
import type { NoticeOptions, Notify } from '../services/Notify.ts';
import { lockMessage } from '../people/lockMessage.ts';
import { checkPublicUrl } from '../services/publishingResults.ts';
import { boundIn } from '../services/readServices.ts';
import { measureImage } from '../upload/measureImage.ts';
import type { EditorSession, PublishOutcome, UnsavedWork } from './EditorSession.ts';
import { hasOwnChanges, noteRecovery } from './hasOwnChanges.ts';
import { type LostTexts, lostTextsOf } from './LostTexts.ts';
import { commitUncommittedWork, hasUncommittedWork } from './editsInProgress.ts';
import { PublishStore } from './PublishStore.ts';
import { replaceWithVersion } from './replaceWithVersion.ts';
import { UncommittedWork } from './UncommittedWork.ts';
import type { MeasureImage } from '../upload/readChosenImage.ts';
import { uploadsOf, type UploadStore } from './UploadStore.ts';
import { ViewStore } from './ViewStore.ts';

/** Editing on the canvas, or previewing the page as visitors get it. */
export type InterfaceMode = 'editing' | 'previewing';

/** The dialogs of the editor; one is open at a time. */
export type EditorDialog = 'conflict' | 'keys' | 'link' | 'palette' | 'rich-button';

/** Position of the context menu, client px; `isTouch`: opened by touch. */
export interface MenuPosition {
  readonly x: number;
  readonly y: number;
  readonly isTouch: boolean;
}

/** Options of {@link EditorStore}. */
export interface EditorStoreOptions {
  readonly editor: Editor;
  readonly services: EditorServices & { readonly notify: Notify };
  readonly t: Translate;
  readonly autosave: AutosaveStore;
  /** The page's room; null, the default: none. */
  readonly room?: RoomClient | null;
  /** The time for what the user is told about the room; default: the browser's. */
  readonly clock?: Clock;
  /** Reads the size of an image file; default: by decoding it. */
  readonly measureImage?: MeasureImage;
  /** The initial mode; default: editing. Users who may not edit always get the preview. */
  readonly mode?: InterfaceMode;
  /** Whether code embeds are prevented from running; default false. */
  readonly safeMode?: boolean;
  /** The time from a change until uncommitted work is stored in the browser, ms; default 1000. */
  readonly uncommittedDelayMs?: number;
}

/** A text that is not part of the page because it has a problem or its edit was refused. */
interface UnsavedText {
  readonly text: string;
  /** The field's value when it appeared. A text with a problem is shown again only for this value. */
  readonly value: string;
  /** Why the edit was refused; null if the text has a problem. */
  readonly refusal: EditorRefusal | null;
}

/** The state of the editor's interface; the page itself is in {@link EditorStore.editor}. */
export class EditorStore implements EditorSession {
  readonly editor: Editor;
  services: EditorStoreOptions['services'];
  readonly t: Translate;
  readonly autosave: AutosaveStore;
  readonly live: LiveStore;
  readonly publishing: PublishStore;
  readonly uploads: UploadStore;
  readonly lostTexts: LostTexts;
  readonly view: ViewStore;
  /** The part of the document that is this editor's. */
  readonly region = new EditorRegion();
  readonly safeMode: boolean;
  /** Texts in the fields of popups, open or closed, that are not part of the page, by the fields' ids. */
  readonly unsavedTexts = observable.map<string, UnsavedText>({}, { deep: false });
  /** What was typed in the dialog for a new button, until it is added or cancelled. */
  newButton = { href: '', text: '' };
  mode: InterfaceMode;
  /** The size of the preview, and of the canvas in Advanced mode. */
  device: 'desktop' | 'mobile' = 'desktop';
  dialog: EditorDialog | null = null;
  menu: MenuPosition | null = null;
  /** How many dialogs the host has open over the editor. */
  hostDialogs = 0;
  /** Whether local copies are looked for when the room has been joined. */
  private isWaiting = false;
  private ownAdvancedMode = false;
  private ownRecentFonts: readonly string[] = [];
  private readonly stops: (() => void)[];
  /** Whether the user was editing when that became forbidden. */
  private wasEditing = false;
  /** Whether a version that the user has chosen is being loaded. */
  private isLoadByUser = false;
  /** The revision of recovered changes that was outdated when they were recovered. */
  private recoveredRevision: number | null = null;
  private readonly uncommitted: UncommittedWork;
  /** Ends waiting for the room, with whose page local copies are compared; null: not waiting. */
  private stopWaiting: (() => void) | null = null;
  private pageLeft = new AbortController();

  constructor(options: EditorStoreOptions) {
    const { editor } = options;
    this.editor = editor;
    this.services = options.services;
    this.t = options.t;
    this.autosave = options.autosave;
    this.lostTexts = lostTextsOf(editor);
    this.view = new ViewStore(editor);
    this.safeMode = options.safeMode ?? false;
    this.mode = editor.permissions.canEdit ? (options.mode ?? 'editing') : 'previewing';
    const { t } = this;
    const notify: Notify = (...notice) => {
      this.notify(...notice);
    };
    this.uploads = uploadsOf({
      editor,
      service: () => this.services.uploads,
      t,
      notify,
      measureImage: options.measureImage ?? measureImage,
    });
    this.live = new LiveStore({
      editor,
      t,
      notify,
      hasWorkInProgress: () => this.hasWorkInProgress,
      isTextOffered: (uuid) => this.lostTexts.isOffered(uuid),
      onPublished: (event) => this.notePublished(event),
      ...(options.clock && { clock: options.clock }),
    });
    this.publishing = new PublishStore({
      editor,
      live: this.live,
      service: () => this.services.publishing,
      t,
      notify,
      isUploading: () => this.uploads.isUploading,
      uploadAction: () => this.uploads.neededAction,
      workBesidePage: () => {
        if (this.uploads.isPending) return 'image';
        return this.hasUnsavedTexts ? 'text' : null;
      },
      finishPage: (page) => this.uploads.storable(page),
      isSignedIn: () => this.isSignedIn,
      hasLostTexts: () => this.lostTexts.current !== null,
      onPublished: (hasNewerEdits) => {
        if (hasNewerEdits) this.saveLocally();
        else this.autosave.clear();
      },
      onConflict: () => {
        if (this.pageSignal.aborted)
          this.notify(t('publish.newerVersion'), { kind: 'error', durationMs: 7000 });
        else this.openDialog('conflict');
      },
    });
    this.uncommitted = new UncommittedWork({
      editor,
      lostTexts: this.lostTexts,
      onDue: () => this.updateCopy(),
      delayMs: options.uncommittedDelayMs ?? 1000,
    });
    this.stops = [
      editor.onRefusal((code) => {
        const isText = code === 'invalid_block' && editedBlockOf(editor.mode) !== null;
        if (isText) this.notify(t('textControls.tooLong'), { kind: 'error' });
        else this.notifyRefusal(code);
      }),
      editor.onChange((change, origin) => {
        if (origin === 'load') this.leaveReplaced();
        else this.saveLocally();
        if (origin === 'undo' || origin === 'redo') this.view.showChanged(change);
      }),
      // A stored image is on the page at once, unless its block is locked.
      reaction(
        () => this.uploads.storedCount,
        () => this.saveLocally(),
      ),
      reaction(
        () => editor.permissions.canEdit,
        (canEdit) => this.followPermission(canEdit),
      ),
      reaction(
        () => editor.fields.ID,
        () => this.followPage(),
      ),
      reaction(
        () => this.storesCommitted,
        (stores) => {
          if (stores) this.updateCopy();
          else this.uncommitted.recheckCopy();
        },
      ),
    ];
    makeAutoObservable<
      this,
      'stops' | 'wasEditing' | 'isLoadByUser' | 'uncommitted' | 'stopWaiting' | 'pageLeft'
    >(
      this,
      {
        stopWaiting: false,
        pageLeft: false,
        pageSignal: false,
        editor: false,
        services: observableRef,
        t: false,
        notify: false,
        autosave: false,
        live: false,
        publishing: false,
        uploads: false,
        lostTexts: false,
        stops: false,
        wasEditing: false,
        isLoadByUser: false,
        // Not one action: clearing the lost texts counts as a change of work, which is then forgotten.
        discardChanges: false,
        uncommitted: false,
        view: false,
        region: false,
        safeMode: false,
        refusalMessage: false,
        isUnsaved: false,
        unsavedTexts: false,
        newButton: false,
      },
      { autoBind: true },
    );
    this.setRoom(options.room ?? null);
    // A copy of changes that are on the page already, or not committed yet, is this editor's own.
    if (hasOwnChanges(editor) || this.uncommitted.exists) this.autosave.resume(editor.fields.ID);
    else this.searchCopies();
  }

  get isEditing(): boolean {
    return this.mode === 'editing';
  }

  /** Whether the drawing mode is on, which hides all other tools. */
  get isDrawing(): boolean {
    return this.editor.mode.name === 'drawing';
  }

  get isSignedIn(): boolean {
    return this.services.isSignedIn ?? true;
  }

  /** Unpublished changes that this browser has stored, until the user recovers or discards them. */
  get recovery(): OfferedCopy | null {
    return this.autosave.offered;
  }

  /** True between two questions, too. */
  get isRecovering(): boolean {
    return this.recovery !== null || this.autosave.discarding !== null;
  }

  get isSearchingCopies(): boolean {
    return this.autosave.isSearching || this.isWaiting;
  }

  /** Whether a dialog, the editor's or the host's, is open. */
  get hasDialog(): boolean {
    const isAsking = this.isRecovering || this.lostTexts.current !== null;
    return this.dialog !== null || isAsking || this.hostDialogs > 0;
  }

  /** Page rails and canvas sizes are shown. */
  get isAdvanced(): boolean {
    return this.services.preferences?.advancedMode ?? this.ownAdvancedMode;
  }

  get hasPremiumFonts(): boolean {
    return this.fontService?.hasPremium ?? true;
  }

  /** Looks up the files of a font family. */
  get lookUpFont(): FontLookup {
    const { fontService } = this;
    return (fontService && boundIn(fontService, 'lookUp')) ?? bundledFontFiles;
  }

  /** A computed value, so that another object of services with the same fonts changes nothing. */
  private get fontService(): FontService | undefined {
    return this.services.fonts;
  }

  /** The fonts that were chosen last, newest first [C6]. */
  get recentFonts(): readonly string[] {
    return this.services.preferences?.recentFonts ?? this.ownRecentFonts;
  }

  get saveState(): SaveState | null {
    return this.live.state;
  }

  get hasUnpublishedChanges(): boolean {
    return this.publishing.hasUnpublishedChanges;
  }

  get unsavedWork(): UnsavedWork | null {
    return this.publishing.unsavedWork;
  }

  get hasUnsavedChanges(): boolean {
    return this.publishing.hasUnsavedChanges;
  }

  get isPublishing(): boolean {
    return this.publishing.isPublishing;
  }

  get storablePage(): Page | null {
    return this.uploads.storable(this.editor.stablePage);
  }

  get publicUrl(): string | null {
    return checkPublicUrl(this.services.publishing?.publicUrl(this.editor.fields));
  }

  /** Aborted when the page is left: the component unmounts, or the host opens another page in it. */
  get pageSignal(): AbortSignal {
    return this.pageLeft.signal;
  }

  /** Shows a notice to the user. */
  notify(message: string, options?: NoticeOptions): void {
    this.services.notify(message, options);
  }

  /** Sets the page's room; null: it has none. */
  setRoom(room: RoomClient | null): void {
    // A component that has got another editor, too, has disposed of this store.
    if (this.pageSignal.aborted) return;
    this.live.setRoom(room);
    this.lostTexts.follow(room);
  }

  setServices(services: EditorStoreOptions['services']): void {
    this.services = services;
  }

  setAdvanced(isOn: boolean): void {
    const { preferences } = this.services;
    if (preferences) preferences.setAdvancedMode(isOn);
    else this.ownAdvancedMode = isOn;
  }

  addRecentFont(name: string): void {
    const recent = withRecentFont(this.recentFonts, name);
    const { preferences } = this.services;
    if (preferences) preferences.setRecentFonts(recent);
    else this.ownRecentFonts = recent;
  }

  /** Notes a field's text that is not part of the page; null: there is none. */
  setUnsavedText(id: string, text: UnsavedText | null): void {
    if (text) this.unsavedTexts.set(id, text);
    else this.unsavedTexts.delete(id);
  }

  /** Whether a field has an unsaved text and can be opened again. */
  isUnsaved(id: string): boolean {
    const [owner = ''] = id.split('/');
    return this.unsavedTexts.has(id) && (owner === 'page' || this.editor.blocks.has(owner));
  }

  /** Whether there is an unsaved text whose field can be opened again. */
  private get hasUnsavedTexts(): boolean {
    return [...this.unsavedTexts.keys()].some((id) => this.isUnsaved(id));
  }

  openHostDialog(): void {
    this.hostDialogs += 1;
  }

  closeHostDialog(): void {
    this.hostDialogs -= 1;
  }

  publish(): Promise<PublishOutcome> {
    return this.publishing.publish();
  }

  /** Whether undo cancels an upload, which is newer than the newest edit. */
  get undoesUpload(): boolean {
    const { editor } = this;
    const isIdle = editor.mode.name === 'layout' && !editor.isInProgress;
    return isIdle && this.uploads.newestReplaced !== null;
  }

  get canUndo(): boolean {
    return this.editor.canUndo || hasUncommittedWork(this.editor) || this.undoesUpload;
  }

  /** Takes back the newest edit, or the choice of an image that is not stored yet. */
  undo(): void {
    const { newestReplaced } = this.uploads;
    if (newestReplaced !== null && this.undoesUpload) this.uploads.cancel(newestReplaced);
    else this.editor.undo();
  }

  /** Switches between editing and previewing, if the user may edit and there is a preview. */
  setMode(mode: InterfaceMode): void {
    if (mode === 'editing' && !this.editor.permissions.canEdit) return;
    if (mode === 'previewing' && !this.services.preview) return;
    if (mode === 'previewing') {
      commitUncommittedWork(this.editor);
      // A drawing that cannot be added stays in progress; a lost text must be dealt with first.
      if (this.editor.drawing || this.lostTexts.current) return;
      this.menu = null;
    }
    this.mode = mode;
  }

  /** Shows the preview while editing is forbidden, and returns to editing when it is permitted. */
  private followPermission(canEdit: boolean): void {
    if (canEdit) {
      if (this.wasEditing) this.mode = 'editing';
      return;
    }
    this.wasEditing = this.isEditing;
    this.menu = null;
    this.mode = 'previewing';
    if (this.wasEditing) this.notifyRefusal('not_permitted');
  }

  toggleMode(): void {
    this.setMode(this.isEditing ? 'previewing' : 'editing');
  }

  setDevice(device: 'desktop' | 'mobile'): void {
    this.device = device;
  }

  openDialog(dialog: EditorDialog): void {
    this.dialog = dialog;
  }

  closeDialog(): void {
    this.dialog = null;
  }

  openMenu(position: MenuPosition): void {
    if (this.isEditing) this.menu = position;
  }

  closeMenu(): void {
    this.menu = null;
  }

  /**
   * Notifies the user if a result is a refusal other than `nothing_selected`. Returns whether it
   * succeeded.
   */
  report<Value>(result: Result<Value, EditorRefusal>): result is Success<Value> {
    if (!result.ok) this.notifyRefusal(result.code, result.details);
    return result.ok;
  }

  /** The message for a refusal by the editor. */
  refusalMessage(code: EditorRefusal, details?: Readonly<Record<string, unknown>>): string {
    return (
      lockMessage(this, code, details?.['uuid']) ??
      editorMessage(this.t, code, { max: this.editor.maxBlocks, ...details })
    );
  }

  /** Replaces the page with another version of it, which the user has chosen. */
  load(page: Page, options: { readonly hasPublishableChanges: boolean }): void {
    this.isLoadByUser = true;
    try {
      this.editor.load(page, options);
    } finally {
      this.isLoadByUser = false;
    }
  }

  private searchCopies(): void {
    this.stopWaiting?.();
    const search = () => {
      const { permissions, stablePage } = this.editor;
      if (permissions.canPublish) void this.autosave.search(stablePage);
    };
    if (this.live.room) this.waitForPage(search);
    else search();
  }

  /** Calls a function when the room's page is shown, unless the user is editing it by then. */
  private waitForPage(show: () => void): void {
    this.isWaiting = true;
    const stop = when(
      () => this.live.room === null || this.live.isLive,
      () => {
        this.endWaiting();
        if (!hasOwnChanges(this.editor) && !this.uncommitted.exists) show();
      },
    );
    this.stopWaiting = () => {
      stop();
      this.endWaiting();
    };
  }

  private endWaiting(): void {
    this.isWaiting = false;
    this.stopWaiting = null;
  }

  hasWithheldChanges(): boolean {
    const { permissions, stablePage } = this.editor;
    return !permissions.canPublish && this.autosave.hasChangesTo(stablePage);
  }

  /** Called when the host has opened another page in the same editor. */
  private followPage(): void {
    this.pageLeft.abort();
    this.pageLeft = new AbortController();
    this.autosave.leavePage();
    this.unsavedTexts.clear();
    this.newButton = { href: '', text: '' };
    this.uploads.abandon('waiting');
    this.publishing.followPage();
    if (this.dialog === 'conflict') this.dialog = null;
    this.recoveredRevision = null;
    this.searchCopies();
  }

  private notePublished({ seq, name, accountId }: PublishEvent): void {
    if (this.publishing.followRoom(seq)) return;
    const { t } = this;
    const isOwn = accountId >= 0 && accountId === this.live.room?.accountId;
    const message = isOwn
      ? t('publish.publishedByYou')
      : name === null
        ? t('publish.published')
        : t('publish.publishedBy', { name });
    this.notify(message, { durationMs: 5000 });
  }

  /**
   * Loads the changes on offer. They stay stored until they are published. If a newer version was
   * published meanwhile, asks which one to keep.
   */
  recover(): void {
    if (!this.recovery) return;
    const page = rebaseAutosave(this.recovery, this.editor.stablePage);
    if (this.live.room) {
      // An edit, as others may have changed the page since: undo brings their version back.
      if (!this.report(replaceWithVersion(this.editor, page))) return;
      this.autosave.keepOffered();
      this.uncommitted.recheckCopy();
      return;
    }
    const isOlder = page.revision < this.editor.stablePage.revision;
    this.load(page, { hasPublishableChanges: true });
    this.recoveredRevision = isOlder ? page.revision : null;
    noteRecovery(this.editor);
    this.autosave.keepOffered();
    this.saveLocally();
    if (isOlder && this.services.publishing) this.openDialog('conflict');
  }

  /**
   * Whether the page consists of recovered changes to a version that was outdated already when the
   * page was opened.
   */
  get wasRecoveredOutdated(): boolean {
    return this.editor.fields.revision === this.recoveredRevision;
  }

  /** The page without the changes on offer; in a room, its revision is the seq of the room. */
  get serverPage(): Page {
    const { stablePage } = this.editor;
    return { ...stablePage, revision: this.live.room?.seq ?? stablePage.revision };
  }

  /** Deletes the changes on offer, and offers those of another tab if there are any. */
  discardRecovery(): void {
    void this.autosave.discardOffered(this.editor.stablePage);
  }

  discardChanges(): void {
    this.lostTexts.clear(this.editor.fields.ID);
    this.uncommitted.forget();
    this.uploads.abandon('all');
    this.unsavedTexts.clear();
    this.autosave.clear();
  }

  /**
   * Stores the page in this browser, as `AutosaveStore.save` does, for users who may publish it. If
   * there is uncommitted work, both are stored after its delay. In a room, committed changes are
   * stored only while they are durable nowhere else.
   */
  saveLocally(): void {
    if (this.uncommitted.exists || !this.storesCommitted) {
      this.uncommitted.makeDue();
      return;
    }
    this.uncommitted.forget();
    this.save();
  }

  /** Stores all changes at once, uncommitted ones included, for when the tab may be closing. */
  saveNow(): void {
    this.uncommitted.flush();
    this.autosave.flush();
  }

  /**
   * Called when the tab is closing: stores all changes, then commits the work in progress, so that
   * the room gets it.
   */
  leave(): void {
    this.saveNow();
    const { room } = this.live;
    if (!room) return;
    commitUncommittedWork(this.editor);
    room.flush();
    // Offline, only the browser's database has it, which may not finish before the tab is gone.
    if (this.live.isLive && !this.needsCopy) this.autosave.clear();
  }

  /** Whether there is uncommitted work, or an image that is not stored yet. */
  private get hasWorkInProgress(): boolean {
    const { isUploading, isPending } = this.uploads;
    return this.uncommitted.exists || hasUncommittedWork(this.editor) || isUploading || isPending;
  }

  /** Whether committed changes are stored in this browser: without a room, or if it has failed. */
  private get storesCommitted(): boolean {
    return this.live.room === null || this.live.isAtRisk;
  }

  /** Whether this browser must have a copy, as changes would be lost if the tab crashed now. */
  get needsCopy(): boolean {
    return this.uncommitted.exists || (this.storesCommitted && this.publishing.isChanged);
  }

  /** Stores uncommitted work with the page, or removes from the copy what was cancelled. */
  private updateCopy(): void {
    if (this.needsCopy) this.save();
    else this.autosave.clear();
  }

  /**
   * Called when a page has been loaded, which discards uncommitted work, and committed changes that
   * the page lacks. They stay in a copy that later changes do not replace. Users who load another
   * version know what they replace: then, only uncommitted work stays.
   */
  private leaveReplaced(): void {
    const lost = this.uncommitted.takeReplaced();
    const { stablePage } = this.editor;
    if (!lost) {
      if (this.isLoadByUser) return;
      this.autosave.leaveCopyUnlessIn(this.uploads.withStoredUrls(stablePage));
      return;
    }
    if (lost.isDue) this.save(lost.page);
    this.autosave.leaveCopy();
    // The copy has the lost texts of a page that is no longer open.
    const { ID, isPublic } = lost.page;
    if (ID !== stablePage.ID && isPublic && this.keepsChanges) this.lostTexts.clear(ID);
  }

  /** Whether changes to a public page are stored in this browser. */
  get keepsChanges(): boolean {
    const { isAvailable, hasProblem } = this.autosave;
    return this.editor.permissions.canPublish && isAvailable && !hasProblem;
  }

  private save(page = this.uncommitted.page): void {
    if (!this.editor.permissions.canPublish) return;
    const stored = this.uploads.withStoredUrls(page);
    const { room } = this.live;
    // The copy may be offered when others have changed the page in the room.
    const base = room && (this.storesCommitted ? room.confirmedPage?.page : this.editor.stablePage);
    if (!base) this.autosave.save(stored);
    else
      this.autosave.save(
        { ...stored, revision: room.seq ?? stored.revision },
        this.uploads.withStoredUrls(base),
      );
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.stopWaiting?.();
    this.pageLeft.abort();
    this.publishing.dispose();
    this.uncommitted.dispose();
    // The work that was in progress has been committed to the room.
    if (this.live.room && !this.needsCopy) this.autosave.clear();
    this.autosave.dispose();
    this.live.dispose();
  }

  private notifyRefusal(code: EditorRefusal, details?: Readonly<Record<string, unknown>>): void {
    if (code === 'nothing_selected') return;
    this.notify(this.refusalMessage(code, details), { kind: 'error' });
  }
}
