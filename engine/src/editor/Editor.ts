import type { BlockDefinition, Kit } from '../blocks/index.ts';
import type { DrawingInProgress, DrawingPen } from '../drawing/DrawingSession.ts';
import type { InputEvent } from '../modes/InputEvent.ts';
import type { MenuRequest } from '../modes/MenuRequest.ts';
import type { EditorMode } from '../modes/EditorMode.ts';
import type { SnapGuide } from '../geometry/SnapGuide.ts';
import type { SpatialIndex } from '../geometry/SpatialIndex.ts';
import type { Block, Things } from '../model/Block.ts';
import type { Change } from '../model/Change.ts';
import type { Page, PageFields } from '../model/Page.ts';
import type { Box, PlaceOnPhone, Point, Position } from '../model/Position.ts';
import type { Result } from '../model/Result.ts';
import type { RichText } from '../text/richText.ts';
import type { PageBody } from './commands/replacePage.ts';
import type { SliderValues } from './commands/styleBlocks.ts';
import type { Environment } from './environment.ts';
import type { Permissions } from '../permissions/Permissions.ts';

/** Codes of refusals; a person's words for them are the host's. */
export type EditorRefusal =
  | 'block_locked'
  | 'selection_locked'
  | 'things_per_page_limit_exceeded'
  | 'cannot_delete_last_section'
  | 'cannot_clone_while_uploading'
  | 'autowidth_needs_text'
  | 'group_needs_its_own_command'
  | 'html_id_needs_one_block'
  | 'no_page'
  | 'page_width_below_minimum'
  | 'not_permitted'
  | 'unknown_block'
  | 'unknown_type'
  | 'invalid_block'
  | 'invalid_page'
  /** An argument of another kind than the call takes, or no input event (details: `path`). */
  | 'input_invalid'
  | 'nothing_selected'
  | 'drawing_too_large'
  | 'clipboard_invalid'
  | 'clipboard_newer_than_editor';

/** What `add` takes: a type, and whatever of the block should not be the default. */
export interface NewBlock {
  readonly type: string;
  readonly uuid?: string;
  /** A section or group; default: the section under the new block's centre, else the last. */
  readonly parentUuid?: string;
  /** x and y are the parent's where one is named, else of page space; default: about the middle. */
  readonly position?: Partial<Position>;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly styles?: Block['styles'];
  readonly properties?: Block['properties'];
  readonly altText?: string;
  readonly locked?: boolean;
  /** Where what it shows comes from (editing-canvas.md section 3). */
  readonly source?: Block['source'];
}

/**
 * A patch of a block: `position`, `properties`, `styles`, `content` and `source` are merged one
 * level deep. Other fields are refused.
 */
export interface BlockPatch {
  readonly position?: Partial<Position>;
  readonly properties?: Block['properties'];
  readonly styles?: Block['styles'];
  readonly content?: Readonly<Record<string, unknown>>;
  readonly altText?: string | undefined;
  readonly locked?: boolean | undefined;
  readonly source?: Block['source'];
}

/** How an edit came about; told to listeners of `onChange`. */
export type ChangeOrigin = 'edit' | 'undo' | 'redo' | 'remote' | 'load';

/** Options of `createEditor`. */
export interface EditorOptions {
  readonly page: Page;
  readonly kits?: readonly Kit[];
  readonly permissions?: Permissions;
  /** The most blocks that the owner's plan allows (sections count too); null is unlimited. */
  readonly maxBlocks?: number | null;
  readonly environment?: Partial<Environment>;
}

/**
 * The headless editor of one page. All reads are MobX-observable; all writes go through it.
 *
 * Calls that answer with a `Result` refuse what they cannot do, an argument of another kind included
 * (`input_invalid`, or `invalid_block` and `invalid_page` for what a block or the page cannot hold;
 * details: `path`). The others throw a CobbleError `input_invalid` for that.
 *
 * Spaces: a block's `position` is relative to its parent, in fractions of the window's width.
 * "Page space" is the same unit with its origin at the window's left edge and the first section's
 * top: what `boxOf`, hits, guides and input events use.
 */
export interface Editor {
  /** The page as shown: the stable copy with what is in progress laid over it. A new object after each change. */
  readonly page: Page;
  /** The page as last committed. */
  readonly stablePage: Page;
  /** Blocks as shown, an observable map with replaced records (`observe` it for dirty sets). */
  readonly blocks: ReadonlyMap<string, Block>;
  /** All fields of the page but the blocks, as shown. */
  readonly fields: PageFields;
  /** Blocks of third parties that this editor knows. */
  readonly kits: readonly Kit[];
  /** The clock, chance, ids, text measuring and log that it was given. */
  readonly environment: Environment;
  /** Without `canEdit` every edit is refused with `not_permitted`. */
  readonly permissions: Permissions;
  /** The most blocks that the owner's plan allows, sections included; null is unlimited. */
  readonly maxBlocks: number | null;
  /** Whether something is in progress (between `begin` and `commit` or `cancel`). */
  readonly isInProgress: boolean;
  /** Whether there are committed changes since loading or since what was last published was sent. */
  readonly hasPublishableChanges: boolean;

