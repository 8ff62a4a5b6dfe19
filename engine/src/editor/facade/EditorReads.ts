import { computed } from 'mobx';
import { boundsOfRotated, unionBoxes } from '../../geometry/boxes.ts';
import { turnOf } from '../../geometry/turnOf.ts';
import type { InputMachine } from '../../modes/InputMachine.ts';
import type { Box, Point } from '../../model/Position.ts';
import type { EditorOptions } from '../Editor.ts';
import { EditorCore } from '../EditorCore.ts';
import { hitTest } from '../hitTest.ts';
import { inputError, readFlag, readIds, readNumbers, readOption } from '../readArguments.ts';

/**
 * What one can ask of an editor, and what is selected; nothing here changes the page. The first of
 * the facade's layers: edits, modes and the page as a whole are built upon it, one class each.
 */
export abstract class EditorReads {
  protected readonly core: EditorCore;
  protected abstract readonly input: InputMachine;
  private readonly selectedView = computed(() =>
    [...this.selection].flatMap((uuid) => this.core.blocks.get(uuid) ?? []),
  );

  constructor(options: EditorOptions) {
    this.core = new EditorCore(options);
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

  get heldByOthers() {
    return this.core.heldByOthers;
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
    const at = readNumbers('point', point, ['x', 'y']);
    if (!at.ok) throw inputError('point', 'must be a point');
    const { x = NaN, y = NaN } = at.value;
    const below = readOption(options, 'below');
    const includeSections = readFlag(options, 'includeSections') ?? false;
    return hitTest(
      this.core,
      { x, y },
      { includeSections, ...(typeof below === 'string' && { below }) },
    );
  }

  select(uuids: Iterable<string>) {
    const ids = readIds(uuids);
    if (!ids.ok) throw inputError('uuids', 'must be ids of blocks');
    this.core.selection.set(ids.value.filter((uuid) => this.core.blocks.has(uuid)));
  }
  selectAll() {
    const all = this.sectionIds.flatMap((section) => this.childrenOf(section));
    const free = all.filter(({ uuid, locked }) => !locked && !this.heldByOthers.has(uuid));
    this.select((free.length > 0 ? free : all).map((block) => block.uuid));
  }
  clearSelection() {
    this.core.selection.set([]);
  }
  hover(uuid: string | null) {
    this.core.selection.hover(uuid !== null && this.core.blocks.has(uuid) ? uuid : null);
  }
}
