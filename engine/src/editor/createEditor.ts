import { computed, runInAction } from 'mobx';
import { boundsOfRotated, unionBoxes } from '../geometry/boxes.ts';
import { turnOf } from '../geometry/turnOf.ts';
import type { DrawingPen } from '../drawing/DrawingSession.ts';
import { createInputMachine } from '../modes/createInputMachine.ts';
import { editedBlockOf } from '../modes/EditorMode.ts';
import type { InputEvent } from '../modes/InputEvent.ts';
import type { InputMachine } from '../modes/InputMachine.ts';
import type { ModeHost, Placement } from '../modes/ModeHost.ts';
import type { Block } from '../model/Block.ts';
import type { Change } from '../model/Change.ts';
import { diffPages, isEmptyChange } from '../model/changes.ts';
import type { Page, PageFields } from '../model/Page.ts';
import type { Box, Point } from '../model/Position.ts';
import { ok, type Result } from '../model/Result.ts';
import type { RichText } from '../text/richText.ts';
import { refuseOverCap } from './blockCap.ts';
import { addBlocks } from './commands/addBlocks.ts';
import { addDrawing } from './commands/addDrawing.ts';
import { alignBlocks, distributeBlocks, nudgeBlocks } from './commands/arrangeBlocks.ts';
import { copyBlocks } from './commands/copyBlocks.ts';
import { cycleTextAlign } from './commands/cycleTextAlign.ts';
import { duplicateBlocks } from './commands/duplicateBlocks.ts';
import { canEditText, finishText, writeText } from './commands/editText.ts';
import { flipBlocks } from './commands/flipBlocks.ts';
import { groupBlocks, ungroupBlocks } from './commands/groupBlocks.ts';
import { lockBlocks } from './commands/lockBlocks.ts';
import { pasteBlocks } from './commands/pasteBlocks.ts';
import { placeBlocks } from './commands/placeBlocks.ts';
import { removeBlocks } from './commands/removeBlocks.ts';
import { reorderBlocks } from './commands/reorderBlocks.ts';
import { addSection, moveSection, resizeSection } from './commands/sections.ts';
import { placeOnPhone } from './commands/placeOnPhone.ts';
import { type PageBody, replacePage } from './commands/replacePage.ts';
import { fitSection, scaleBlocks, scaleSection } from './commands/scaleBlocks.ts';
import { setAutowidth } from './commands/setAutowidth.ts';
import { setHtmlId } from './commands/setHtmlId.ts';
import { setReadingOrder } from './commands/setReadingOrder.ts';
import { setReferenceWidth } from './commands/setReferenceWidth.ts';
import { sliceSection } from './commands/sliceSection.ts';
import { type SliderValues, styleBlocks } from './commands/styleBlocks.ts';
import { tidyBlocks } from './commands/tidyBlocks.ts';
import { unleashChaosMonkey } from './commands/unleashChaosMonkey.ts';
import { updateBlocks } from './commands/updateBlocks.ts';
import { updatePage } from './commands/updatePage.ts';
import type { BlockPatch, Editor, EditorOptions, EditorRefusal, NewBlock } from './Editor.ts';
import { EditorCore } from './EditorCore.ts';
import { hitTest } from './hitTest.ts';
import { settlingUploads } from './settlingUploads.ts';
import { isUploading } from './uploading.ts';

/**
 * Makes the headless editor of a page.
 *
 * @throws CobbleError, with a code and path as `parsePage` has them, for what has no page's outline (a
 *   block without a position) and when blocks do not hold each other as they must. What is in the
 *   blocks is trusted: JSON from outside is `parsePage`'s to check
 */
export function createEditor(options: EditorOptions): Editor {
  return new PageEditor(options);
}

/** The facade: each call goes to a command, the core or the input machine. */
class PageEditor implements Editor, ModeHost {
  private readonly core: EditorCore;
  private readonly input: InputMachine;
  private readonly selectedView = computed(() =>
    [...this.selection].flatMap((uuid) => this.core.blocks.get(uuid) ?? []),
  );

  constructor(options: EditorOptions) {
    this.core = new EditorCore(options);
    this.input = createInputMachine(this);
  }

