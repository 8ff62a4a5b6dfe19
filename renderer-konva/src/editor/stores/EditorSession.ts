import type { Editor } from '@cobble/engine';
import type { PublishOutcome } from './PublishStore.ts';

/** The editor around a component: what children of `<CobbleEditor/>` get from `useCobbleEditor`. */
export interface EditorSession {
  readonly editor: Editor;
  readonly isEditing: boolean;
  /** Whether leaving would lose changes that are not published. Observable. */
  readonly hasUnsavedChanges: boolean;
  /** Whether the user is being asked to recover changes from an earlier visit. Observable. */
  readonly recovery: object | null;
  /** Where visitors find the page; null without a publishing service. */
  readonly publicUrl: string | null;
  /** Publishes the page and notifies the user of the result. */
  publish(): Promise<PublishOutcome>;
  /** Deletes the unpublished changes that this browser has stored. */
  discardChanges(): void;
}
