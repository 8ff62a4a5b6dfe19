import type { EditorState } from '../editor/EditorState.ts';
import type { PageLayout } from '../editor/PageLayout.ts';
import type { PageStore } from '../editor/PageStore.ts';
import type { Selection } from '../editor/Selection.ts';
import type { SpatialIndex } from '../geometry/spatialIndex.ts';

/**
 * The part of the editor's state that modes may use. Modes change the page by running commands
 * (`edit`), on their own or between `begin` and `commit`. Arguments are not validated: they come
 * from parsed input events and from the page itself.
 */
export interface ModeHost extends Pick<
  EditorState,
  | 'act'
  | 'begin'
  | 'blocks'
  | 'cancel'
  | 'commit'
  | 'definitionOf'
  | 'edit'
  | 'environment'
  | 'fields'
  | 'hitTest'
  | 'hover'
  | 'isInProgress'
  | 'isolated'
  | 'jumpTo'
  | 'lockedByOthers'
  | 'maxBlocks'
  | 'menuRequested'
  | 'permissions'
  | 'redo'
  | 'refused'
  | 'removedByOthers'
  | 'retractAddition'
  | 'select'
  | 'selectAll'
  | 'undo'
> {
  readonly index: SpatialIndex;
  readonly layout: Pick<
    PageLayout,
    'ancestorsOf' | 'boxOf' | 'childrenOf' | 'rootsOf' | 'sectionIds' | 'withDescendants'
  >;
  readonly selection: Pick<Selection, 'ids'>;
  readonly store: Pick<PageStore, 'stableBlock'>;
}
