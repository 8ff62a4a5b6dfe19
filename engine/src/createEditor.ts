import { runInAction } from 'mobx';
import type { DrawingPen } from './drawing/DrawingSession.ts';
import { readFields, checkChange, checkPage } from './editor/checkPage.ts';
import type { BlockPatch, NewBlock, SliderValues } from './editor/BlockPatch.ts';
import { addBlocks } from './editor/commands/addBlocks.ts';
import { addSection } from './editor/commands/addSection.ts';
import { ALIGN_EDGES, alignBlocks, type AlignEdge } from './editor/commands/alignBlocks.ts';
import { copyBlocks } from './editor/commands/copyBlocks.ts';
import { cutBlocks } from './editor/commands/cutBlocks.ts';
import { cycleTextAlign } from './editor/commands/cycleTextAlign.ts';
import { distributeBlocks } from './editor/commands/distributeBlocks.ts';
import { duplicateBlocks } from './editor/commands/duplicateBlocks.ts';
import { fitSection } from './editor/commands/fitSection.ts';
import { flipBlocks } from './editor/commands/flipBlocks.ts';
import { groupBlocks } from './editor/commands/groupBlocks.ts';
import { lockBlocks } from './editor/commands/lockBlocks.ts';
import { moveSection } from './editor/commands/moveSection.ts';
import { nudgeBlocks } from './editor/commands/nudgeBlocks.ts';
import { pasteBlocks } from './editor/commands/pasteBlocks.ts';
import { placeOnPhone } from './editor/commands/placeOnPhone.ts';
import { removeBlocks } from './editor/commands/removeBlocks.ts';
import { reorderBlocks, STACK_MOVES, type StackMove } from './editor/commands/reorderBlocks.ts';
import { replacePage } from './editor/commands/replacePage.ts';
import { resizeSection } from './editor/commands/resizeSection.ts';
import { scaleBlocks } from './editor/commands/scaleBlocks.ts';
import { scaleSection } from './editor/commands/scaleSection.ts';
import { setAutowidth } from './editor/commands/setAutowidth.ts';
import { setHtmlId } from './editor/commands/setHtmlId.ts';
import { setReadingOrder } from './editor/commands/setReadingOrder.ts';
import { setReferenceWidth } from './editor/commands/setReferenceWidth.ts';
import { sliceSection } from './editor/commands/sliceSection.ts';
import { styleBlocks } from './editor/commands/styleBlocks.ts';
import { tidyBlocks } from './editor/commands/tidyBlocks.ts';
import { ungroupBlocks } from './editor/commands/ungroupBlocks.ts';
import { unleashChaosMonkey } from './editor/commands/unleashChaosMonkey.ts';
import { updateBlocks } from './editor/commands/updateBlocks.ts';
import { updatePage } from './editor/commands/updatePage.ts';
import type { Editor, EditorOptions, PageBody, PageFieldsPatch } from './editor/Editor.ts';
import type { EditorRefusal } from './editor/EditorRefusal.ts';
import { EditorState } from './editor/EditorState.ts';
import { type InputEvent, parseInputEvent } from './editor/InputEvent.ts';
import {
  checkListener,
  inputError,
  readFlag,
  readIds,
  readNewBlocks,
  readNumbers,
  readOption,
  readParts,
  readPatch,
  readPatches,
  readPoint,
  refuseInput,
  refuseUnlessFinite,
  refuseUnlessNumbers,
  refuseUnlisted,
} from './editor/readArguments.ts';
import { SelectedBlocks } from './editor/SelectedBlocks.ts';
import { settleUploads, uploadingIds } from './editor/uploads.ts';
import type { Block } from './model/Block.ts';
import type { Change } from './model/Change.ts';
import { diffPages, isEmptyChange } from './model/Change.ts';
import type { Page, PageFields } from './model/Page.ts';
import type { Point } from './model/Position.ts';
import { ok, refuse, type Result } from './model/Result.ts';
import { ModeMachine } from './modes/ModeMachine.ts';
import type { RichText } from './text/richText.ts';

