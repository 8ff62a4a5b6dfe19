import { computed, untracked } from 'mobx';
import { boundsOfRotated, unionBoxes } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotationOf.ts';
import type { InputMachine } from '../../modes/InputMachine.ts';
import type { Block } from '../../model/Block.ts';
import type { Box, Point } from '../../model/Position.ts';
import type { EditorOptions } from '../Editor.ts';
import { EditorCore } from '../EditorCore.ts';
import { hitTest } from '../hitTest.ts';
import { inputError, readFlag, readIds, readNumbers, readOption } from '../readArguments.ts';

/** Of more selected blocks than this the page as a whole is watched. */
const MOST_WATCHED = 64;

/**
 * What one can ask of an editor, and what is selected; nothing here changes the page. The first of
 * the facade's layers: edits, modes and the page as a whole are built upon it, one class each.
 */
export abstract class EditorReads {
  protected readonly core: EditorCore;
  protected abstract readonly input: InputMachine;
  private readonly selectedView = computed(() =>
    watchSelected(this.core, () => this.readSelected()),
  );
  private readonly selectionBoxView = computed(() =>
    watchSelected(this.core, () => unionBoxes(this.selectedBounds())),
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
    return this.selectionBoxView.get();
  }

  private readSelected(): readonly Block[] {
    const found: Block[] = [];
    for (const uuid of this.selection) {
      const block = this.core.blocks.get(uuid);
      if (block) found.push(block);
    }
    return found;
  }

  private *selectedBounds(): Iterable<Box> {
    let parent: string | undefined;
    let origin: Box | null = null;
    for (const block of this.selectedBlocks) {
      const { parentUuid, position } = block;
      // Those that lie together are selected one after the other: their holder is looked up once.
      if (parentUuid !== parent || !origin) {
        parent = parentUuid;
        origin = parentUuid === undefined ? null : this.boxOf(parentUuid);
      }
      const { x, y, width, height } = position;
      const box = origin
        ? { x: origin.x + x, y: origin.y + y, width, height }
        : this.boxOf(block.uuid);
      if (box) yield boundsOfRotated(box, rotationOf(block));
    }
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
    const { heldByOthers } = this;
    const free = all.filter(({ uuid, locked }) => !locked && !heldByOthers.has(uuid));
    // They are there: of ten thousand nobody needs to be asked once more.
    this.core.selection.set((free.length > 0 ? free : all).map((block) => block.uuid));
  }
  clearSelection() {
    this.core.selection.set([]);
  }
  hover(uuid: string | null) {
    this.core.selection.hover(uuid !== null && this.core.blocks.has(uuid) ? uuid : null);
  }
}

/**
 * Reads the selected blocks; thousands are not watched one by one: the page tells of them all. No
 * method, which scripts could call with anything.
 */
function watchSelected<Value>({ selection, store }: EditorCore, read: () => Value): Value {
  if (selection.ids.size <= MOST_WATCHED) return read();
  store.seeVersion();
  return untracked(read);
}