  get page() {
    return this.core.store.page;
  }
  get stablePage() {
    return this.core.store.stablePage;
  }
  get blocks() {
    return this.core.blocks;
  }
  get fields() {
    return this.core.store.fields;
  }
  get kits() {
    return this.core.kits;
  }
  get environment() {
    return this.core.environment;
  }
  get permissions() {
    return this.core.permissions;
  }
  get maxBlocks() {
    return this.core.maxBlocks;
  }
  get isInProgress() {
    return this.core.store.isInProgress;
  }
  get hasPublishableChanges() {
    return this.core.hasPublishableChanges;
  }
  get selection() {
    return this.core.selection.ids;
  }
  get selectedBlocks() {
    return this.selectedView.get();
  }
  get hoveredId() {
    return this.core.selection.hoveredId;
  }
  get mode() {
    return this.input.mode;
  }
  get guides() {
    return this.input.guides;
  }
  get marquee() {
    return this.input.marquee;
  }
  get index() {
    return this.core.index;
  }
  get canUndo() {
    return (this.drawing ?? this.core.history).canUndo;
  }
  get canRedo() {
    return (this.drawing ?? this.core.history).canRedo;
  }
  get isTypewriterOn() {
    return this.input.isTypewriterOn;
  }
  get drawing() {
    return this.mode.name === 'drawing' ? this.input.drawing : null;
  }
  get drawingPen() {
    return this.input.drawing.pen;
  }
  get sectionIds() {
    return this.core.layout.sectionIds;
  }

  get selectionBox(): Box | null {
    const boxes = this.selectedBlocks.flatMap((block) => {
      const box = this.boxOf(block.uuid);
      if (!box) return [];
      return boundsOfRotated(box, turnOf(block));
    });
    return unionBoxes(boxes);
  }

  definitionOf(type: string) {
    return this.core.definitionOf(type);
  }
  childrenOf(parentUuid: string) {
    return this.core.layout.childrenOf(parentUuid);
  }
  boxOf(uuid: string) {
    return this.core.layout.boxOf(uuid);
  }
  hitTest(point: Point, options?: { below?: string; includeSections?: boolean }) {
    return hitTest(this.core, point, options);
  }

  select(uuids: Iterable<string>) {
    this.core.selection.set([...uuids].filter((uuid) => this.core.blocks.has(uuid)));
  }
  selectAll() {
    const all = this.sectionIds.flatMap((section) => this.childrenOf(section));
    const free = all.filter((block) => !block.locked);
    this.select((free.length > 0 ? free : all).map((block) => block.uuid));
  }
  clearSelection() {
    this.core.selection.set([]);
  }
  hover(uuid: string | null) {
    this.core.selection.hover(uuid !== null && this.core.blocks.has(uuid) ? uuid : null);
  }

  add(blocks: NewBlock | readonly NewBlock[], options?: { select?: boolean }) {
    const list = isList(blocks) ? blocks : [blocks];
    return this.core.transact(() => addBlocks(this.core, list, options));
  }
  update(uuids: string | Iterable<string>, patch: BlockPatch) {
    const ids = typeof uuids === 'string' ? [uuids] : [...uuids];
    return this.updateEach(new Map(ids.map((uuid) => [uuid, patch])));
  }
  updateEach(patches: ReadonlyMap<string, BlockPatch>) {
    return settlingUploads(this.core, patches.keys(), () =>
      this.core.transact(() => updateBlocks(this.core, patches)),
    );
  }
  updatePage(patch: Parameters<Editor['updatePage']>[0]) {
    return this.core.transact(() => updatePage(this.core, patch));
  }
  remove(uuids: Iterable<string> = this.selection) {
    return this.core.transact(() => removeBlocks(this.core, uuids));
  }
  duplicate(uuids: Iterable<string> = this.selection) {
    return this.core.transact(() => duplicateBlocks(this.core, uuids));
  }
  reorder(to: Parameters<Editor['reorder']>[0], uuids: Iterable<string> = this.selection) {
    return this.core.transact(() => reorderBlocks(this.core, to, uuids));
  }
  align(edge: Parameters<Editor['align']>[0]) {
    return this.core.transact(() => alignBlocks(this.core, edge, this.selection));
  }
  distribute(axis: 'horizontal' | 'vertical') {
    return this.core.transact(() => distributeBlocks(this.core, axis, this.selection));
  }
  flip(axis: 'horizontal' | 'vertical') {
    return this.core.transact(() => flipBlocks(this.core, axis, this.selection));
  }
  tidy() {
    return this.core.transact(() => tidyBlocks(this.core, this.selection));
  }
  scaleSelection(factor: number) {
    return this.core.transact(() => scaleBlocks(this.core, factor, this.selection));
  }
  stage(patch: BlockPatch, uuids: Iterable<string> = this.selection) {
    const ids = [...uuids];
    if (ids.length === 0) return { ok: false, code: 'nothing_selected' } as const;
    const begins = !this.isInProgress;
    if (begins) this.core.begin();
    let staged = false;
    try {
      const result = this.update(ids, patch);
      staged = result.ok;
      return result;
    } finally {
      if (begins && !staged) this.core.cancel();
    }
  }
  setLooks(values: SliderValues, uuids: Iterable<string> = this.selection) {
    return this.core.transact(() => styleBlocks(this.core, values, uuids));
  }
  setHtmlId(htmlId: string) {
    return this.core.transact(() => setHtmlId(this.core, htmlId, this.selection));
  }
  setAutowidth(on: boolean, uuids: Iterable<string> = this.selection) {
    return this.core.transact(() => setAutowidth(this.core, on, uuids));
  }
  cycleTextAlign(uuids: Iterable<string> = this.selection) {
    return this.core.transact(() => cycleTextAlign(this.core, uuids));
  }
  nudge(dxPx: number, dyPx: number) {
    return this.core.transact(() => nudgeBlocks(this.core, dxPx, dyPx, this.selection));
  }
  setLocked(locked: boolean, uuids: Iterable<string> = this.selection) {
    return this.core.transact(() => lockBlocks(this.core, locked, uuids));
  }
  groupSelection() {
    return this.core.transact(() => groupBlocks(this.core, this.selection));
  }
  ungroupSelection() {
    return this.core.transact(() => ungroupBlocks(this.core, this.selection));
  }
  place(placements: ReadonlyMap<string, Placement>) {
    return this.core.transact(() => placeBlocks(this.core, placements));
  }

