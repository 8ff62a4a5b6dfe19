import { computed, untracked } from 'mobx';
import { boundsOfRotated, unionBoxes } from '../geometry/boxes.ts';
import { rotationOf } from '../geometry/rotation.ts';
import type { Block } from '../model/Block.ts';
import type { Box } from '../model/Position.ts';
import type { EditorState } from './EditorState.ts';

/** Above this size of the selection, MobX observes the page's version instead of each block. */
const MAX_OBSERVED = 64;

/**
 * The selected blocks and the box around them, memoized, with and without observers. Invalidated when
 * the selection or one of its blocks changes.
 */
export class SelectedBlocks {
  private readonly state: EditorState;
  private readonly blocksView = computed(() => this.observe(() => this.readBlocks()), {
    keepAlive: true,
  });
  private readonly boundsView = computed(
    () => this.observe(() => Object.freeze(unionBoxes(this.boundsOfEach()))),
    { keepAlive: true },
  );

  constructor(state: EditorState) {
    this.state = state;
  }

  /** In the order in which they were selected. */
  get blocks(): readonly Block[] {
    return this.blocksView.get();
  }

  /** In page space, rotated corners included; null without a selection. */
  get bounds(): Box | null {
    return this.boundsView.get();
  }

  private observe<Value>(read: () => Value): Value {
    const { selection, store } = this.state;
    if (selection.ids.size <= MAX_OBSERVED) return read();
    store.observePage();
    return untracked(read);
  }

  private readBlocks(): readonly Block[] {
    const found: Block[] = [];
    for (const uuid of this.state.selection.ids) {
      const block = this.state.blocks.get(uuid);
      if (block) found.push(block);
    }
    return Object.freeze(found);
  }

  private *boundsOfEach(): Iterable<Box> {
    const { layout } = this.state;
    let parent: string | undefined;
    let origin: Box | null = null;
    for (const block of this.blocks) {
      const { parentUuid, position } = block;
      // Siblings are usually selected in a row, so their parent is looked up once.
      if (parentUuid !== parent || !origin) {
        parent = parentUuid;
        origin = parentUuid === undefined ? null : layout.boxOf(parentUuid);
      }
      const { x, y, width, height } = position;
      const box = origin
        ? { x: origin.x + x, y: origin.y + y, width, height }
        : layout.boxOf(block.uuid);
      if (box) yield boundsOfRotated(box, rotationOf(block));
    }
  }
}
