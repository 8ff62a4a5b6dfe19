import { tidyBoxes } from '../../geometry/tidyBoxes.ts';
import { ok, type Result } from '../../model/Result.ts';
import type { Placement } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { movableBlocks } from './movableBlocks.ts';
import { placeBlocks } from './placeBlocks.ts';

/**
 * Arranges blocks in rows and columns with equal gaps, from their top left corner, and keeps each
 * row's order from left to right. A single block stays in position.
 */
export function tidyBlocks(
  state: EditorState,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const found = movableBlocks(state, uuids);
  if (!found.ok) return found;
  const items = found.value;
  const positions = tidyBoxes(
    items.map((item) => item.bounds),
    state.referenceWidth,
  );
  const placements = new Map<string, Placement>();
  items.forEach(({ uuid, box, bounds }, index) => {
    const position = positions[index];
    if (position)
      placements.set(uuid, { x: box.x + position.x - bounds.x, y: box.y + position.y - bounds.y });
  });
  return items.length < 2 ? ok(null) : placeBlocks(state, placements);
}