  /** Ids of the selected blocks, in the order in which they were selected. */
  readonly selection: ReadonlySet<string>;
  /** The selected blocks, in that order. */
  readonly selectedBlocks: readonly Block[];
  /** The block below the pointer, or null. */
  readonly hoveredId: string | null;
  /** What is being done: resting, a gesture, drawing, editing text (editing-canvas.md section 4). */
  readonly mode: EditorMode;
  /** Guides of the gesture under way, in page space. */
  readonly guides: readonly SnapGuide[];
  /** The marquee of the gesture under way, in page space. */
  readonly marquee: Box | null;
  /** Finds blocks by their place, in page space: what culling, hits and snapping use. */
  readonly index: SpatialIndex;

  /** Whether there is a step to take back. */
  readonly canUndo: boolean;
  /** Whether there is a step to make again. */
  readonly canRedo: boolean;

  /** What is known of a type, built in or of a kit; null for an unknown one. */
  definitionOf(type: string): BlockDefinition | null;
  /** Section ids from the top. */
  readonly sectionIds: readonly string[];
  /** Children of a section or group from the lowest z-index to the highest. */
  childrenOf(parentUuid: string): readonly Block[];
  /** Unrotated box in page space. */
  boxOf(uuid: string): Box | null;
  /** Boxes' union of the selection, rotated corners included, in page space. */
  readonly selectionBox: Box | null;
  /** Top-most block at a point of page space, `null` over empty room; sections are not hit. */
  hitTest(point: Point, options?: { below?: string; includeSections?: boolean }): string | null;

