import type { Placement } from '../../modes/ModeHost.ts';
import type { Point } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { addBlocks } from '../commands/addBlocks.ts';
import { alignBlocks, distributeBlocks, nudgeBlocks } from '../commands/arrangeBlocks.ts';
import { copyBlocks } from '../commands/copyBlocks.ts';
import { cycleTextAlign } from '../commands/cycleTextAlign.ts';
import { duplicateBlocks } from '../commands/duplicateBlocks.ts';
import { flipBlocks } from '../commands/flipBlocks.ts';
import { groupBlocks, ungroupBlocks } from '../commands/groupBlocks.ts';
import { lockBlocks } from '../commands/lockBlocks.ts';
import { pasteBlocks } from '../commands/pasteBlocks.ts';
import { placeBlocks } from '../commands/placeBlocks.ts';
import { placeOnPhone } from '../commands/placeOnPhone.ts';
import { removeBlocks } from '../commands/removeBlocks.ts';
import { reorderBlocks } from '../commands/reorderBlocks.ts';
import { fitSection, scaleBlocks, scaleSection } from '../commands/scaleBlocks.ts';
import { addSection, moveSection, resizeSection } from '../commands/sections.ts';
import { setAutowidth } from '../commands/setAutowidth.ts';
import { setHtmlId } from '../commands/setHtmlId.ts';
import { setReadingOrder } from '../commands/setReadingOrder.ts';
import { setReferenceWidth } from '../commands/setReferenceWidth.ts';
import { sliceSection } from '../commands/sliceSection.ts';
import { styleBlocks } from '../commands/styleBlocks.ts';
import type { SliderValues } from '../SliderValues.ts';
import { tidyBlocks } from '../commands/tidyBlocks.ts';
import { updateBlocks } from '../commands/updateBlocks.ts';
import { updatePage } from '../commands/updatePage.ts';
import type { BlockPatch, Editor, EditorRefusal, NewBlock } from '../Editor.ts';
import type { EditorState } from '../EditorState.ts';
import { readById, readFlag, readIds, readList } from '../readArguments.ts';
import { settlingUploads } from '../settlingUploads.ts';
import { isUploading } from '../uploading.ts';
import { EditorReads } from './EditorReads.ts';

/** The edits of an editor: each call is one command, run by itself or within what is in progress. */
export abstract class EditorEdits extends EditorReads {
  add(blocks: NewBlock | readonly NewBlock[], options?: { select?: boolean }) {
    const list = isList(blocks) ? readList('blocks', blocks) : ok([blocks]);
    if (!list.ok) return list;
    const select = readFlag(options, 'select') ?? true;
    // What is in the list is the command's to read.
    const given = list.value as readonly NewBlock[];
    return this.state.transact(() => addBlocks(this.state, given, { select }));
  }
  update(uuids: string | Iterable<string>, patch: BlockPatch) {
    const ids = readIds(uuids);
    return ids.ok ? patchEach(this.state, new Map(ids.value.map((uuid) => [uuid, patch]))) : ids;
  }
  updateEach(patches: ReadonlyMap<string, BlockPatch>) {
    const read = readById('patches', patches);
    return read.ok ? patchEach(this.state, read.value) : read;
  }
  updatePage(patch: Parameters<Editor['updatePage']>[0]) {
    return this.state.transact(() => updatePage(this.state, patch));
  }
  remove(uuids: Iterable<string> = this.selection) {
    return onIds(this.state, uuids, (ids) => removeBlocks(this.state, ids));
  }
  duplicate(uuids: Iterable<string> = this.selection) {
    return onIds(this.state, uuids, (ids) => duplicateBlocks(this.state, ids));
  }
  reorder(to: Parameters<Editor['reorder']>[0], uuids: Iterable<string> = this.selection) {
    return onIds(this.state, uuids, (ids) => reorderBlocks(this.state, to, ids));
  }
  align(edge: Parameters<Editor['align']>[0]) {
    return this.state.transact(() => alignBlocks(this.state, edge, this.selection));
  }
  distribute(axis: 'horizontal' | 'vertical') {
    return this.state.transact(() => distributeBlocks(this.state, axis, this.selection));
  }
  flip(axis: 'horizontal' | 'vertical') {
    return this.state.transact(() => flipBlocks(this.state, axis, this.selection));
  }
  tidy() {
    return this.state.transact(() => tidyBlocks(this.state, this.selection));
  }
  scaleSelection(factor: number) {
    return this.state.transact(() => scaleBlocks(this.state, factor, this.selection));
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
    return onIds(this.state, uuids, (ids) => styleBlocks(this.state, values, ids));
  }
  setHtmlId(htmlId: string) {
    return this.state.transact(() => setHtmlId(this.state, htmlId, this.selection));
  }
  setAutowidth(on: boolean, uuids: Iterable<string> = this.selection) {
    return onIds(this.state, uuids, (ids) => setAutowidth(this.state, on, ids));
  }
  cycleTextAlign(uuids: Iterable<string> = this.selection) {
    return onIds(this.state, uuids, (ids) => cycleTextAlign(this.state, ids));
  }
  nudge(dxPx: number, dyPx: number) {
    return this.state.transact(() => nudgeBlocks(this.state, dxPx, dyPx, this.selection));
  }
  setLocked(locked: boolean, uuids: Iterable<string> = this.selection) {
    return onIds(this.state, uuids, (ids) => lockBlocks(this.state, locked, ids));
  }
  groupSelection() {
    return this.state.transact(() => groupBlocks(this.state, this.selection));
  }
  ungroupSelection() {
    return this.state.transact(() => ungroupBlocks(this.state, this.selection));
  }
  place(placements: ReadonlyMap<string, Placement>) {
    const read = readById('placements', placements);
    return read.ok ? this.state.transact(() => placeBlocks(this.state, read.value)) : read;
  }

