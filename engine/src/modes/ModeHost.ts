import type { EditInProgress } from '../editor/EditInProgress.ts';
import type { EditorState } from '../editor/EditorState.ts';
import type { UndoRedo } from '../editor/history/UndoRedo.ts';
import type { PageLayout } from '../editor/PageLayout.ts';
import type { PageStore } from '../editor/PageStore.ts';
import type { Selection } from '../editor/Selection.ts';
import type { SpatialIndex } from '../geometry/spatialIndex.ts';
import type { EventQueue } from '../model/EventQueue.ts';

/**
 * The part of the editor's state that modes may use. Modes change the page by running commands
 * (`inProgress.edit`), on their own or between `begin` and `commit`. Arguments are not validated:
 * they come from parsed input events and from the page itself.
 */
export interface ModeHost extends Pick<
  EditorState,
  | 'act'
  | 'blocks'
  | 'definitionOf'
  | 'environment'
  | 'fields'
  | 'hitTest'
  | 'hover'
  | 'isInProgress'
  | 'lockedByOthers'
  | 'maxBlocks'
  | 'menuRequested'
  | 'permissions'
  | 'refused'
  | 'select'
  | 'selectAll'
> {
  readonly events: Pick<EventQueue, 'guard' | 'guardEnd'>;
  readonly inProgress: Pick<
    EditInProgress<EditorState>,
    | 'abandonText'
    | 'begin'
    | 'cancel'
    | 'commit'
    | 'edit'
    | 'isOutsideHistory'
    | 'isRunning'
    | 'noteTyped'
  >;
  readonly index: SpatialIndex;
  readonly layout: Pick<
    PageLayout,
    'ancestorsOf' | 'boxOf' | 'childrenOf' | 'rootsOf' | 'sectionIds' | 'withDescendants'
  >;
  readonly selection: Pick<Selection, 'ids'>;
  readonly store: Pick<PageStore, 'baseOf' | 'pendingChange' | 'revertBlock' | 'stableBlock'>;
  readonly undoRedo: Pick<
    UndoRedo,
    'isLatestAddition' | 'jumpTo' | 'redo' | 'retractAddition' | 'undo'
  >;
}
