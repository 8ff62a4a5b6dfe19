import type { AnyBlock, BlockTypeOf } from '../blocks/AnyBlock.ts';
import type { BlockDefinition } from '../blocks/BlockDefinition.ts';
import type { Kit } from '../blocks/Kit.ts';
import type { DrawingInProgress, DrawingPen } from '../drawing/DrawingSession.ts';
import type { SnapGuide } from '../snapping/snapGuides.ts';
import type { SpatialIndex } from '../geometry/spatialIndex.ts';
import type { CopiedBlocks } from '../clipboard/clipboardText.ts';
import type { Block } from '../model/Block.ts';
import type { Change } from '../model/Change.ts';
import type { NamedEdit } from '../model/NamedEdit.ts';
import type { Optional } from '../model/Optional.ts';
import type { Page, PageFields } from '../model/Page.ts';
import type { Box, PhonePosition, Point } from '../model/Position.ts';
import type { Result } from '../model/Result.ts';
import type { Permissions } from '../permissions/Permissions.ts';
import type { RichText } from '../text/richText.ts';
import type { EditorMode } from './EditorMode.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { EditHistory } from './history/History.ts';
import type { Environment } from '../model/Environment.ts';
import type { InputEvent, MenuRequest, ParsedInput } from './InputEvent.ts';
import type {
  AddedBlock,
  BlockPatch,
  NewBlockTypeOf,
  PageBody,
  PageFieldsPatch,
  SliderValues,
} from './patches.ts';

/**
 * Names a member that exists only for the compiler, which uses it to compare the kits of two editors.
 * Method parameters are not enough: an editor without a kit would pass for one that adds its blocks.
 */
declare const addableKits: unique symbol;

/**
 * The headless editor of one page, made by `createEditor`. All reads are MobX-observable; the page
 * changes only through these calls.
 *
 * Calls that return a `Result` refuse what they cannot do. They refuse arguments of the wrong type
 * with `input_invalid` (details: `path`, such as `patch`), and values that a block or page cannot have with `invalid_block` or
 * `invalid_page` (details: `path`). Other calls throw a CobbleError `input_invalid` instead.
 *
 * Calls need no `this`, so they can be passed on, as in `onClick={editor.undo}`.
 *
 * Calls with an optional `uuids` take an id or ids, and act on the selection by default. An id that is
 * not on the page is refused with `unknown_block`. Calls that arrange blocks are refused with
 * `invalid_block` if the id of a section is given, and leave out selected sections.
 *
 * `Editor` knows the built-in block types. `createEditor` infers those of its kits, as in
 * `Editor<typeof bellKit>`: an editor without that kit, or with a second one, does not pass for it.
 * Every editor is an `Editor<Kit>`, whose blocks can have any type.
 *
 * Units: a block's `position` is relative to its parent, in fractions of the window's width. "Page
 * space" has the same unit, with its origin at the window's left edge and the top of the first
 * section. `boxOf`, hit tests, guides and input events use page space.
 */
export interface Editor<Kits extends Kit = never> {
  /** For the compiler only. */
  readonly [addableKits]?: Kit extends Kits ? unknown : (kit: Kits) => void;

  // The page

  /**
   * The page as shown, in-progress edits included. A new object after each change, which the first
   * read makes from all blocks: with 10,000 of them, that takes a few milliseconds. Code that runs
   * for each change, such as a listener, should read `blocks`, `fields` or the change that it is
   * given instead.
   */
  readonly page: Page<AnyBlock<Kits>>;
  /** The page as last committed. Reading it after a change takes as long as reading `page`. */
  readonly stablePage: Page<AnyBlock<Kits>>;
  /**
   * The blocks as shown: an observable map of frozen records, which edits replace. Comparing the
   * `type` of a block narrows its `content`.
   */
  readonly blocks: ReadonlyMap<string, AnyBlock<Kits>>;
  /** All fields of the page except its blocks, as shown. */
  readonly fields: PageFields;
  /** The kits of custom blocks; `configure` replaces them. */
  readonly kits: readonly Kit[];
  /** The clock, random numbers, ids, text measuring and log that this editor was created with. */
  readonly environment: Environment;
  /** Without `canEdit`, every edit is refused with `not_permitted`. `configure` replaces them. */
  readonly permissions: Permissions;
  /**
   * The most blocks that the owner's plan allows, sections included; null means unlimited.
   * `configure` replaces it.
   */
  readonly maxBlocks: number | null;
  /** Whether there are committed changes since the page was loaded or last published. */
  readonly hasPublishableChanges: boolean;

  /**
   * The definition of a built-in or custom block type; null if the type is unknown. For a block, also
   * null if its kit cannot read it: its content has another version, or does not pass the schema.
   */
  definitionOf(of: string | Block): BlockDefinition | null;
  /** Section ids from top to bottom. */
  readonly sectionIds: readonly string[];
  /** Children of a section or group from the lowest z-index to the highest. */
  childrenOf(parentUuid: string): readonly AnyBlock<Kits>[];
  /** Unrotated box of a block in page space; null if the block is unknown. */
  boxOf(uuid: string): Box | null;
  /**
   * The topmost block at a point of page space, or null. Groups are hit only if they have a
   * background or border.
   *
   * @param options `below` returns the next block under that one; `includeSections` also hits
   *   sections
   */
  hitTest(
    point: Point,
    options?: { below?: string | undefined; includeSections?: boolean | undefined },
  ): string | null;
  /** Finds blocks by their position in page space, for culling, hit tests and snapping. */
  readonly index: SpatialIndex;