const AXES = ['horizontal', 'vertical'] as const;
type Axis = (typeof AXES)[number];

/**
 * Creates the headless editor of a page.
 *
 * @throws CobbleError, with code and path as in `parsePage`, if the page's structure or tree is
 *   invalid; `kit_invalid` for invalid kits. The content of blocks is not validated: parse pages
 *   from outside with `parsePage` first
 */
export function createEditor(options: EditorOptions): Editor {
  return new PageEditor(options);
}

/**
 * Implements `Editor`: validates arguments, once, and runs commands on the state or hands input to
 * the modes. `Editor.ts` documents its members.
 */
class PageEditor implements Editor {
  private readonly state: EditorState;
  private readonly modes: ModeMachine;
  private readonly selected: SelectedBlocks;

  constructor(options: EditorOptions) {
    this.state = new EditorState(options);
    this.modes = new ModeMachine(this.state);
    this.selected = new SelectedBlocks(this.state);
  }

  // The page

  get page() {
    return this.state.store.page;
  }
  get stablePage() {
    return this.state.store.stablePage;
  }
  get blocks() {
    return this.state.blocks;
  }
  get fields() {
    return this.state.fields;
  }
  get kits() {
    return this.state.kits;
  }
  get environment() {
    return this.state.environment;
  }
  get permissions() {
    return this.state.permissions;
  }
  get maxBlocks() {
    return this.state.maxBlocks;
  }
  get hasPublishableChanges() {
    return this.state.hasPublishableChanges;
  }
  definitionOf(type: string) {
    return this.state.definitionOf(type);
  }
  get sectionIds() {
    return this.state.layout.sectionIds;
  }
  childrenOf(parentUuid: string) {
    return this.state.layout.childrenOf(parentUuid);
  }
  boxOf(uuid: string) {
    return this.state.layout.boxOf(uuid);
  }
  hitTest(point: Point, options?: { below?: string; includeSections?: boolean }) {
    const at = readPoint('point', point);
    if (!at.ok) throw inputError('point', 'must be a point');
    const below = readOption(options, 'below');
    return this.state.hitTest(at.value, {
      below: typeof below === 'string' ? below : undefined,
      includeSections: readFlag(options, 'includeSections') ?? false,
    });
  }
  get index() {
    return this.state.index;
  }

  // Selection

  get selection() {
    return this.state.selection.ids;
  }
  get selectedBlocks() {
    return this.selected.blocks;
  }
  get selectionBox() {
    return this.selected.bounds;
  }
  get hoveredId() {
    return this.state.selection.hoveredId;
  }
  select(uuids: Iterable<string>) {
    this.state.select(checkIds(uuids));
  }
  selectAll() {
    this.state.selectAll();
  }
  clearSelection() {
    this.state.select([]);
  }
  hover(uuid: string | null) {
    this.state.hover(uuid);
  }

  // Editing blocks