  /**
   * Selects these and nothing else; ids that the page does not have are left out.
   *
   * @throws CobbleError `input_invalid` for what is no list of ids
   */
  select(uuids: Iterable<string>): void;
  /** Selects all that lies directly in a section, without locked blocks unless there are no others. */
  selectAll(): void;
  /** Selects nothing. */
  clearSelection(): void;
  /** Says which block is below the pointer, for the host's hover looks; null for none. */
  hover(uuid: string | null): void;

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
  /** Moves blocks among those that they lie with, in the order of painting; default: the selection. */
  reorder(
    to: 'front' | 'back' | 'forward' | 'backward',
    uuids?: Iterable<string>,
  ): Result<null, EditorRefusal>;
  /** Brings the selection's edges or middles into line with those of its bounds. */
  align(
    edge: 'left' | 'right' | 'top' | 'bottom' | 'middle' | 'centre',
  ): Result<null, EditorRefusal>;
  /** Makes the gaps between the selected blocks equal; the outermost stay. */
  distribute(axis: 'horizontal' | 'vertical'): Result<null, EditorRefusal>;
  /**
   * Mirrors the selection about its middle: places and turns, and pictures and shapes themselves;
   * words stay readable.
   */
  flip(axis: 'horizontal' | 'vertical'): Result<null, EditorRefusal>;
  /** Lays the selection into neat rows and columns with equal gaps, in the order that it is read in. */
  tidy(): Result<null, EditorRefusal>;
  /** Makes the selection larger or smaller about its middle, letters, borders and all. */
  scaleSelection(factor: number): Result<null, EditorRefusal>;
  /** Moves the selection by px at the reference width, as the arrow keys do by 1 and 8. */
  nudge(dxPx: number, dyPx: number): Result<null, EditorRefusal>;
  /** Locks or unlocks blocks; default: the selection. Locked ones refuse all other edits. */
  setLocked(locked: boolean, uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Patches blocks in the in-progress copy, and begins one where there is none: for a colour that is
   * tried out, or a slider that is dragged. `commit` keeps what was staged, `cancel` takes it back.
   */
  stage(patch: BlockPatch, uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Sets what sliders set, brought into range: opacity in percent (0 to 100), padding and radius (0
   * to half of the block's shorter side), blur (0 to 20 px).
   */
  setLooks(values: SliderValues, uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Names the one selected block for links within the page; what html ids cannot hold is left out,
   * and '' takes the name away. Refused with `html_id_needs_one_block` unless one is selected.
   */
  setHtmlId(htmlId: string): Result<null, EditorRefusal>;
  /** Lets texts be as wide as their words, or keep their width; others are `autowidth_needs_text`. */
  setAutowidth(on: boolean, uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /** Turns the alignment of words on: left, centre, right, justified, and round again. */
  cycleTextAlign(uuids?: Iterable<string>): Result<null, EditorRefusal>;
  /** Puts the selection into a new group, which is then selected; gives its id. */
  groupSelection(): Result<string, EditorRefusal>;
  /** Takes the selected groups apart; what they held keeps its place and is selected. */
  ungroupSelection(): Result<readonly string[], EditorRefusal>;

  /** Adds an empty section, 200 px high, at an index (default: the end); gives its id. */
  addSection(index?: number): Result<string, EditorRefusal>;
  /** Swaps a section with its neighbour; the first goes no further up, the last no further down. */
  moveSection(uuid: string, direction: 'up' | 'down'): Result<null, EditorRefusal>;
  /** Height in fractions of the window's width, while dragging or at once. */
  resizeSection(
    uuid: string,
    size: { height?: number; width?: number },
  ): Result<null, EditorRefusal>;
  /** Makes a section and all that it holds larger or smaller, about the window's middle. */
  scaleSection(uuid: string, factor: number): Result<null, EditorRefusal>;
  /** Makes a section as high as what it holds needs; an empty one as high as a new one. */
  fitSection(uuid: string): Result<null, EditorRefusal>;
  /**
   * The order in which what a section or group holds is read aloud, tabbed through and published:
   * as named, the others where their place puts them; null leaves all to their places. Refused with
   * `unknown_block` for what is not held there.
   */
  setReadingOrder(parent: string, uuids: readonly string[] | null): Result<null, EditorRefusal>;
  /**
   * Puts a block of a section somewhere for phones alone, where the rest flows around its row; null
   * leaves it to the layout again. `place` is relative to the section's top left corner, in fractions
   * of the window's width, which on a phone is the screen's. Refused with `invalid_block` for what a
   * group holds, and on pages with phone layout `scaled`.
   */
  placeOnPhone(
    uuid: string,
    place: Pick<PlaceOnPhone, 'x' | 'y' | 'width' | 'height'> | null,
  ): Result<null, EditorRefusal>;
  /**
   * Cuts a section across at `y` (page space) and opens that much room: what begins below moves
   * down, and the section grows. A negative `by` closes empty room only. Between `begin` and
   * `commit` it counts from the stable page: a drag calls it with the whole of its way so far. An
   * entry of the history of type 'Slice'.
   *
   * @param by in fractions of the window's width
   * @returns by how much the section grew (less than asked where room was not empty)
   */
  slice(section: string, y: number, by: number): Result<number, EditorRefusal>;
  /**
   * Designs the page for a window of another width (cutoff resizing): with `scale` all that is px is
   * multiplied by new/old and the page keeps its proportions; without it nothing moves on the
   * screen, and places are converted. Counts from the stable page, as `slice` does. Refused below
   * 375 px with `page_width_below_minimum`; `snapReferenceWidth` gives widths to drag to.
   */
  setReferenceWidth(px: number, options: { readonly scale: boolean }): Result<null, EditorRefusal>;

  /** The selection between its markers, for the system clipboard; null when nothing is selected. */
  copy(): string | null;
  /**
   * Copies the selection and removes it; gives the text for the clipboard. Refused while part of it
   * is being uploaded (`cannot_clone_while_uploading`), which no copy could bring back.
   */
  cut(): Result<string, EditorRefusal>;
  /** Blocks from the clipboard's text; fresh ids, 32 px offset on the same page; they are selected. */
  paste(text: string, at?: Point): Result<readonly string[], EditorRefusal>;

  /** Takes the last step back; while drawing, the last stroke. False when there is none. */
  undo(): boolean;
  /** Makes the step again that was taken back last. False when there is none. */
  redo(): boolean;

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

  /**
   * Feeds a plain input event to the current mode's state machine.
   *
   * @throws CobbleError `input_invalid` for what is none (details: `path`); nothing has changed then
   */
  dispatch(event: InputEvent): void;
  /**
   * Starts text editing of a block that can; false when it can't. Rich text is edited in TextEditing,
   * the plain words of buttons and notes in InlineTextEditing (see `editedBlockOf`).
   */
  startTextEditing(uuid: string): boolean;
  /**
   * What the block being edited says now; writes go to the in-progress copy. Refused with
   * `invalid_block` for what is no text; refusals are told to `onRefusal` too. Nothing is done, and
   * nothing refused, where no text is being edited.
   */
  setEditedText(text: RichText | string): Result<null, EditorRefusal>;
  /** Leaves text editing: commits, or removes a text block left empty. */
  stopTextEditing(): void;

  /** Whether a click in empty room begins a text there (the Typewriter). */
  readonly isTypewriterOn: boolean;
  /** Turns the Typewriter on or off. */
  setTypewriter(on: boolean): void;

  /**
   * The strokes that are being drawn, px at the reference width from the page's top left corner;
   * null unless in Drawing. While drawing, undo and redo are the strokes' own.
   */
  readonly drawing: DrawingInProgress | null;
  /** With what one draws, or would; each tool remembers its colour and width. */
  readonly drawingPen: DrawingPen;
  /**
   * Takes another tool, or gives the tool another colour or width.
   *
   * @throws CobbleError `drawing_invalid` for what no stroke can have (details: `path`)
   */
  setDrawingPen(pen: Partial<DrawingPen>): void;
  /**
   * Enters Drawing; false during a gesture, for those who may not edit, and (told as a refusal) when
   * the page can hold no more blocks.
   */
  startDrawing(): boolean;
  /**
   * Makes the strokes into one block and draws on. Its id, or null when nothing was drawn; refused
   * as `add` is, and then the strokes stay. Refusals are told to `onRefusal` too.
   */
  keepDrawing(): Result<string | null, EditorRefusal>;
  /** Leaves Drawing; what is left over is kept, and selected. Refused, it stays in Drawing. */
  stopDrawing(): Result<string | null, EditorRefusal>;

  /**
   * Replaces settings, style and blocks as one entry of the history (type 'Full'): after migrating,
   * or for an older version; name, owner and flags stay. Refused with `invalid_page`.
   */
  replacePage(body: PageBody): Result<null, EditorRefusal>;
  /** Replaces all blocks by many random ones of every kind. (It can always be undone.) */
  unleashChaosMonkey(): Result<null, EditorRefusal>;

  /**
   * Replaces the page (after loading or migrating); clears history, selection and progress.
   *
   * @throws CobbleError as `createEditor`; nothing has changed then
   */
  load(page: Page, options?: { hasPublishableChanges?: boolean }): void;
  /**
   * After the server has stored this page: takes over what it says (revision, dates) below what is
   * in progress and without an entry of the history.
   *
   * @throws CobbleError, as `parsePage`, for fields that no page has; nothing has changed then
   * @param sent the page that the request was made of (`stablePage` at that time). When the page has
   *   been edited since, so that it now says something else, `hasPublishableChanges` stays true;
   *   edits that were undone again count for nothing. Without it the answer is taken to be for the
   *   page as it now stands.
   */
  markPublished(stored: Partial<PageFields>, sent?: Page): void;
  /** What is in progress, as a change of the stable page; the change that changes nothing if none is. */
  readonly progress: Change;
  /**
   * Takes over a change of the stable page that someone else has made: without an entry of the
   * history, and below what is in progress. A property that is being changed here stays as it is
   * shown; a block that was removed is shown until the gesture ends and is gone then; the selection
   * forgets it. What it says of blocks is taken at its word, as a room has checked it.
   *
   * @throws CobbleError, as `createEditor`, for what has no change's outline; nothing has changed then
   * @param options `hasPublishableChanges` says whether the page now differs from the published
   *   one; true unless told otherwise
   */
  applyRemote(change: Change, options?: { readonly hasPublishableChanges?: boolean }): void;
  /**
   * Says what has become of a change that was committed here: a room has merged it with what others
   * did. Undo then takes back what was really done; of a change that came to nothing, nothing.
   *
   * @param committed the very object that `onChange` has told
   * @param done what was done instead; the change that changes nothing if it was refused
   */
  amendHistory(committed: Change, done: Change): void;
  /**
   * Blocks that others are editing just now. To this editor they are locked: commands and gestures
   * are refused with `block_locked` or `selection_locked`, and undo leaves them alone.
   */
  readonly heldByOthers: ReadonlySet<string>;
  /** Says which blocks others are editing, all of them; a room's client does so. */
  setHeldByOthers(uuids: Iterable<string>): void;
  /**
   * A block that someone else has removed while it was in progress here, as it was last shown; told
   * when what is in progress ends, so that typed words can be kept.
   */
  onLost(listener: (block: Block) => void): () => void;
  /** Ends gestures and text editing and clears the selection. */
  reset(): void;

  /** Each committed change, and each page load; returns the way to stop listening. */
  onChange(listener: (change: Change, origin: ChangeOrigin) => void): () => void;
  /** Refusals that happened inside a gesture (a drag on a locked block). */
  onRefusal(listener: (code: EditorRefusal) => void): () => void;
  /** Where a menu is asked for, by a long press or the right button; returns the way to stop. */
  onMenu(listener: (request: MenuRequest) => void): () => void;
}

export type { Things };