  addSection(index?: number) {
    return this.core.transact(() => addSection(this.core, index));
  }
  moveSection(uuid: string, direction: 'up' | 'down') {
    return this.core.transact(() => moveSection(this.core, uuid, direction));
  }
  resizeSection(uuid: string, size: { height?: number; width?: number }) {
    return this.core.transact(() => resizeSection(this.core, uuid, size));
  }
  scaleSection(uuid: string, factor: number) {
    return this.core.transact(() => scaleSection(this.core, uuid, factor));
  }
  fitSection(uuid: string) {
    return this.core.transact(() => fitSection(this.core, uuid));
  }
  setReadingOrder(parent: string, uuids: readonly string[] | null) {
    return this.core.transact(() => setReadingOrder(this.core, parent, uuids));
  }
  placeOnPhone(uuid: string, place: Parameters<Editor['placeOnPhone']>[1]) {
    return this.core.transact(() => placeOnPhone(this.core, uuid, place));
  }
  slice(section: string, y: number, by: number) {
    return this.core.transact(() => sliceSection(this.core, section, y, by));
  }
  setReferenceWidth(px: number, options: { readonly scale: boolean }) {
    return this.core.transact(() => setReferenceWidth(this.core, px, options));
  }

  copy() {
    return copyBlocks(this.core, this.selection);
  }
  cut() {
    const cut = this.core.layout.withDescendants(this.selection);
    if (cut.some((block) => isUploading(block, this.kits)))
      return { ok: false, code: 'cannot_clone_while_uploading' } as const;
    const text = this.copy();
    if (text === null) return { ok: false, code: 'nothing_selected' } as const;
    const removed = this.remove();
    return removed.ok ? ok(text) : removed;
  }
  paste(text: string, at?: Point) {
    return this.core.transact(() => pasteBlocks(this.core, text, at));
  }

  undo() {
    if (this.drawing) return this.input.drawing.undo();
    return this.isBetweenGestures() && this.core.undo();
  }
  redo() {
    if (this.drawing) return this.input.drawing.redo();
    return this.isBetweenGestures() && this.core.redo();
  }
  begin() {
    this.core.begin();
  }
  commit() {
    return this.core.commit();
  }
  cancel() {
    this.core.cancel();
  }

