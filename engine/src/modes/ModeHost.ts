import type { BlockPatch, Editor, EditorRefusal } from '../editor/Editor.ts';
import type { Result } from '../model/Result.ts';

/** Where a gesture lays a block. */
export interface Placement {
  /** The unrotated box's top left corner in page space. */
  readonly x: number;
  readonly y: number;
  /** Fractions of the window's width; absent means as it was. */
  readonly width?: number;
  readonly height?: number;
  /** Absent means as it was. */
  readonly rotationDeg?: number;
  /** The section that holds it from now on; absent means what did. */
  readonly parentUuid?: string;
  /** What else changes with it: a text's font size, paddings. Merged as `update` merges. */
  readonly patch?: Pick<BlockPatch, 'content' | 'styles'>;
}

/** What the input machine needs of the editor that it steers. */
export interface ModeHost extends Pick<
  Editor,
  | 'add'
  | 'align'
  | 'begin'
  | 'blocks'
  | 'boxOf'
  | 'cancel'
  | 'childrenOf'
  | 'clearSelection'
  | 'commit'
  | 'definitionOf'
  | 'duplicate'
  | 'environment'
  | 'fields'
  | 'groupSelection'
  | 'lockedByOthers'
  | 'hitTest'
  | 'hover'
  | 'index'
  | 'isInProgress'
  | 'commitDrawing'
  | 'nudge'
  | 'permissions'
  | 'redo'
  | 'remove'
  | 'reorder'
  | 'resizeSection'
  | 'sectionIds'
  | 'select'
  | 'selectAll'
  | 'selection'
  | 'setLocked'
  | 'setReferenceWidth'
  | 'slice'
  | 'startDrawing'
  | 'startTextEditing'
  | 'stopDrawing'
  | 'stopTextEditing'
  | 'undo'
  | 'ungroupSelection'
> {
  /**
   * Lays blocks on the page, in the in-progress copy. Places are in page space; where a block's
   * parent is placed in the same call, the block lies where it says, not where the parent would
   * carry it. What lies in a placed group and is not named moves along. All or none: refused as
   * edits are, also where someone has locked a block since the gesture began.
   */
  place(placements: ReadonlyMap<string, Placement>): Result<null, EditorRefusal>;
  /** Tells listeners of `onRefusal` that a gesture was refused. */
  emitRefusal(code: EditorRefusal): void;
}