  // Selection

  /** Ids of the selected blocks, in the order in which they were selected. */
  readonly selection: ReadonlySet<string>;
  /** The selected blocks, in the same order. */
  readonly selectedBlocks: readonly AnyBlock<Kits>[];
  /** The box around the selected blocks in page space, rotated corners included. */
  readonly selectionBox: Box | null;
  /** The block under the pointer, or null. */
  readonly hoveredId: string | null;
  /**
   * Replaces the selection. Ids that are not on the page are ignored.
   *
   * @throws CobbleError `input_invalid` unless given an id or a list of ids
   */
  select(uuids: string | Iterable<string>): void;
  /** Selects the direct children of all sections, except locked ones unless all are locked. */
  selectAll(): void;
  /** Selects nothing. */
  clearSelection(): void;
  /**
   * Sets the block under the pointer, for the host's hover styles; null for none.
   *
   * @throws CobbleError `input_invalid` unless given an id or null
   */
  hover(uuid: string | null): void;

  // Editing blocks

  /**
   * Adds blocks, all or none, and selects them unless `select` is false. Returns their ids. When a
   * block in a list is refused, the details contain its `index`. Without an `x`, a block wider than
   * 0.9 of the window is scaled down to that width. Sizes have the limits of `update`.
   */
  add<const Type extends NewBlockTypeOf<Kits>>(
    blocks: AddedBlock<Type, Kits> | readonly AddedBlock<Type, Kits>[],
    options?: { select?: boolean | undefined },
  ): Result<readonly string[], EditorRefusal>;
  /**
   * Applies the same patch to some blocks, all or none. With a `type`, the patch can have only the
   * fields of that type, and is refused if a block has another one; without a `type`, it can have the
   * fields of all types. Refused with `unknown_block`, `block_locked`, `selection_locked`,
   * `invalid_block` (details: `uuid`, `path`, `message`), or `nothing_selected` for no ids.
   *
   * A `width` or `height` below 0.03, negative ones included, becomes 0.03; one above 1,000 is refused.
   */
  update<const Type extends BlockTypeOf<Kits> = BlockTypeOf<Kits>>(
    uuids: string | Iterable<string>,
    patch: BlockPatch<Type, Kits>,
  ): Result<null, EditorRefusal>;
  /**
   * Applies a separate patch to each block, all or none, and refuses like `update`. In JavaScript,
   * `patches` can also be a list of pairs; two patches for one block are refused with
   * `input_invalid`.
   */
  updateEach<const Type extends BlockTypeOf<Kits> = BlockTypeOf<Kits>>(
    patches: ReadonlyMap<string, BlockPatch<Type, Kits>>,
  ): Result<null, EditorRefusal>;
  /**
   * Measures texts again, after the `environment` has begun to measure them differently, for example
   * when their font has loaded. Changes the size of blocks that this editor has measured before,
   * wherever they are: on the page, in the edit in progress, and in the history, so that undo and redo
   * restore them with the size that they need. Other blocks keep their size, and so do locked ones.
   *
   * This is not an edit by the user: it adds nothing to the history, and the redo stack stays.
   * `onChange` reports it with the origin `edit`. Does nothing without the permission to edit.
   *
   * @param isStale whether a block may have another size now, for example because it uses that font;
   *   may read the editor, but not edit
   * @throws CobbleError if a hook refuses the change of the page, which is then discarded, and
   *   `input_invalid` in a `run` or if `isStale` edits or returns a promise
   */
  remeasure(isStale: (block: AnyBlock<Kits>) => boolean): void;
  /**
   * Ends the upload of a block whose `content.url` is temporary (`blob:`, `data:`) or whose
   * `content.isUploading` is true: sets the stored URL, and other content with it, wherever the block
   * is: on the page, in the edit in progress, or only in the history, from which undo can restore it.
   * If others in a room have removed the block, or are removing it, it has the stored URL when they
   * restore it while this editor is open.
   * The end is reported to `onChange` at once, and is not part of any edit: neither `cancel` nor
   * undo reverts it, and the redo stack stays. Hooks are not asked.
   *
   * Refused with `unknown_block` if this editor has no record of the block, with `invalid_block` if it
   * is not being uploaded or still would be, and like `update`. `update` ends an upload too, but only of
   * a block that is on the page.
   */
  finishUpload<const Type extends BlockTypeOf<Kits> = BlockTypeOf<Kits>>(
    uuid: string,
    content: NonNullable<BlockPatch<Type, Kits>['content']>,
  ): Result<null, EditorRefusal>;
  /**
   * Removes a block, with its descendants, as if it had never been added, for example after a failed
   * upload: from the page, without an entry in the history, and from the history, so that no undo or
   * redo brings it back. The redo stack stays.
   *
   * On the page and in the history, each section gets the height that someone has chosen for it, or
   * else the one before the block was added, but not less than its other blocks need. A height that
   * others have changed since stays, and so does that of a locked section. A group that also contains
   * other blocks is fitted to these, on the page and in the history; one that does not is removed.
   * Other blocks stay where they are, also those that an edit in progress has placed in the group or
   * moves with it.
   *
   * If the block is on the page, hooks are asked, and this is refused like `remove`. Refused with
   * `unknown_block` for a section. Does nothing for a block that the edit in progress has added or
   * removed.
   */
  forgetBlock(uuid: string): Result<null, EditorRefusal>;
  /** Removes blocks and their descendants. */
  remove(uuids?: string | Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Copies blocks with fresh ids, places the copies nearby and selects them unless `select` is false.
   * Returns the ids of the copies. Refused with `cannot_clone_while_uploading` while one of the blocks
   * is being uploaded, here or by someone else in the room.
   */
  duplicate(
    uuids?: string | Iterable<string>,
    options?: { readonly select?: boolean | undefined },
  ): Result<readonly string[], EditorRefusal>;
  /**
   * Patches blocks without committing, for a colour preview or a slider that is being dragged.
   * Begins an in-progress edit if there is none; `commit` keeps the result, `cancel` discards it.
   */
  stage<const Type extends BlockTypeOf<Kits> = BlockTypeOf<Kits>>(
    patch: BlockPatch<Type, Kits>,
    uuids?: string | Iterable<string>,
  ): Result<null, EditorRefusal>;
  /**
   * Sets opacity (0 to 100 percent), padding and radius (0 to half of the block's shorter side, at
   * most 2,000 px) and blur (0 to 20 px), each clamped to its range.
   */
  setSliderStyles(
    values: SliderValues,
    uuids?: string | Iterable<string>,
  ): Result<null, EditorRefusal>;
  /**
   * Sets the HTML id of one block, for links within the page. Invalid characters are dropped; ''
   * removes the id. Refused with `html_id_needs_one_block` for several blocks.
   */
  setHtmlId(htmlId: string, uuids?: string | Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Fits the width of text blocks to their text, or fixes it. Refused with `autowidth_needs_text`
   * for other blocks.
   */
  setAutowidth(on: boolean, uuids?: string | Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Sets the next text alignment: left, centre, right, justified (skipped if a button is among the
   * blocks), then left again.
   */
  cycleTextAlign(uuids?: string | Iterable<string>): Result<null, EditorRefusal>;
  /**
   * Locks or unlocks blocks. A locked block refuses all other edits of it, but still changes with
   * `slice`, its section's width and the page's reference width, and is removed if `replacePage` or
   * `unleashChaosMonkey` replaces all blocks.
   */
  setLocked(locked: boolean, uuids?: string | Iterable<string>): Result<null, EditorRefusal>;

  // Arranging blocks

  /** Changes the z-order of blocks among their siblings. */
  reorder(
    to: 'front' | 'back' | 'forward' | 'backward',
    uuids?: string | Iterable<string>,
  ): Result<null, EditorRefusal>;
  /**
   * Aligns blocks with the edge or middle of their common box; a single block with that of its
   * parent.
   */
  align(
    edge: 'left' | 'right' | 'top' | 'bottom' | 'middle' | 'center',
    uuids?: string | Iterable<string>,
  ): Result<null, EditorRefusal>;
  /** Makes the gaps between blocks equal, within their common box. */
  distribute(
    axis: 'horizontal' | 'vertical',
    uuids?: string | Iterable<string>,
  ): Result<null, EditorRefusal>;
  /**
   * Mirrors blocks about their common centre. Images, GIFs, drawings and shapes are mirrored
   * themselves; text is not.
   */
  flip(
    axis: 'horizontal' | 'vertical',
    uuids?: string | Iterable<string>,
  ): Result<null, EditorRefusal>;
  /**
   * Arranges blocks in rows and columns with equal gaps, and keeps each row's order from left to
   * right.
   */
  tidy(uuids?: string | Iterable<string>): Result<null, EditorRefusal>;
  /** Scales blocks about their common centre, including font sizes, borders and paddings. */
  scale(factor: number, uuids?: string | Iterable<string>): Result<null, EditorRefusal>;
  /** Moves blocks by px at the reference width, as the arrow keys do. */
  nudge(dxPx: number, dyPx: number, uuids?: string | Iterable<string>): Result<null, EditorRefusal>;
  /** Groups blocks and selects the group unless `select` is false. Returns its id. */
  group(
    uuids?: string | Iterable<string>,
    options?: { readonly select?: boolean | undefined },
  ): Result<string, EditorRefusal>;
  /**
   * Dissolves groups and selects their children, which keep their position, unless `select` is false.
   * Returns their ids.
   */
  ungroup(
    uuids?: string | Iterable<string>,
    options?: { readonly select?: boolean | undefined },
  ): Result<readonly string[], EditorRefusal>;
  /**
   * Moves blocks into a section or group, or out of a group into what contains it. They keep their
   * position on the page; groups fit their contents, and a group left empty is removed. Refused with
   * `block_locked` or `selection_locked`, with `unknown_block`, and with `invalid_block` for sections,
   * for a parent inside one of the blocks, and for too many nested groups.
   *
   * @param options `index` is how many of the parent's other children are below the blocks in the
   *   z-order; by default all
   */
  moveInto(
    parent: string,
    uuids?: string | Iterable<string>,
    options?: { readonly index?: number | undefined },
  ): Result<null, EditorRefusal>;
  /**
   * Sets the order in which the children of a section or group are read aloud, tabbed through and
   * published. Other children keep the rank that their position gives them; null removes the order.
   * Refused with `unknown_block` for ids that are not children.
   */
  setReadingOrder(parent: string, uuids: readonly string[] | null): Result<null, EditorRefusal>;
  /**
   * Sets a position that applies on phones only; null removes it. The position is relative to the
   * section's top left corner, in fractions of the screen's width. Refused with `invalid_block` for
   * children of groups, and on pages with phone layout `scaled`.
   */
  placeOnPhone(
    uuid: string,
    position: Pick<PhonePosition, 'x' | 'y' | 'width' | 'height'> | null,
  ): Result<null, EditorRefusal>;

  // Sections and page

  /** Adds an empty section of 200 px at an index (default: the end). Returns its id. */
  addSection(index?: number): Result<string, EditorRefusal>;
  /** Swaps a section with its neighbour; does nothing at the ends of the page. */
  moveSection(uuid: string, direction: 'up' | 'down'): Result<null, EditorRefusal>;
  /**
   * Sets a section's size in fractions of the window's width, clamped as in a drag: the height to at
   * least 0.03 and that of its contents, and at most 1,000; the width to a multiple of 50 px, at most
   * 1366 px.
   */
  resizeSection(
    uuid: string,
    size: { height?: number | undefined; width?: number | undefined },
  ): Result<null, EditorRefusal>;
  /** Scales a section and its descendants about the middle of the window. */
  scaleSection(uuid: string, factor: number): Result<null, EditorRefusal>;
  /** Fits a section's height to its contents; an empty one gets the height of a new section. */
  fitSection(uuid: string): Result<null, EditorRefusal>;
  /**
   * Inserts vertical space into a section: blocks that begin below `y` (page space) move down and
   * the section grows. A negative `by` removes empty space only. A drag passes its total distance: a
   * call in the same edit or step replaces the earlier one, unless another section was sliced or the
   * reference width was set since. The history entry has the type 'Slice'.
   *
   * @param by distance in fractions of the window's width
   * @returns how much the section grew; negative if it shrank, by no more than the empty space
   */
  slice(section: string, y: number, by: number): Result<number, EditorRefusal>;
  /**
   * Patches the page's settings, style or flags; settings and style are merged one level deep. Other
   * fields, such as the slug, are refused with `invalid_page`: they are set where the page is
   * stored, and `markPublished` updates them.
   */
  updatePage(patch: PageFieldsPatch): Result<null, EditorRefusal>;
  /**
   * Sets the window width that the page is designed for. With `scale`, px values are multiplied by
   * new/old and the page keeps its proportions; without it, px values stay and positions are
   * converted, so that nothing moves on screen. Called again in the same edit or step, it replaces
   * the earlier call, like `slice`. Refused with `page_width_below_minimum` below 375 px, and with
   * `invalid_page` above 1366 px. `snapReferenceWidth` computes snap widths for drags.
   */
  setReferenceWidth(px: number, options: { readonly scale: boolean }): Result<null, EditorRefusal>;
  /**
   * Replaces settings, style and blocks as one history entry of type 'Full', for example to restore
   * an older version. Slug, owner and flags stay. Refused with `invalid_page`, over the cap, and
   * with `block_locked` or `selection_locked` for locked blocks if some of the blocks stay.
   */
  replacePage(body: PageBody): Result<null, EditorRefusal>;
  /** Replaces all blocks and the page's style with random ones; can be undone. */
  unleashChaosMonkey(): Result<null, EditorRefusal>;

  // Clipboard

  /**
   * Blocks, without those being uploaded, as `text/html` and `text/plain` for the clipboard; null if
   * nothing remains.
   *
   * @throws CobbleError `input_invalid` if `uuids` is not an id or a list of ids, `unknown_block` if a
   *   block is not on the page
   */
  copy(uuids?: string | Iterable<string>): CopiedBlocks | null;
  /** Copies and removes blocks. Refused (`cannot_clone_while_uploading`) during an upload. */
  cut(uuids?: string | Iterable<string>): Result<CopiedBlocks, EditorRefusal>;
  /**
   * Adds copied blocks with fresh ids and selects them. A block that its kit cannot read is kept, and
   * logged. Refused with `clipboard_invalid` or `clipboard_newer_than_editor`.
   *
   * @param copied what `copy` or `cut` returned, or HTML or text that contains it
   * @param at centre of the pasted blocks in page space. By default they are 32 px to the lower right
   *   of the originals, or 8 to 64 px on another page
   */
  paste(copied: CopiedBlocks | string, at?: Point): Result<readonly string[], EditorRefusal>;

  // In-progress edits and history

  /** Whether an edit is in progress: between `begin` and `commit` or `cancel`. */
  readonly isInProgress: boolean;
  /**
   * Begins an in-progress edit: all edits until `commit` become one history entry. Within an edit it
   * begins a step, which is ended separately: `commit` keeps it as part of the edit, `cancel` returns
   * to the page at this `begin`.
   *
   * @param label names the history entry; steps have no label
   * @returns a mark for `commit` and `cancel`
   */
  begin(label?: string): number;
  /**
   * Commits the latest edit or step that was begun, and returns its change, or null if nothing
   * differs or the commit is refused, which `onRefusal` reports. Without `begin` it is ignored and
   * logged, and so is `cancel`.
   *
   * @param begun a mark from `begin`: ends that edit or step, and all that were begun after it. If it
   *   has ended already, the call is ignored and logged
   * @throws CobbleError `input_invalid` for anything that is not a mark, such as an event
   */
  commit(begun?: number): Change<AnyBlock<Kits>> | null;
  /** Discards the latest edit or step that was begun, or the one of a mark; see `commit`. */
  cancel(begun?: number): void;
  /**
   * Runs edits as one history entry, or as one step of the edit in progress. All are discarded if
   * the function throws or returns a refusal, such as that of its last edit. If the entry is refused,
   * by a hook of `onBeforeCommit` or because of someone else's lock, a CobbleError is thrown.
   *
   * The function must not be `async`: `run` would end before it does. It must not be a generator
   * function either, whose body would not run. Functions that return a promise or generator do not
   * compile; in JavaScript, `run` discards their edits and throws `input_invalid`. What an `async`
   * function does after its first `await` is not discarded.
   *
   * Nothing in the function ends its edit. `undo`, `redo`, `jumpTo`, `reset`, `remeasure`, `load` and
   * `dispatch` throw `input_invalid` there, whatever they would do. Text editing, a tool or the
   * permission to edit can end there; an edit that began before the `run` is then ended after it.
   *
   * With `history: false`, the edits are reported like others, to rooms too, but undo and redo treat
   * them like someone else's: they do not revert them, and skip properties that these edits have set.
   * An edit in progress, such as a drag or typing, and its mode continue on top of them. The function
   * may only read and edit the page: it cannot end that edit or its steps, and calls that begin or
   * end a mode, change the history or load a page throw `input_invalid`. These are `dispatch`,
   * `reset`, the calls of text editing, drawing and tools, `undo`, `redo`, `jumpTo`, `remeasure`,
   * `configure` and `load`.
   */
  run<Value>(edits: () => RunResult<Value>, options?: RunOptions): Value;
  /**
   * The in-progress edit as a change of the stable page; an empty change if there is none. A new object
   * after each change.
   */
  readonly progress: Change<AnyBlock<Kits>>;
  /**
   * Whether the history has something to undo: the edit in progress does not count, although `undo`
   * commits and undoes it. False without permission to edit, except for strokes.
   */
  readonly canUndo: boolean;
  /** Whether `redo` has something to redo. False without permission to edit, except for strokes. */
  readonly canRedo: boolean;
  /**
   * Undoes the user's last edit or, in drawing mode, stroke. False if none, in a gesture, with an edit
   * in progress while a tool is active, or while another user is editing a block that it would change: `onRefusal` then reports `block_locked`.
   * Also false without permission to edit: `onRefusal` then reports `not_permitted`.
   */
  undo(): boolean;
  /** Redoes the last undone edit or stroke. False in the same cases as `undo`. */
  redo(): boolean;
  /** The entries that can be undone and redone. A new object after each change. */
  readonly history: EditHistory;
  /**
   * Undoes or redoes edits until the given entry is the latest that is not undone. Properties that
   * others have changed since stay, as in `undo`. False if there is no such entry, in a gesture or
   * drawing mode, without permission to edit, or if it stops at an edit that `undo` would not undo now.
   *
   * @param entry the id of an entry; null undoes all
   * @throws CobbleError `input_invalid` for anything else, such as the entry itself
   */
  jumpTo(entry: number | null): boolean;
  /**
   * Calls a hook before each commit of the user's own edits, gestures included, with the change that
   * it would make. The hook can make more edits, which become part of the commit, or return a
   * refusal, which discards it: `refuse('change_refused', details)` or another code. The call that
   * edits then returns the refusal; `commit` returns null and `onRefusal` reports it, as in gestures.
   *
   * Hooks are called in the order in which they were added, once, and see what earlier ones have
   * added. They are not asked about remote changes, undo, redo, `load` or `finishUpload`. They must not
   * apply remote changes, undo, redo or load, and `commit` and `cancel` end only what they have begun.
   * What a hook throws goes to `environment.log`; its edits are discarded and the commit goes on.
   * Values other than a refusal, nothing or a success are logged and ignored: a hook must not be
   * `async`. Returns an unsubscriber.
   */
  onBeforeCommit(hook: CommitHook<Kits>): () => void;
  /**
   * Calls the listener after each commit, undo, redo, remote change and load. `edits` lists the
   * commands on the whole page or a section, for rooms. Returns an unsubscriber.
   *
   * This and all other events are delivered one after the other: what a listener does takes effect
   * at once, and is reported when every listener has received the current event. What a listener
   * throws, or an async one rejects with, goes to `environment.log` (`listener_failed`), and the other
   * listeners are called.
   */
  onChange(
    listener: (
      change: Change<AnyBlock<Kits>>,
      origin: ChangeOrigin,
      edits: readonly NamedEdit[],
    ) => void,
  ): () => void;
  /**
   * Like `onChange`, but calls the recorder as part of each change, before any listener. The page
   * is then as that change has left it, apart from remote changes that earlier recorders have
   * applied in response, which are reported next. A remote change that is applied in a `run`
   * without history is reported when the `run` has ended. For room clients: a recorder may call
   * `applyRemote` and `amendHistory`, but must not edit. Returns an unsubscriber.
   */
  recordChanges(
    recorder: (change: Change, origin: ChangeOrigin, edits: readonly NamedEdit[]) => void,
  ): () => void;

  // Input and modes

  /** What the user is doing: idle (`layout`), a gesture, drawing or editing text. */
  readonly mode: EditorMode;
  /**
   * Whether a pen is in use: it is down, or its last event was less than 500 ms ago. Touches are
   * ignored then, as they come from the hand that holds it. Not observable.
   */
  readonly isPenInUse: boolean;
  /** Snap guides of the current gesture, in page space. */
  readonly guides: readonly SnapGuide[];
  /** The marquee of the current gesture, in page space. */
  readonly marquee: Box | null;
  /**
   * Handles a pointer or key event in the current mode.
   *
   * @param options `hostOnly`: only the tool of `startTool` and the commands of `bindKeys` get the key
   *   that is pressed, and the editor's own commands do not, for a screen that has a command of its
   *   own for the key and runs it unless they have handled it
   * @returns whether such a tool or command has handled a pressed key, so that nothing else, such as
   *   the browser, should act on it
   * @throws CobbleError `input_invalid` for a malformed event (details: `path`), and for `hostOnly`
   *   with an event other than `keydown`
   */
  dispatch(event: InputEvent, options?: { readonly hostOnly?: boolean | undefined }): boolean;
  /**
   * Ends text editing, drawing and the typewriter, cancels other edits in progress, and clears the
   * selection. Strokes that cannot be added to the page, for example because the page is full, are
   * not discarded: drawing continues, as it does when `stopDrawing` is refused, and the refusal goes
   * to `onRefusal`.
   */
  reset(): void;
  /**
   * Reports refused edits of gestures, keys, text editing and drawing, refusals of `commit`, and undo
   * or redo of locked blocks or without permission to edit. Returns an unsubscriber.
   */
  onRefusal(listener: (code: EditorRefusal) => void): () => void;
  /**
   * Calls the listener when the selection has changed. This and the next two are for hosts without
   * MobX: listeners are called after the outermost action, and what a listener changes is reported
   * after the current event. Returns an unsubscriber.
   */
  onSelectionChange(listener: (selection: ReadonlySet<string>) => void): () => void;
  /** Calls the listener when `mode` has changed. Returns an unsubscriber. */
  onModeChange(listener: (mode: EditorMode) => void): () => void;
  /**
   * Calls the listener when the edit in progress has changed the page, for example for each move of a
   * drag, and with an empty change when it has ended. Returns an unsubscriber.
   */
  onProgress(listener: (change: Change<AnyBlock<Kits>>) => void): () => void;
  /** Reports a long press or right click. Returns an unsubscriber. */
  onMenu(listener: (request: MenuRequest) => void): () => void;

  /**
   * Starts a tool of the host: all input events go to it, in mode `tool`. Escape, the key of another
   * tool, another mode and `reset` end it. False during a gesture and without permission to edit.
   *
   * @throws CobbleError `input_invalid` for a tool without a name or `handle`
   */
  startTool(tool: Tool): boolean;
  /**
   * Ends the tool, and cancels the edit in progress if it was begun while the tool was active, by the
   * tool or by other code.
   */
  stopTool(): void;
  /**
   * Binds keys while the editor is idle or a tool is active, before the editor's own and those bound
   * earlier. Names are the modifiers and the character as in `Ctrl+Shift+K`, where Ctrl is Cmd on a
   * Mac, or a name as in the DOM (`Enter`). A symbol is named by the character, without Shift: `?`
   * and `Ctrl++`, not `Shift+/` or `Ctrl+Shift+=`. A command that returns false leaves the key to
   * the others. Returns a function that removes them.
   *
   * @throws CobbleError `input_invalid` for a command that is not a function, for a modifier or key
   *   that does not exist (`Cmd+B`, `Esc`), for two spellings of one key, and for Shift with a digit
   *   or symbol other than `[`, `]`, `,` and `.`, because whether it is typed with Shift depends on
   *   the keyboard
   */
  bindKeys(commands: Readonly<Record<string, KeyCommand>>): () => void;

  /**
   * Starts editing the text of a block: rich text in mode `text-editing`, plain text of buttons and
   * notes in `inline-text-editing`. False if the block has no text or cannot be edited now.
   */
  startTextEditing(uuid: string): boolean;
  /**
   * Sets the text of the block that is being edited, without committing. A canvas shows it. Refused
   * with `nothing_selected` if no text is being edited, for example after its lock was lost, and
   * with `invalid_block` for malformed text, which is also reported to `onRefusal`.
   */
  setEditedText(text: RichText | string): Result<null, EditorRefusal>;
  /** Ends text editing: commits, or removes a text block that was left empty. */
  stopTextEditing(): void;
  /** Whether a click on an empty part of the page starts a new text there. */
  readonly isTypewriterOn: boolean;
  /** Switches the typewriter on or off. */
  setTypewriter(on: boolean): void;

  /**
   * The strokes that are being drawn, in px at the reference width from the origin of page space;
   * null outside drawing mode. Undo and redo apply to strokes while drawing.
   */
  readonly drawing: DrawingInProgress | null;
  /** The current drawing tool with its colour and width, which each tool remembers. */
  readonly drawingPen: DrawingPen;
  /**
   * Switches the drawing tool, or changes its colour or width.
   *
   * @throws CobbleError `drawing_invalid` for values that strokes cannot have (details: `path`)
   */
  setDrawingPen(pen: Optional<DrawingPen>): void;
  /**
   * Enters drawing mode. False during a gesture, without permission to edit, and (reported to
   * `onRefusal`) when the page has reached its block limit.
   */
  startDrawing(): boolean;
  /**
   * Adds the strokes as one block and continues drawing. Returns the block's id, or null without
   * strokes. Refused like `add`, in which case the strokes stay; also reported to `onRefusal`.
   */
  commitDrawing(): Result<string | null, EditorRefusal>;
  /**
   * Adds the strokes as one block, selects it and leaves drawing mode. Without strokes, the last
   * drawing is selected. If refused, drawing continues.
   */
  stopDrawing(): Result<string | null, EditorRefusal>;

  // Configuration, loading, publishing and collaboration

  /**
   * Changes permissions, block limit or kits while the page is open, all at once; options that are
   * left out do not change. When editing becomes forbidden, what the user is doing is committed
   * first: text, strokes, a gesture as far as it has got, and staged edits. The same applies to a text
   * whose block type changes with the kits, and when the kits migrate blocks. A lower limit removes no
   * blocks. Blocks of a new kit become known, those of a missing one unknown. Blocks of older versions
   * of the kits are migrated, unless a room shares the page, and those that their kits cannot read are
   * logged; the content of other blocks is not validated. Undo and redo restore migrated content.
   *
   * While the room accepts no edits, a room client sets `canEdit` to false in `editor.permissions`,
   * so do not derive new permissions from these.
   *
   * @throws CobbleError `kit_invalid` or `input_invalid` (details: `path`), before anything has
   *   changed; also for kits in `onBeforeCommit`
   */
  configure(options: Optional<EditorConfiguration>): void;
  /**
   * Replaces the page and clears the history, the selection and the in-progress edit.
   *
   * In a room, this restores another version of the page, such as a local copy, for everyone, and
   * nobody can undo it; `replacePage` can be undone. To open another page, close the room client
   * first.
   *
   * @throws CobbleError like `createEditor`, and `input_invalid` (details: `path`) for a page with
   *   another `ID` while a room shares the open one; both before anything has changed
   */
  load(page: Page, options?: { hasPublishableChanges?: boolean | undefined }): void;
  /**
   * Adopts the fields that the server set when it stored the page (revision, dates, slug), without a
   * history entry. Those that `updatePage` sets are ignored, as are the height and blocks: the user
   * may have edited them since.
   *
   * @param sent the page that was sent. If it differs from the stable page, `hasPublishableChanges`
   *   becomes true, otherwise false. By default, the stable page is assumed to be the one sent.
   * @throws CobbleError like `parsePage` for an invalid field or page (`err_bad_request` for most
   *   fields), and `input_invalid` (details: `path`) for a misspelt field and unless given an object,
   *   before anything has changed
   */
  markPublished(stored: Partial<PageFields>, sent?: Page): void;
  /**
   * Applies someone else's change to the stable page, below the in-progress edit and without a
   * history entry. Properties that are being edited here keep their shown value. A block that is
   * being edited here and was removed stays until the edit ends. A text that is being edited here
   * and that the change replaces is not merged: see `setLockedByOthers`. The blocks' content is not
   * validated: the room has done so.
   *
   * @param options `hasPublishableChanges` says whether the page now differs from the published
   *   one; true by default
   * @throws CobbleError like `parsePage` for a part of the change that is malformed, such as
   *   `err_bad_request` for a missing one, before anything has changed; `input_invalid` (details:
   *   `path`) unless given an object, and while a room client shares the page: it applies the changes of others, and the
   *   room would not have this one
   */
  applyRemote(
    change: Change,
    options?: { readonly hasPublishableChanges?: boolean | undefined },
  ): void;
  /**
   * Replaces a change in the history with the one that it has become in the room, so that undo and
   * redo use that one. May be called again for the same change.
   *
   * @param reported the object that `recordChanges` or `onChange` reported for an edit, undo or redo
   * @param applied the change after merging; an empty change if it was rejected, which drops an edit
   *   and puts back what was undone or redone
   * @throws CobbleError like `applyRemote` for a malformed change, before anything has changed
   */
  amendHistory(reported: Change, applied: Change): void;
  /**
   * Blocks whose first file is being uploaded, here or by someone else in the room. A block without
   * a file that is not among them is empty, or its author left before the upload ended.
   */
  readonly uploading: ReadonlySet<string>;
  /**
   * Blocks that other users are editing. Edits and gestures on them are refused with `block_locked`
   * or `selection_locked`, and so is an undo or redo that would change them.
   */
  readonly lockedByOthers: ReadonlySet<string>;
  /**
   * Sets `lockedByOthers`; called by the room's client. If the text of one of the blocks is being
   * edited here, editing ends and the typed text is discarded: `onRefusal` reports `block_locked`, and
   * `onRemovedByOthers` the block with the typed text. Other edits in progress are committed.
   */
  setLockedByOthers(uuids: Iterable<string>): void;
  /**
   * Reports a block as last shown: when an edit ends and someone else has meanwhile removed a block
   * that it changed, or the section or group of such a block, and when text typed here cannot be
   * committed, because someone else edits, locks or replaces it, the commit is refused, or a page
   * without it is loaded. Returns an unsubscriber.
   */
  onRemovedByOthers(listener: (block: AnyBlock<Kits>) => void): () => void;
}

/** What `configure` may change while an editor is open. */
export interface EditorConfiguration {
  readonly kits: readonly Kit[];
  /** By default everything is permitted. */
  readonly permissions: Permissions;
  /** The most blocks that the owner's plan allows, sections included; null means unlimited. */
  readonly maxBlocks: number | null;
}

/** Options of `createEditor`. */
export interface EditorOptions<Kits extends readonly Kit[] = readonly Kit[]> extends Optional<
  Omit<EditorConfiguration, 'kits'>
> {
  readonly page: Page;
  readonly kits?: Kits | undefined;
  readonly environment?: Optional<Environment> | undefined;
}

/**
 * A hook of `Editor.onBeforeCommit`. Returns a refusal, such as that of an edit of its own, or
 * accepts the change: with nothing, null or a success. Every editor accepts a `CommitHook`, whose
 * blocks can have any type. A `CommitHook<typeof bellKit>` knows the types of its blocks, and only
 * editors without other kits accept it.
 */
export type CommitHook<Kits extends Kit = Kit> = (
  change: Change<AnyBlock<Kits>>,
) => Result<unknown, EditorRefusal> | null | undefined;

/**
 * A command of `Editor.bindKeys`. Returns false to leave the key to other commands, and anything else
 * if it has handled the key, such as the result of an edit. It cannot be `async`.
 */
export type KeyCommand = () => SyncResult;

/** Anything but a promise or generator. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- that of `() => editor.reset()`
type SyncResult = string | number | boolean | null | undefined | void | SyncObject;

type SyncObject = object & { readonly then?: never; readonly next?: never };

/** A mode of a host, started by `Editor.startTool`: it handles input events instead of the editor. */
export interface Tool {
  /** For `editor.mode.tool`. */
  readonly name: string;
  /** The CSS cursor on a canvas; 'crosshair' by default. */
  readonly cursor?: string | undefined;
  /**
   * Handles an event, whose fields have all defaults filled in. Keys for which it does not return
   * true keep their effect: Escape ends the tool. What it throws goes to `environment.log`, and ends
   * the tool.
   */
  readonly handle: (event: ParsedInput) => boolean | undefined;
  /**
   * Called when the tool has ended, whatever ended it. What it throws, or rejects with, goes to
   * `environment.log`.
   */
  readonly stopped?: (() => void) | undefined;
}

/** What an `async` or generator function returns. */
type AsyncOrGeneratorResult =
  | PromiseLike<unknown>
  | Generator<unknown, unknown, never>
  | AsyncGenerator<unknown, unknown, never>;

/**
 * A value, but `never` if it is or may be what an `async` or generator function returns. A generic
 * function can return its type parameter: TypeScript compares it with both branches of a condition on
 * it, except for a branch that even `any` does not lead to, such as the first one here.
 */
type RunResult<Value> = ['async'] extends [AsyncPart<Value>] ? never : Value;

/** `'async'` if the value may be asynchronous; `'any'` for `any`; otherwise `never`. */
type AsyncPart<Value> = [0] extends [1 & Value]
  ? 'any'
  : Value extends AsyncOrGeneratorResult
    ? 'async'
    : never;

/** Options of `Editor.run`. */
export interface RunOptions {
  /** Names the history entry. */
  readonly label?: string | undefined;
  /** Whether the edits enter the history; true by default. */
  readonly history?: boolean | undefined;
}

/** The cause of a change that `onChange` reports. */
export type ChangeOrigin = 'edit' | 'undo' | 'redo' | 'remote' | 'load';
