import { type Editor, refuse } from '@cobble/engine';
import {
  halfExtent,
  isSandboxPlace,
  SANDBOX,
  type SandboxPlace,
} from '@cobble/host-server/contract';

/**
 * Keeps the edits of the sandbox to what its room accepts: the red block stays in its section as a
 * whole, at a limited size, and only its position and the page's colour can be changed. Everything
 * else is refused [SB3].
 */
export function playOnly(editor: Editor): void {
  editor.onBeforeCommit(({ added, removed, updated, page }) => {
    // The section grows below a block that is dropped across its edge.
    const { [SANDBOX.section]: section, [SANDBOX.block]: block, ...others } = updated;
    const isPlay =
      [added, removed, others].every((each) => Object.keys(each).length === 0) &&
      Object.keys(page?.to ?? {}).every((name) => name === 'style' || name === 'relativeHeight') &&
      (block === undefined || differsInPlaceOnly(...block)) &&
      (section === undefined || block !== undefined);
    if (!isPlay) return refuse('change_refused');
    if (block && !isSandboxPlace(block[1].position))
      editor.update(SANDBOX.block, { position: nearestPlace(block[1].position) });
    if (section)
      editor.update(SANDBOX.section, { position: { height: section[0].position.height } });
    return null;
  });
}

/** The keys of the editor that add something, and of modes in which something can be added. */
const ADDING_KEYS = ['T', 'N', 'R', 'O', 'D', 'Ctrl+E'];

/**
 * Has the keys with which something is added explain at once that this is not possible. Without it,
 * the user could type or draw, and would learn that it is refused only at the end [SB3]. Returns a
 * function that ends it.
 */
export function refuseToAdd(editor: Editor, explain: () => void): () => void {
  return editor.bindKeys(Object.fromEntries(ADDING_KEYS.map((key) => [key, explain])));
}

/** The place in the section that is nearest to one. */
export function nearestPlace({ x, y, width, height, rotationDeg }: SandboxPlace): SandboxPlace {
  const { minSide, maxSide } = SANDBOX;
  const size = {
    width: between(width, minSide, maxSide),
    height: between(height, minSide, maxSide),
    rotationDeg,
  };
  const half = halfExtent({ x, y, ...size });
  return {
    ...size,
    x: between(x + width / 2, half.x, 1 - half.x) - size.width / 2,
    y: between(y + height / 2, half.y, SANDBOX.height - half.y) - size.height / 2,
  };
}

/** Whether two records of a block have the same parent and content, and the same order. */
function differsInPlaceOnly(from: object, to: object): boolean {
  const rest = (block: object): string => {
    const { position, ...other } = block as { position: SandboxPlace };
    const { x: _x, y: _y, width: _w, height: _h, rotationDeg: _r, ...order } = position;
    return JSON.stringify([other, order]);
  };
  return rest(from) === rest(to);
}

function between(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