  add(blocks: NewBlock | readonly NewBlock[], options?: { select?: boolean }) {
    const read = readNewBlocks(blocks);
    if (!read.ok) return read;
    return this.state.edit(addBlocks, read.value, { select: readFlag(options, 'select') ?? true });
  }
  update(uuids: string | Iterable<string>, patch: BlockPatch) {
    const ids = readIds(uuids);
    if (!ids.ok) return ids;
    const read = readPatch(patch);
    if (!read.ok) return refuse(read.code, { uuid: ids.value[0], ...read.details });
    return update(this.state, new Map(ids.value.map((uuid) => [uuid, read.value])));
  }
  updateEach(patches: ReadonlyMap<string, BlockPatch>) {
    const read = readPatches(patches);
    return read.ok ? update(this.state, read.value) : read;
  }
  remove(uuids: Iterable<string> = this.selection) {
    const ids = readIds(uuids);
    return ids.ok ? this.state.edit(removeBlocks, ids.value) : ids;
  }
  duplicate(uuids: Iterable<string> = this.selection) {
    const ids = readIds(uuids);
    return ids.ok ? this.state.edit(duplicateBlocks, ids.value) : ids;
  }
  stage(patch: BlockPatch, uuids: Iterable<string> = this.selection) {
    const ids = readIds(uuids);
    if (!ids.ok) return ids;
    if (ids.value.length === 0) return refuse('nothing_selected');
    const begins = !this.isInProgress;
    if (begins) this.state.begin();
    let staged = false;
    try {
      const result = this.update(ids.value, patch);
      staged = result.ok;
      return result;
    } finally {
      if (begins && !staged) this.state.cancel();
    }
  }
  setSliderStyles(values: SliderValues, uuids: Iterable<string> = this.selection) {
    const ids = readIds(uuids);
    if (!ids.ok) return ids;
    const keys = ['opacityPercent', 'paddingPx', 'borderRadiusPx', 'blurPx'] as const;
    const read = readNumbers('values', values, keys);
    return read.ok ? this.state.edit(styleBlocks, read.value, ids.value) : read;
  }
  setHtmlId(htmlId: string) {
    const given: unknown = htmlId;
    return typeof given === 'string'
      ? this.state.edit(setHtmlId, given, this.selection)
      : refuse('invalid_block', { path: 'properties.htmlId', message: 'must be a string' });
  }
  setAutowidth(on: boolean, uuids: Iterable<string> = this.selection) {
    const ids = readIds(uuids);
    return ids.ok ? this.state.edit(setAutowidth, on, ids.value) : ids;
  }
  cycleTextAlign(uuids: Iterable<string> = this.selection) {
    const ids = readIds(uuids);
    return ids.ok ? this.state.edit(cycleTextAlign, ids.value) : ids;
  }
  setLocked(locked: boolean, uuids: Iterable<string> = this.selection) {
    const ids = readIds(uuids);
    return ids.ok ? this.state.edit(lockBlocks, locked, ids.value) : ids;
  }

  // Arranging blocks

  reorder(to: StackMove, uuids: Iterable<string> = this.selection) {
    const ids = readIds(uuids);
    if (!ids.ok) return ids;
    return refuseUnlisted('to', to, STACK_MOVES) ?? this.state.edit(reorderBlocks, to, ids.value);
  }
  align(edge: AlignEdge) {
    return (
      refuseUnlisted('edge', edge, ALIGN_EDGES) ??
      this.state.edit(alignBlocks, edge, this.selection)
    );
  }
  distribute(axis: Axis) {
    return (
      refuseUnlisted('axis', axis, AXES) ?? this.state.edit(distributeBlocks, axis, this.selection)
    );
  }
  flip(axis: Axis) {
    return refuseUnlisted('axis', axis, AXES) ?? this.state.edit(flipBlocks, axis, this.selection);
  }
  tidy() {
    return this.state.edit(tidyBlocks, this.selection);
  }
  scaleSelection(factor: number) {
    return refuseFactor(factor) ?? this.state.edit(scaleBlocks, factor, this.selection);
  }
  nudge(dxPx: number, dyPx: number) {
    return (
      refuseUnlessNumbers({ dxPx, dyPx }) ??
      this.state.edit(nudgeBlocks, dxPx, dyPx, this.selection)
    );
  }
  groupSelection() {
    return this.state.edit(groupBlocks, this.selection);
  }
  ungroupSelection() {
    return this.state.edit(ungroupBlocks, this.selection);
  }
  setReadingOrder(parent: string, uuids: readonly string[] | null) {
    const ids = uuids === null ? ok([]) : readIds(uuids);
    return ids.ok ? this.state.edit(setReadingOrder, parent, ids.value) : ids;
  }
  placeOnPhone(uuid: string, place: Parameters<Editor['placeOnPhone']>[1]) {
    if (place === null) return this.state.edit(placeOnPhone, uuid, null);
    const read = readNumbers('place', place, ['x', 'y', 'width', 'height']);
    if (!read.ok) return read;
    // A missing number is refused as NaN.
    const { x = NaN, y = NaN, width = NaN, height = NaN } = read.value;
    return this.state.edit(placeOnPhone, uuid, { x, y, width, height });
  }

