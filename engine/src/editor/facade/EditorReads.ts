import { computed, untracked } from 'mobx';
import { boundsOfRotated, unionBoxes } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotation.ts';
import type { InputMachine } from '../../modes/InputMachine.ts';
import type { Block } from '../../model/Block.ts';
import type { Box, Point } from '../../model/Position.ts';
import type { EditorOptions } from '../Editor.ts';
import { EditorState } from '../EditorState.ts';
import { hitTest } from '../hitTest.ts';
import { inputError, readFlag, readIds, readNumbers, readOption } from '../readArguments.ts';

/** Of more selected blocks than this the page as a whole is watched. */
const MOST_WATCHED = 64;

/**
 * What one can ask of an editor, and what is selected; nothing here changes the page. The first of
 * the facade's layers: edits, modes and the page as a whole are built upon it, one class each.
 */
export abstract class EditorReads {
  protected readonly state: EditorState;
  protected abstract readonly input: InputMachine;
  private readonly selectedView = computed(() =>
    watchSelected(this.state, () => this.readSelected()),
  );
  private readonly selectionBoxView = computed(() =>
    watchSelected(this.state, () => unionBoxes(this.selectedBounds())),
  );

  constructor(options: EditorOptions) {
    this.state = new EditorState(options);
  }

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
    return this.state.store.fields;
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
  get isInProgress() {
    return this.state.store.isInProgress;
  }
  get hasPublishableChanges() {
    return this.state.hasPublishableChanges;
  }
  get selection() {
    return this.state.selection.ids;
  }
  get selectedBlocks() {
    return this.selectedView.get();
  }
  get hoveredId() {
    return this.state.selection.hoveredId;
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
    return this.state.index;
  }
  get canUndo() {
    return (this.drawing ?? this.state.history).canUndo;
  }
  get canRedo() {
    return (this.drawing ?? this.state.history).canRedo;
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
    return this.state.layout.sectionIds;
  }

  get selectionBox(): Box | null {
    return this.selectionBoxView.get();
  }

  private readSelected(): readonly Block[] {
    const found: Block[] = [];
    for (const uuid of this.selection) {
      const block = this.state.blocks.get(uuid);
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

  get lockedByOthers() {
    return this.state.lockedByOthers;
  }
  definitionOf(type: string) {
    return this.state.definitionOf(type);
  }
  childrenOf(parentUuid: string) {
    return this.state.layout.childrenOf(parentUuid);
  }
  boxOf(uuid: string) {
    return this.state.layout.boxOf(uuid);
  }
  hitTest(point: Point, options?: { below?: string; includeSections?: boolean }) {
    const at = readNumbers('point', point, ['x', 'y']);
    if (!at.ok) throw inputError('point', 'must be a point');
    const { x = NaN, y = NaN } = at.value;
    const below = readOption(options, 'below');
    const includeSections = readFlag(options, 'includeSections') ?? false;
    return hitTest(
      this.state,
      { x, y },
      { includeSections, ...(typeof below === 'string' && { below }) },
    );
  }

  select(uuids: Iterable<string>) {
    const ids = readIds(uuids);
    if (!ids.ok) throw inputError('uuids', 'must be ids of blocks');
    this.state.selection.set(ids.value.filter((uuid) => this.state.blocks.has(uuid)));
  }
  selectAll() {
    const all = this.sectionIds.flatMap((section) => this.childrenOf(section));
    const { lockedByOthers } = this;
    const free = all.filter(({ uuid, locked }) => !locked && !lockedByOthers.has(uuid));
    // They are there: of ten thousand nobody needs to be asked once more.
    this.state.selection.set((free.length > 0 ? free : all).map((block) => block.uuid));
  }
  clearSelection() {
    this.state.selection.set([]);
  }
  hover(uuid: string | null) {
    this.state.selection.hover(uuid !== null && this.state.blocks.has(uuid) ? uuid : null);
  }
}

/**
 * Reads the selected blocks; thousands are not watched one by one: the page tells of them all. No
 * method, which scripts could call with anything.
 */
function watchSelected<Value>({ selection, store }: EditorState, read: () => Value): Value {
  if (selection.ids.size <= MOST_WATCHED) return read();
  store.seeVersion();
  return untracked(read);
}
