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
import type { EditorCore } from '../EditorCore.ts';
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
    return this.core.transact(() => addBlocks(this.core, given, { select }));
  }
  update(uuids: string | Iterable<string>, patch: BlockPatch) {
    const ids = readIds(uuids);
    return ids.ok ? patchEach(this.core, new Map(ids.value.map((uuid) => [uuid, patch]))) : ids;
  }
  updateEach(patches: ReadonlyMap<string, BlockPatch>) {
    const read = readById('patches', patches);
    return read.ok ? patchEach(this.core, read.value) : read;
  }
  updatePage(patch: Parameters<Editor['updatePage']>[0]) {
    return this.core.transact(() => updatePage(this.core, patch));
  }
  remove(uuids: Iterable<string> = this.selection) {
    return onIds(this.core, uuids, (ids) => removeBlocks(this.core, ids));
  }
  duplicate(uuids: Iterable<string> = this.selection) {
    return onIds(this.core, uuids, (ids) => duplicateBlocks(this.core, ids));
  }
  reorder(to: Parameters<Editor['reorder']>[0], uuids: Iterable<string> = this.selection) {
    return onIds(this.core, uuids, (ids) => reorderBlocks(this.core, to, ids));
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
    const ids = readIds(uuids);
    if (!ids.ok) return ids;
    if (ids.value.length === 0) return refuse('nothing_selected');
    const begins = !this.isInProgress;
    if (begins) this.core.begin();
    let staged = false;
    try {
      const result = this.update(ids.value, patch);
      staged = result.ok;
      return result;
    } finally {
      if (begins && !staged) this.core.cancel();
    }
  }
  setLooks(values: SliderValues, uuids: Iterable<string> = this.selection) {
    return onIds(this.core, uuids, (ids) => styleBlocks(this.core, values, ids));
  }
  setHtmlId(htmlId: string) {
    return this.core.transact(() => setHtmlId(this.core, htmlId, this.selection));
  }
  setAutowidth(on: boolean, uuids: Iterable<string> = this.selection) {
    return onIds(this.core, uuids, (ids) => setAutowidth(this.core, on, ids));
  }
  cycleTextAlign(uuids: Iterable<string> = this.selection) {
    return onIds(this.core, uuids, (ids) => cycleTextAlign(this.core, ids));
  }
  nudge(dxPx: number, dyPx: number) {
    return this.core.transact(() => nudgeBlocks(this.core, dxPx, dyPx, this.selection));
  }
  setLocked(locked: boolean, uuids: Iterable<string> = this.selection) {
    return onIds(this.core, uuids, (ids) => lockBlocks(this.core, locked, ids));
  }
  groupSelection() {
    return this.core.transact(() => groupBlocks(this.core, this.selection));
  }
  ungroupSelection() {
    return this.core.transact(() => ungroupBlocks(this.core, this.selection));
  }
  place(placements: ReadonlyMap<string, Placement>) {
    const read = readById('placements', placements);
    return read.ok ? this.core.transact(() => placeBlocks(this.core, read.value)) : read;
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
      return refuse('cannot_clone_while_uploading');
    const text = this.copy();
    if (text === null) return refuse('nothing_selected');
    const removed = this.remove();
    return removed.ok ? ok(text) : removed;
  }
  paste(text: string, at?: Point) {
    return this.core.transact(() => pasteBlocks(this.core, text, at));
  }

  begin() {
    this.core.begin();
  }
  commit() {
    if (!this.isInProgress) this.core.log('nothing_in_progress', { operation: 'commit' });
    return this.core.commit();
  }
  cancel() {
    if (!this.isInProgress) this.core.log('nothing_in_progress', { operation: 'cancel' });
    this.core.cancel();
  }
}

/** Runs a command on ids as a script hands them in; see `readIds`. */
function onIds<Value>(
  core: EditorCore,
  uuids: Iterable<string>,
  command: (ids: readonly string[]) => Result<Value, EditorRefusal>,
): Result<Value, EditorRefusal> {
  const ids = readIds(uuids);
  return ids.ok ? core.transact(() => command(ids.value)) : ids;
}

function patchEach(
  core: EditorCore,
  patches: ReadonlyMap<string, BlockPatch>,
): Result<null, EditorRefusal> {
  return settlingUploads(core, patches.keys(), () =>
    core.transact(() => updateBlocks(core, patches)),
  );
}

function isList(blocks: NewBlock | readonly NewBlock[]): blocks is readonly NewBlock[] {
  return Array.isArray(blocks);
}
