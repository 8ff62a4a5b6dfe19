import type { Box, Editor, Point } from '@cobble/engine';

/** The gap between a new block and its neighbours, px at the reference width. */
const GAP_PX = 16;
/**
 * Blocks larger than this fraction of the visible area count as background, which may be covered.
 */
const BACKGROUND_RATIO = 0.4;
/** With more visible blocks than this, the visible area is not searched. */
const MAX_BLOCKS = 120;

/**
 * Finds the centre of a position where a box covers no block: the visible one nearest to the wanted
 * centre, otherwise the first one straight down the page. In page space.
 *
 * @param size of the box
 * @param wanted the preferred centre
 * @param visible the visible part of the page between the bars
 */
export function findFreePosition(
  editor: Editor,
  size: { readonly width: number; readonly height: number },
  wanted: Point,
  visible: Box,
): Point {
  const gap = GAP_PX / editor.fields.settings.referenceWidth;
  const blocksIn = (box: Box): Box[] =>
    editor.index.search(box).flatMap((uuid) => {
      const bounds = editor.index.boundsOf(uuid);
      const isBackground =
        bounds && bounds.width * bounds.height > BACKGROUND_RATIO * visible.width * visible.height;
      return bounds && !isBackground && editor.blocks.get(uuid)?.parentUuid !== undefined
        ? bounds
        : [];
    });
  const isFree = (corner: Point, taken: readonly Box[]): boolean =>
    taken.every(
      (box) =>
        corner.x >= box.x + box.width + gap / 2 ||
        corner.x + size.width <= box.x - gap / 2 ||
        corner.y >= box.y + box.height + gap / 2 ||
        corner.y + size.height <= box.y - gap / 2,
    );
  const best = { x: wanted.x - size.width / 2, y: wanted.y - size.height / 2 };
  const middleOf = ({ x, y }: Point): Point => ({ x: x + size.width / 2, y: y + size.height / 2 });
  const inView = nearestInView();
  return middleOf(inView ?? belowView());

  function nearestInView(): Point | null {
    const taken = blocksIn(visible);
    if (taken.length > MAX_BLOCKS) return null;
    const from = { x: Math.max(0, visible.x), y: visible.y };
    const to = { x: Math.min(1, visible.x + visible.width), y: visible.y + visible.height };
    const within = (axis: 'x' | 'y', length: number, positions: readonly number[]): number[] =>
      positions.filter((position) => position >= from[axis] && position + length <= to[axis]);
    const { width, height } = size;
    const xs = within('x', width, [
      ...[best.x, from.x, to.x - width],
      ...taken.flatMap((box) => [box.x + box.width + gap, box.x - gap - width]),
    ]);
    const ys = within('y', height, [
      ...[best.y, from.y, to.y - height],
      ...taken.flatMap((box) => [box.y + box.height + gap, box.y - gap - height]),
    ]);
    const distanceTo = ({ x, y }: Point): number => Math.hypot(x - best.x, y - best.y);
    return (
      xs
        .flatMap((x) => ys.map((y) => ({ x, y })))
        .sort((a, b) => distanceTo(a) - distanceTo(b))
        .find((corner) => isFree(corner, taken)) ?? null
    );
  }

  function belowView(): Point {
    const x = Math.max(0, Math.min(best.x, 1 - size.width));
    const column = { x: x - gap, y: visible.y, width: size.width + 2 * gap };
    const taken = blocksIn({ ...column, height: Number.MAX_SAFE_INTEGER });
    const ends = taken.map((box) => box.y + box.height + gap).filter((y) => y > visible.y);
    const y = [visible.y, ...ends.sort((a, b) => a - b)].find((each) =>
      isFree({ x, y: each }, taken),
    );
    return { x, y: y ?? best.y };
  }
}
