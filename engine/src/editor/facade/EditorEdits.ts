import type { Placement } from '../../modes/ModeHost.ts';
import type { Point } from '../../model/Position.ts';
import { ok } from '../../model/Result.ts';
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
import { type SliderValues, styleBlocks } from '../commands/styleBlocks.ts';
import { tidyBlocks } from '../commands/tidyBlocks.ts';
import { updateBlocks } from '../commands/updateBlocks.ts';
import { updatePage } from '../commands/updatePage.ts';
import type { BlockPatch, Editor, NewBlock } from '../Editor.ts';
import { settlingUploads } from '../settlingUploads.ts';
import { isUploading } from '../uploading.ts';
import { EditorReads } from './EditorReads.ts';

/** The edits of an editor: each call is one command, run by itself or within what is in progress. */
export abstract class EditorEdits extends EditorReads {
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

  begin() {
    this.core.begin();
  }
  commit() {
    return this.core.commit();
  }
  cancel() {
    this.core.cancel();
  }
}

function isList(blocks: NewBlock | readonly NewBlock[]): blocks is readonly NewBlock[] {
  return Array.isArray(blocks);
}