  dispatch(event: InputEvent) {
    this.input.dispatch(event);
  }
  startTextEditing(uuid: string) {
    if (!canEditText(this.core, uuid)) return false;
    if (this.editedId() === uuid) return true;
    this.stopTextEditing();
    if (!this.stopDrawing().ok) return false;
    runInAction(() => {
      // A block that is being made and its first words are one entry of the history.
      if (!this.isInProgress) this.core.begin();
      this.core.selection.set([uuid]);
      this.input.showTextEditing(uuid);
    });
    return true;
  }
  setEditedText(text: RichText | string) {
    const uuid = this.editedId();
    if (uuid === null) return;
    if (!this.isInProgress) this.core.begin();
    const written = this.core.transact(() => writeText(this.core, uuid, text));
    if (!written.ok) this.core.emitRefusal(written.code);
  }
  stopTextEditing() {
    const uuid = this.editedId();
    if (uuid === null) return;
    runInAction(() => {
      this.input.reset();
      finishText(this.core, uuid);
    });
  }

  setTypewriter(on: boolean) {
    this.input.setTypewriter(on);
  }
  setDrawingPen(pen: Partial<DrawingPen>) {
    this.input.drawing.choose(pen);
    if (this.drawing) this.input.showDrawing();
  }
  startDrawing() {
    if (this.drawing) return true;
    if (!this.permissions.canEdit || !this.isBetweenGestures()) return false;
    const overCap = refuseOverCap(this.core, 1);
    if (overCap) {
      this.emitRefusal(overCap.code);
      return false;
    }
    runInAction(() => {
      this.setTypewriter(false);
      this.clearSelection();
      this.hover(null);
      this.input.showDrawing();
    });
    return true;
  }
  keepDrawing() {
    return this.keepStrokes(false);
  }
  stopDrawing() {
    if (!this.drawing) return ok(null);
    const kept = this.keepStrokes(true);
    if (kept.ok) this.input.reset();
    return kept;
  }

  replacePage(body: PageBody) {
    this.stopTextEditing();
    return this.core.transact(() => replacePage(this.core, body));
  }
  unleashChaosMonkey() {
    this.stopTextEditing();
    return this.core.transact(() => unleashChaosMonkey(this.core));
  }

  load(page: Page, options: { hasPublishableChanges?: boolean } = {}) {
    runInAction(() => {
      this.input.drawing.clear();
      this.input.reset();
      this.core.load(page, options.hasPublishableChanges ?? false);
    });
  }
  markPublished(stored: Partial<PageFields>, sent?: Page) {
    // A whole page may be handed in, as servers answer with one; its blocks are ours already.
    const { things: _, ...fields } = stored as Partial<Page>;
    runInAction(() => {
      this.core.store.setStableFields(fields);
      const isEdited = sent !== undefined && !samePage({ ...sent, ...fields }, this.stablePage);
      this.core.setPublishable(isEdited);
    });
  }
  get progress() {
    return this.core.store.pendingChange();
  }
  applyRemote(change: Change, options: { readonly hasPublishableChanges?: boolean } = {}) {
    this.core.applyRemote(change, options.hasPublishableChanges ?? true);
  }
  onLost(listener: (block: Block) => void) {
    return this.core.onLost(listener);
  }
  reset() {
    runInAction(() => {
      if (this.editedId() !== null) this.stopTextEditing();
      this.core.cancel();
      this.stopDrawing();
      this.input.drawing.clear();
      this.setTypewriter(false);
      this.input.reset();
      this.clearSelection();
      this.hover(null);
    });
  }

  onChange(listener: Parameters<Editor['onChange']>[0]) {
    return this.core.onChange(listener);
  }
  onRefusal(listener: (code: EditorRefusal) => void) {
    return this.core.onRefusal(listener);
  }
  emitRefusal(code: EditorRefusal) {
    this.core.emitRefusal(code);
  }

  onMenu(listener: Parameters<Editor['onMenu']>[0]) {
    return this.input.onMenu(listener);
  }

  private editedId(): string | null {
    return editedBlockOf(this.mode);
  }

  private keepStrokes(select: boolean): Result<string | null, EditorRefusal> {
    const session = this.input.drawing;
    session.end();
    if (!this.drawing || session.strokes.length === 0) return ok(null);
    const { strokes } = session;
    const kept = this.core.transact(() => addDrawing(this.core, strokes, { select }));
    if (kept.ok) session.clear();
    else this.emitRefusal(kept.code);
    return kept;
  }

  /** Ends text editing; false while a gesture holds the page. */
  private isBetweenGestures(): boolean {
    this.stopTextEditing();
    return this.mode.name === 'layout' || this.mode.name === 'pressing';
  }
}

function samePage(a: Page, b: Page): boolean {
  return isEmptyChange(diffPages(a, b));
}

function isList(blocks: NewBlock | readonly NewBlock[]): blocks is readonly NewBlock[] {
  return Array.isArray(blocks);
}