  addSection(index?: number) {
    return this.state.transact(() => addSection(this.state, index));
  }
  moveSection(uuid: string, direction: 'up' | 'down') {
    return this.state.transact(() => moveSection(this.state, uuid, direction));
  }
  resizeSection(uuid: string, size: { height?: number; width?: number }) {
    return this.state.transact(() => resizeSection(this.state, uuid, size));
  }
  scaleSection(uuid: string, factor: number) {
    return this.state.transact(() => scaleSection(this.state, uuid, factor));
  }
  fitSection(uuid: string) {
    return this.state.transact(() => fitSection(this.state, uuid));
  }
  setReadingOrder(parent: string, uuids: readonly string[] | null) {
    return this.state.transact(() => setReadingOrder(this.state, parent, uuids));
  }
  placeOnPhone(uuid: string, place: Parameters<Editor['placeOnPhone']>[1]) {
    return this.state.transact(() => placeOnPhone(this.state, uuid, place));
  }
  slice(section: string, y: number, by: number) {
    return this.state.transact(() => sliceSection(this.state, section, y, by));
  }
  setReferenceWidth(px: number, options: { readonly scale: boolean }) {
    return this.state.transact(() => setReferenceWidth(this.state, px, options));
  }

  copy() {
    return copyBlocks(this.state, this.selection);
  }
  cut() {
    const cut = this.state.layout.withDescendants(this.selection);
    if (cut.some((block) => isUploading(block, this.kits)))
      return refuse('cannot_clone_while_uploading');
    const text = this.copy();
    if (text === null) return refuse('nothing_selected');
    const removed = this.remove();
    return removed.ok ? ok(text) : removed;
  }
  paste(text: string, at?: Point) {
    return this.state.transact(() => pasteBlocks(this.state, text, at));
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
}

/** Runs a command on ids as a script hands them in; see `readIds`. */
function onIds<Value>(
  state: EditorState,
  uuids: Iterable<string>,
  command: (ids: readonly string[]) => Result<Value, EditorRefusal>,
): Result<Value, EditorRefusal> {
  const ids = readIds(uuids);
  return ids.ok ? state.transact(() => command(ids.value)) : ids;
}

function patchEach(
  state: EditorState,
  patches: ReadonlyMap<string, BlockPatch>,
): Result<null, EditorRefusal> {
  return settlingUploads(state, patches.keys(), () =>
    state.transact(() => updateBlocks(state, patches)),
  );
}

function isList(blocks: NewBlock | readonly NewBlock[]): blocks is readonly NewBlock[] {
  return Array.isArray(blocks);
}
