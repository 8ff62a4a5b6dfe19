import { ok, refuse, type Result } from '../../model/Result.ts';
import type { Placement } from '../../modes/ModeHost.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorCore } from '../EditorCore.ts';
import { isPlaceable, moveInto, withPosition } from '../positions.ts';
import { patchBlock } from './updateBlocks.ts';

/**
 * Lays blocks where a gesture or a command has put them, in page space (see `ModeHost.place`).
 * Parents are placed before what they hold, so that a block lies where it was told to.
 */
export function placeBlocks(
  core: EditorCore,
  placements: ReadonlyMap<string, Placement>,
): Result<null, EditorRefusal> {
  const { layout, store } = core;
  const ordered =
    placements.size === 1
      ? [...placements]
      : [...placements].sort(
          ([a], [b]) => layout.ancestorsOf(a).length - layout.ancestorsOf(b).length,
        );
  for (const [uuid, placement] of ordered) {
    const block = core.blocks.get(uuid);
    if (!block) return refuse('unknown_block', { uuid });
    const parentUuid = placement.parentUuid ?? block.parentUuid;
    if (parentUuid === undefined) continue;
    const { width, height } = block.position;
    const moved = moveInto(core, block, parentUuid, {
      x: placement.x,
      y: placement.y,
      width: placement.width ?? width,
      height: placement.height ?? height,
    });
    const turned =
      placement.rotationDeg === undefined
        ? moved
        : withPosition(moved, { rotationDeg: placement.rotationDeg });
    const placed = placement.patch ? patchBlock(turned, placement.patch) : turned;
    if (!isPlaceable(placed.position))
      return refuse('invalid_block', { uuid, path: 'position', message: 'lies too far away' });
    store.put(placed);
  }
  return ok(null);
}