  // Sections and page

  addSection(index?: number) {
    const isValid: boolean =
      index === undefined || (typeof index === 'number' && !Number.isNaN(index));
    return isValid
      ? this.state.edit(addSection, index)
      : refuse('invalid_block', { path: 'index', message: 'must be a number' });
  }
  moveSection(uuid: string, direction: 'up' | 'down') {
    return (
      refuseUnlisted('direction', direction, ['up', 'down']) ??
      this.state.edit(moveSection, uuid, direction)
    );
  }
  resizeSection(uuid: string, size: { height?: number; width?: number }) {
    const read = readNumbers('size', size, ['height', 'width']);
    if (!read.ok) return read;
    return (
      refuseUnlessFinite(Object.values(read.value)) ??
      this.state.edit(resizeSection, uuid, read.value)
    );
  }
  scaleSection(uuid: string, factor: number) {
    return refuseFactor(factor) ?? this.state.edit(scaleSection, uuid, factor);
  }
  fitSection(uuid: string) {
    return this.state.edit(fitSection, uuid);
  }
  slice(section: string, y: number, by: number) {
    return refuseUnlessFinite([y, by]) ?? this.state.edit(sliceSection, section, y, by);
  }
  updatePage(patch: PageFieldsPatch) {
    const read = readParts(patch, ['settings', 'style'], 'invalid_page');
    return read.ok ? this.state.edit(updatePage, read.value) : read;
  }
  setReferenceWidth(px: number, options: { readonly scale: boolean }) {
    const scale = readFlag(options, 'scale');
    if (scale === undefined) return refuseInput('options.scale', 'must be true or false');
    return Number.isFinite(px)
      ? this.state.edit(setReferenceWidth, px, { scale })
      : refuse('invalid_page', { path: 'settings.referenceWidth', message: 'must be a number' });
  }
  replacePage(body: PageBody) {
    this.modes.stopTextEditing();
    const read = readParts(body, [], 'invalid_page');
    return read.ok ? this.state.edit(replacePage, read.value) : read;
  }
  unleashChaosMonkey() {
    this.modes.stopTextEditing();
    return this.state.edit(unleashChaosMonkey);
  }

  // Clipboard

  copy() {
    return copyBlocks(this.state, this.selection);
  }
  cut() {
    return this.state.edit(cutBlocks, this.selection);
  }
  paste(text: string, at?: Point) {
    const point = at === undefined ? ok(undefined) : readPoint('at', at);
    return point.ok ? this.state.edit(pasteBlocks, text, point.value) : point;
  }

  // Transactions and history

  get isInProgress() {
    return this.state.isInProgress;
  }
  begin() {
    this.state.begin();
  }
  commit() {
    if (!this.isInProgress) this.state.log('nothing_in_progress', { operation: 'commit' });
    return this.state.commit();
  }
  cancel() {
    if (!this.isInProgress) this.state.log('nothing_in_progress', { operation: 'cancel' });
    this.state.cancel();
  }
  get progress() {
    return this.state.store.pendingChange();
  }
  get canUndo() {
    return (this.drawing ?? this.state.history).canUndo;
  }
  get canRedo() {
    return (this.drawing ?? this.state.history).canRedo;
  }
  undo() {
    return this.modes.undo();
  }
  redo() {
    return this.modes.redo();
  }
  onChange(listener: Parameters<Editor['onChange']>[0]) {
    checkListener(listener);
    return this.state.onChange(listener);
  }

