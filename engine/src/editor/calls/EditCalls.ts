import type { Change } from '../../model/Change.ts';
import type { PageFields } from '../../model/Page.ts';
import type { Point } from '../../model/Position.ts';
import type { Result } from '../../model/Result.ts';
import type { BlockPatch } from '../BlockPatch.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { NewBlock } from '../NewBlock.ts';
import type { SliderValues } from '../SliderValues.ts';

/** Edits of blocks and of the page's fields, the clipboard, and several edits as one. */
export interface EditCalls {
  /** Adds blocks, all or none; they are selected unless `select` is false. */
  add(
    blocks: NewBlock | readonly NewBlock[],
    options?: { select?: boolean },
  ): Result<readonly string[], EditorRefusal>;
  /**
   * Patches blocks, all with the same patch, all or none. Refused with `unknown_block`, `block_locked`,
   * `selection_locked`, or `invalid_block` (details: `uuid`, `path`, `message`).
   */
  update(uuids: string | Iterable<string>, patch: BlockPatch): Result<null, EditorRefusal>;
  /** The same with a patch for each block. */
  updateEach(patches: ReadonlyMap<string, BlockPatch>): Result<null, EditorRefusal>;
  /** The page's settings, style or flags; settings and style are merged one level deep. */
  updatePage(patch: {
    readonly settings?: Partial<PageFields['settings']>;
    readonly style?: Partial<PageFields['style']>;
    readonly isPublic?: boolean;
    readonly isRestricted?: boolean;
    readonly isListed?: boolean;
    readonly isPeekable?: boolean;
  }): Result<null, EditorRefusal>;
  /** Removes blocks and all they hold; default: the selection. */
  remove(uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Copies blocks beside themselves (jitter, fresh ids, remapped parents), selected; default: the
   * selection. Refused while one is being uploaded: its `content.url` is temporary, or its
   * `content.isUploading` true.
   */
  duplicate(uuids?: Iterable<string>): Result<readonly string[], EditorRefusal>;
  /**
   * Patches blocks in the in-progress copy, and begins one where there is none: for a colour that is
   * tried out, or a slider that is dragged. `commit` keeps what was staged, `cancel` takes it back.
   */
  stage(patch: BlockPatch, uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Sets what sliders set, brought into range: opacity in percent (0 to 100), padding and radius (0
   * to half of the block's shorter side), blur (0 to 20 px).
   */
  setSliderStyles(values: SliderValues, uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Names the one selected block for links within the page; what html ids cannot hold is left out,
   * and '' takes the name away. Refused with `html_id_needs_one_block` unless one is selected.
   */
  setHtmlId(htmlId: string): Result<null, EditorRefusal>;
  /** Lets texts be as wide as their words, or keep their width; others are `autowidth_needs_text`. */
  setAutowidth(on: boolean, uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /** Turns the alignment of words on: left, centre, right, justified, and round again. */
  cycleTextAlign(uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /** Locks or unlocks blocks; default: the selection. Locked ones refuse all other edits. */
  setLocked(locked: boolean, uuids?: Iterable<string>): Result<null, EditorRefusal>;

  /** The selection between its markers, for the system clipboard; null when nothing is selected. */
  copy(): string | null;
  /**
   * Copies the selection and removes it; gives the text for the clipboard. Refused while part of it
   * is being uploaded (`cannot_clone_while_uploading`), which no copy could bring back.
   */
  cut(): Result<string, EditorRefusal>;
  /** Blocks from the clipboard's text; fresh ids, 32 px offset on the same page; they are selected. */
  paste(text: string, at?: Point): Result<readonly string[], EditorRefusal>;

  /**
   * Starts an in-progress copy; edits until `commit` are one entry of the history. What was in
   * progress before is committed first.
   */
  begin(): void;
  /**
   * Ends it: fits sections, records history; without a difference nothing is saved. Without `begin`
   * it is ignored, and logged; so is `cancel`.
   */
  commit(): Change | null;
  /** Throws away what is in progress. */
  cancel(): void;
}
