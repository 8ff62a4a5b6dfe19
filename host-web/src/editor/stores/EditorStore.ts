import type { Editor, EditorRefusal, Page, Result } from '@cobble/engine';
import { type Account, planOf } from '@cobble/host-server/contract';
import { makeAutoObservable } from 'mobx';
import { editorMessage } from '../../messages/editorMessage.ts';
import { siteAddress } from '../../routing/siteAddress.ts';
import type { EditorServices } from '../services/EditorServices.ts';
import type { Notify } from '../services/Notify.ts';
import type { AutosaveStore } from './AutosaveStore.ts';
import { PublishStore } from './PublishStore.ts';
import { type MeasureImage, UploadStore } from './UploadStore.ts';
import { ViewStore } from './ViewStore.ts';

/** Editing on the canvas, or looking at what visitors will see. */
export type InterfaceMode = 'editing' | 'previewing';

/** The dialogs that can lie over the editor; one at a time. */
export type EditorDialog =
  'conflict' | 'welcome' | 'first-publish' | 'keys' | 'link' | 'palette' | 'rich-button';

/** Where the menu of the selection stands, client px; `isTouch`: a finger is there. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly isTouch: boolean;
}

/** What the store takes from outside. */
export interface EditorStoreOptions {
  readonly editor: Editor;
  readonly services: EditorServices;
  readonly notify: Notify;
  readonly autosave: AutosaveStore;
  readonly measureImage: MeasureImage;
  readonly account: Pick<Account, 'roles'> | null;
  /** How the page opens; absent means for editing if that is allowed. */
  readonly mode?: InterfaceMode;
  /** Code of someone else's page does not run; absent means it may. */
  readonly safeMode?: boolean;
}

/** The state of the editor's interface; the page itself is in {@link EditorStore.editor}. */
export class EditorStore {
  readonly editor: Editor;
  readonly services: EditorServices;
  readonly notify: Notify;
  readonly autosave: AutosaveStore;
  readonly publishing: PublishStore;
  readonly uploads: UploadStore;
  readonly view: ViewStore;
  readonly safeMode: boolean;
  mode: InterfaceMode;
  /** How large the preview is, and in Advanced mode the canvas. */
  device: 'desktop' | 'mobile' = 'desktop';
  dialog: EditorDialog | null = null;
  menu: MenuPlace | null = null;
  /** The first page was published by itself just now. */
  isFirstPublished = false;
  private readonly options: EditorStoreOptions;
  private readonly stops: (() => void)[];

  constructor(options: EditorStoreOptions) {
    const { editor } = options;
    this.options = options;
    this.editor = editor;
    this.services = options.services;
    this.notify = options.notify;
    this.autosave = options.autosave;
    this.view = new ViewStore(editor);
    this.safeMode = options.safeMode ?? false;
    this.mode = options.mode ?? (editor.permissions.canEdit ? 'editing' : 'previewing');
    this.uploads = new UploadStore({
      editor,
      services: options.services,
      notify: options.notify,
      measureImage: options.measureImage,
      maxMb: () => planOf(options.account?.roles ?? []).maxUploadMb,
    });
    this.publishing = new PublishStore({
      editor,
      services: options.services,
      notify: options.notify,
      isUploading: () => this.uploads.isUploading,
      finishPage: (page) => this.uploads.settle(page),
      isLoggedIn: () => options.account !== null,
      publicUrl: () => this.publicUrl,
      onPublished: (_, hasNewerEdits) => {
        if (hasNewerEdits) this.keep();
        else this.autosave.clear(this.editor.fields.ID);
      },
      onConflict: () => {
        this.openDialog('conflict');
      },
    });
    this.stops = [
      editor.onRefusal((code) => {
        this.tellRefusal(code);
      }),
      editor.onChange((_, origin) => {
        if (origin !== 'load') this.keep();
      }),
    ];
    makeAutoObservable<this, 'options' | 'stops'>(
      this,
      {
        editor: false,
        services: false,
        notify: false,
        autosave: false,
        publishing: false,
        uploads: false,
        options: false,
        stops: false,
        view: false,
        safeMode: false,
      },
      { autoBind: true },
    );
  }

  get isEditing(): boolean {
    return this.mode === 'editing';
  }

  /** Strokes are being drawn: all other tools are away. */
  get isDrawing(): boolean {
    return this.editor.mode.name === 'drawing';
  }

  get isLoggedIn(): boolean {
    return this.options.account !== null;
  }

  /** Whether the person's plan has the families that did not come with the product. */
  get hasPremiumFonts(): boolean {
    return planOf(this.options.account?.roles ?? []).features.has('premiumFonts');
  }

  get hasUnsavedChanges(): boolean {
    return this.publishing.hasUnsavedChanges;
  }

  /** Where visitors find the page. */
  get publicUrl(): string {
    const { site, slug } = this.editor.fields;
    return siteAddress(site.slug, slug).url;
  }

  /** Between editing and previewing; who may not edit stays where they are. */
  setMode(mode: InterfaceMode): void {
    if (mode === 'editing' && !this.editor.permissions.canEdit) return;
    if (mode === 'previewing') {
      this.editor.reset();
      this.menu = null;
    }
    this.mode = mode;
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

  openMenu(place: MenuPlace): void {
    if (this.isEditing) this.menu = place;
  }

  closeMenu(): void {
    this.menu = null;
  }

  /** Passes a result on; when it is a refusal, says so to the person. */
  tell<Value>(result: Result<Value, EditorRefusal>): result is { ok: true; value: Value } {
    if (!result.ok) this.tellRefusal(result.code, result.details);
    return result.ok;
  }

  /** Replaces the page by another copy of it. */
  load(page: Page, options: { readonly hasPublishableChanges: boolean }): void {
    this.publishing.forget();
    this.editor.load(page, options);
  }

  /** Takes over a local copy that was not published; it stays kept until it is. */
  recover(page: Page): void {
    this.load(page, { hasPublishableChanges: true });
    this.keep();
  }

  /** Greets a person on their first page, which was published by itself, or failed to be. */
  welcome(isPublished: boolean): void {
    this.isFirstPublished = isPublished;
    if (!isPublished) this.publishing.remind();
    this.dialog = 'welcome';
  }

  /** Gives up what was not published: nothing will be asked or recovered. */
  discard(): void {
    this.autosave.clear(this.editor.fields.ID);
  }

  /** Keeps the page as it stands in this browser. */
  keep(): void {
    this.autosave.save(this.uploads.settle(this.editor.stablePage));
  }

  /** Keeps the page with the words that are being typed. */
  keepPending(): void {
    this.autosave.save(this.uploads.settle(this.editor.page));
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.uploads.dispose();
    this.autosave.dispose();
  }

  private tellRefusal(code: EditorRefusal, details?: Readonly<Record<string, unknown>>): void {
    if (code === 'nothing_selected') return;
    const words = editorMessage(code, { max: this.editor.maxBlocks, ...details });
    this.notify(words, { kind: 'error' });
  }
}