  // Input and modes

  get mode() {
    return this.modes.mode;
  }
  get guides() {
    return this.modes.guides;
  }
  get marquee() {
    return this.modes.marquee;
  }
  dispatch(event: InputEvent) {
    this.modes.dispatch(parseInputEvent(event));
  }
  reset() {
    this.modes.reset();
  }
  onRefusal(listener: (code: EditorRefusal) => void) {
    checkListener(listener);
    return this.state.onRefusal(listener);
  }
  onMenu(listener: Parameters<Editor['onMenu']>[0]) {
    checkListener(listener);
    return this.modes.onMenu(listener);
  }
  startTextEditing(uuid: string) {
    return this.modes.startTextEditing(uuid);
  }
  setEditedText(text: RichText | string) {
    return this.modes.setEditedText(text);
  }
  stopTextEditing() {
    this.modes.stopTextEditing();
  }
  get isTypewriterOn() {
    return this.modes.isTypewriterOn;
  }
  setTypewriter(on: boolean) {
    const given: unknown = on;
    this.modes.setTypewriter(Boolean(given));
  }
  get drawing() {
    return this.modes.isDrawing ? this.modes.drawing : null;
  }
  get drawingPen() {
    return this.modes.drawing.pen;
  }
  setDrawingPen(pen: Partial<DrawingPen>) {
    this.modes.setDrawingPen(pen);
  }
  startDrawing() {
    return this.modes.startDrawing();
  }
  commitDrawing() {
    return this.modes.commitDrawing();
  }
  stopDrawing() {
    return this.modes.stopDrawing();
  }

  // Loading, publishing and collaboration

  load(page: Page, options: { hasPublishableChanges?: boolean } = {}) {
    checkPage(page, this.kits);
    runInAction(() => {
      this.modes.discard();
      this.state.load(page, readFlag(options, 'hasPublishableChanges') ?? false);
    });
  }
  markPublished(stored: Partial<PageFields>, sent?: Page) {
    const fields = readFields(stored);
    if (sent !== undefined) checkPage(sent, this.kits);
    runInAction(() => {
      this.state.store.setStableFields(fields);
      const isEdited =
        sent !== undefined && !isEmptyChange(diffPages({ ...sent, ...fields }, this.stablePage));
      this.state.setPublishable(isEdited);
    });
  }
  applyRemote(change: Change, options: { readonly hasPublishableChanges?: boolean } = {}) {
    checkChange(change);
    this.state.applyRemote(change, readFlag(options, 'hasPublishableChanges') ?? true);
  }
  amendHistory(committed: Change, done: Change) {
    checkChange(done);
    this.state.history.amend(committed, done);
  }
  get lockedByOthers() {
    return this.state.lockedByOthers;
  }
  setLockedByOthers(uuids: Iterable<string>) {
    this.state.setLockedByOthers(checkIds(uuids));
  }
  onRemovedByOthers(listener: (block: Block) => void) {
    checkListener(listener);
    return this.state.onRemovedByOthers(listener);
  }
}

/** Patches blocks. Uploads that this finishes are settled in the history too. */
function update(
  state: EditorState,
  patches: ReadonlyMap<string, BlockPatch>,
): Result<null, EditorRefusal> {
  const uploading = uploadingIds(state, patches.keys());
  const updated = state.edit(updateBlocks, patches);
  if (updated.ok) settleUploads(state, uploading);
  return updated;
}

function refuseFactor(factor: number) {
  return Number.isFinite(factor) && factor > 0
    ? null
    : refuse('invalid_block', { path: 'factor', message: 'must be a number above 0' });
}

function checkIds(uuids: Iterable<string>): readonly string[] {
  const ids = readIds(uuids);
  if (!ids.ok) throw inputError('uuids', 'must be ids of blocks');
  return ids.value;
}
