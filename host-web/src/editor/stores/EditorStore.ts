import type { Editor, EditorRefusal, Page, Point, Result } from '@cobble/engine';
import { makeAutoObservable } from 'mobx';
import { refusalMessage } from '../messages/refusalMessage.ts';
import { publicPageUrl } from '../publicPageUrl.ts';
import type { EditorServices } from '../services/EditorServices.ts';
import type { Notify } from '../services/Notify.ts';
import type { AutosaveStore } from './AutosaveStore.ts';
import { maxUploadMb } from '../upload/uploadProblem.ts';
import { PublishStore } from './PublishStore.ts';
import { type MeasureImage, UploadStore } from './UploadStore.ts';

/** Editing on the canvas, or looking at what visitors will see. */
export type InterfaceMode = 'editing' | 'previewing';

/** The dialogs that can lie over the editor; one at a time. */
export type EditorDialog = 'recovery' | 'conflict' | 'welcome' | 'first-publish' | 'keys' | 'rich-button';

/** What the store takes from outside. */
export interface EditorStoreOptions {
  readonly editor: Editor;
  readonly services: EditorServices;
  readonly notify: Notify;
  readonly autosave: AutosaveStore;
  readonly measureImage: MeasureImage;
  readonly account: { readonly roles: readonly string[] } | null;
  readonly app: { readonly protocol: string; readonly host: string };
}

/** The least and the most zoom, and the step of a key. */
export const ZOOM = { min: 0.1, max: 8, step: 1.2 } as const;

/** The state of the editor's interface; the page itself is in {@link EditorStore.editor}. */
export class EditorStore {
  readonly editor: Editor;
  readonly services: EditorServices;
  readonly notify: Notify;
  readonly autosave: AutosaveStore;
  readonly publishing: PublishStore;
  readonly uploads: UploadStore;
  mode: InterfaceMode;
  previewDevice: 'desktop' | 'mobile' = 'desktop';
  zoom = 1;
  dialog: EditorDialog | null = null;
  /** Gives the middle of what is in view, in page space; the canvas's frame sets it. */
  viewCentre: () => Point = () => ({ x: 0.5, y: 0.5 });
  private readonly options: EditorStoreOptions;
  private readonly stops: (() => void)[];

  constructor(options: EditorStoreOptions) {
    const { editor } = options;
    this.options = options;
    this.editor = editor;
    this.services = options.services;
    this.notify = options.notify;
    this.autosave = options.autosave;
    this.mode = editor.permissions.canEdit ? 'editing' : 'previewing';
    this.uploads = new UploadStore({
      editor,
      services: options.services,
      notify: options.notify,
      measureImage: options.measureImage,
      maxMb: () => maxUploadMb(options.account?.roles ?? []),
    });
    this.publishing = new PublishStore({
      editor,
      services: options.services,
      notify: options.notify,
      isUploading: () => this.uploads.isUploading,
      isLoggedIn: () => options.account !== null,
      publicUrl: () => this.publicUrl,
      onPublished: (_, hasNewerEdits) => {
        if (hasNewerEdits) this.autosave.save(editor.stablePage);
        else this.autosave.clear(this.editor.fields.ID);
      },
      onConflict: () => { this.openDialog('conflict'); },
    });
    this.stops = [
      editor.onRefusal((code) => { this.tellRefusal(code); }),
      editor.onChange((_, origin) => {
        if (origin !== 'load') this.autosave.save(editor.stablePage);
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
        viewCentre: false,
      },
      { autoBind: true },
    );
  }

  get isEditing(): boolean {
    return this.mode === 'editing';
  }

  get hasUnsavedChanges(): boolean {
    return this.publishing.hasUnsavedChanges;
  }

  /** Where visitors find the page. */
  get publicUrl(): string {
    const { site, slug } = this.editor.fields;
    return publicPageUrl(site.slug, slug, this.options.app);
  }

  /** Between editing and previewing; who may not edit stays where they are. */
  setMode(mode: InterfaceMode): void {
    if (mode === 'editing' && !this.editor.permissions.canEdit) return;
    if (mode === 'previewing') this.editor.reset();
    this.mode = mode;
  }

  toggleMode(): void {
    this.setMode(this.isEditing ? 'previewing' : 'editing');
  }

  setPreviewDevice(device: 'desktop' | 'mobile'): void {
    this.previewDevice = device;
  }

  setZoom(zoom: number): void {
    this.zoom = Math.min(ZOOM.max, Math.max(ZOOM.min, zoom));
  }

  openDialog(dialog: EditorDialog): void {
    this.dialog = dialog;
  }

  closeDialog(): void {
    this.dialog = null;
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

  /** Gives up what was not published: nothing will be asked or recovered. */
  discard(): void {
    this.autosave.clear(this.editor.fields.ID);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.uploads.dispose();
    this.autosave.dispose();
  }

  private tellRefusal(code: EditorRefusal, details?: Readonly<Record<string, unknown>>): void {
    if (code !== 'nothing_selected') this.notify(refusalMessage(code, details), { kind: 'error' });
  }
}
