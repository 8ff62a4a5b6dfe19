import type { Editor } from '@cobble/engine';

/** How a publish ended. The user has been notified of it. */
export type PublishOutcome = 'published' | 'refused' | 'conflict' | 'failed';

/**
 * The editor around a component: what children of `<CobbleEditor/>` get from `useCobbleEditor`. The
 * public part of `EditorStore`, which is not exported.
 */
export interface EditorSession {
  readonly editor: Editor;
  /** Whether the page is being edited; false: previewed. Observable. */
  readonly isEditing: boolean;
  /** Whether leaving would lose changes that are not published. Observable. */
  readonly hasUnsavedChanges: boolean;
  /** Whether the editor is asking to recover changes from an earlier visit. Observable. */
  readonly isRecovering: boolean;
  /** Where visitors find the page; null without a publishing service. */
  readonly publicUrl: string | null;
  /** Publishes the page and notifies the user of the result. */
  publish(): Promise<PublishOutcome>;
  /** Deletes the unpublished changes that this browser has stored. */
  discardChanges(): void;
}
