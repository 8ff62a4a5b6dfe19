import { type Editor, EDITOR_VERSION, type Page } from '@cobble/engine';
import { makeAutoObservable, runInAction } from 'mobx';
import {
  ACCOUNT_ERROR,
  CANNOT_PUBLISH,
  publishMessage,
  WAIT_FOR_UPLOAD,
} from '../messages/publishMessage.ts';
import { ApiError } from '../../api/ApiError.ts';
import type { EditorServices } from '../services/EditorServices.ts';
import type { Notify } from '../services/Notify.ts';
import { hasPendingWords } from './hasPendingWords.ts';

/** What the store takes from outside. */
export interface PublishOptions {
  readonly editor: Editor;
  readonly services: EditorServices;
  readonly notify: Notify;
  readonly isUploading: () => boolean;
  /** Puts stored addresses where the page still has temporary ones. */
  readonly finishPage: (page: Page) => Page;
  readonly isLoggedIn: () => boolean;
  /** The page's public address, for the notice's link. */
  readonly publicUrl: () => string;
  /** The page has been stored; what was kept of it locally can go unless it has changed since. */
  readonly onPublished: (stored: Page, hasNewerEdits: boolean) => void;
  /** Somebody else (or another window) has stored the page since this copy was loaded. */
  readonly onConflict: () => void;
}

/** How a publish ended; a person has been told. */
export type PublishOutcome = 'published' | 'refused' | 'conflict' | 'failed';

/** Publishing: never loses what is edited while it is under way. */
export class PublishStore {
  isPublishing = false;
  /** The page has yet to be published, though nothing has changed since it was loaded. */
  private isReminded = false;
  private readonly options: PublishOptions;

  constructor(options: PublishOptions) {
    this.options = options;
    makeAutoObservable<this, 'options'>(this, { options: false }, { autoBind: true });
  }

  /** What would be lost; changes of somebody who only samples a page cannot be saved at all. */
  get hasUnsavedChanges(): boolean {
    const { editor } = this.options;
    if (!editor.permissions.canPublish) return false;
    return editor.hasPublishableChanges || this.isReminded || hasPendingWords(editor);
  }

  /** Whether the Publish button does something now. */
  get canPublish(): boolean {
    return (
      this.hasUnsavedChanges && !this.isPublishing && this.options.editor.permissions.canPublish
    );
  }

  /**
   * Ends what is in progress and publishes the page as it stands.
   *
   * @param options.baseRevision publishes over a revision other than the one that was loaded
   */
  async publish(options: { readonly baseRevision?: number } = {}): Promise<PublishOutcome> {
    const { editor, services, notify } = this.options;
    if (this.isPublishing) return 'refused';
    const refusal = this.refusal();
    if (refusal !== null) {
      notify(refusal, { kind: 'error', durationMs: 7000 });
      return 'refused';
    }
    editor.reset();
    const sent = editor.stablePage;
    this.isPublishing = true;
    try {
      const stamped: Page = {
        ...this.options.finishPage(sent),
        settings: { ...sent.settings, editorVersion: EDITOR_VERSION },
      };
      const stored = await services.publishPage(stamped, options.baseRevision ?? sent.revision);
      // Only what the server decides: the rest may have been edited meanwhile.
      editor.markPublished({ revision: stored.revision, updatedAt: stored.updatedAt }, sent);
      runInAction(() => {
        this.isReminded = false;
      });
      this.options.onPublished(stored, this.hasUnsavedChanges);
      notify('Page published', {
        kind: 'success',
        durationMs: 5000,
        action: { label: 'View', href: this.options.publicUrl() },
      });
      return 'published';
    } catch (error) {
      if (error instanceof ApiError && error.code === 'page_changed_elsewhere') {
        this.options.onConflict();
        return 'conflict';
      }
      notify(publishMessage(error), { kind: 'error', durationMs: 7000 });
      return 'failed';
    } finally {
      runInAction(() => {
        this.isPublishing = false;
      });
    }
  }

  /** The page has yet to be published, though nothing has changed since it was loaded. */
  remind(): void {
    this.isReminded = true;
  }

  /** Another copy of the page was loaded: what was noted about the former is void. */
  forget(): void {
    this.isReminded = false;
  }

  private refusal(): string | null {
    const { editor } = this.options;
    if (this.options.isUploading()) return WAIT_FOR_UPLOAD;
    if (!this.options.isLoggedIn()) return ACCOUNT_ERROR;
    return editor.permissions.canPublish ? null : CANNOT_PUBLISH;
  }
}
