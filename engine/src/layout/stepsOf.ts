import type { Box } from '../model/Position.ts';
import { unionBoxes } from '../geometry/boxes.ts';
import { bottomOf } from './FlowBox.ts';
import { splitByGaps } from './splitByGaps.ts';

/** A step may stand beside the one before by no more than this of the lower of both. */
const MAX_BESIDE_RATIO = 0.5;

/** Fewer steps are two columns, one of them short. */
const LEAST_STEPS = 3;

/** Two sides, and what may run between them: a line, and dots beside it. */
const MAX_COLUMNS = 5;

/** A line or a row of dots is so much narrower than the widest column. */
const SPINE_WIDTH_RATIO = 0.25;

interface Step<Item> extends Box {
  readonly column: number;
  readonly items: readonly Item[];
}

/**
 * What stands in turns on the left and on the right, as on a timeline, in the order of its steps, a
 * narrow column between the two (the line, its dots) first; null where columns are columns.
 *
 * @param columns from the start side of the language
 */
export function stepsOf<Item extends Box>(columns: readonly (readonly Item[])[]): Item[][] | null {
  if (columns.length > MAX_COLUMNS || columns.every(({ length }) => length < 2)) return null;
  const boxes = columns.map((items) => unionBoxes(items) ?? { x: 0, y: 0, width: 0, height: 0 });
  const widest = Math.max(...boxes.map(({ width }) => width));
  const isSpine = columns.map(
    (_, index) =>
      index > 0 &&
      index < columns.length - 1 &&
      (boxes[index]?.width ?? 0) <= widest * SPINE_WIDTH_RATIO,
  );
  const sides = columns.filter((_, index) => !isSpine[index]);
  const [one, other] = sides;
  if (!one || !other || sides.length > 2) return null;
  const steps = [...partsOf(one, other, 0), ...partsOf(other, one, 1)].sort((a, b) => a.y - b.y);
  if (steps.length < LEAST_STEPS) return null;
  const isInTurns = steps.slice(1).every((step, index) => {
    const before = steps[index];
    if (!before || before.column === step.column) return false;
    const beside = Math.min(bottomOf(before), bottomOf(step)) - step.y;
    return beside <= Math.min(before.height, step.height) * MAX_BESIDE_RATIO;
  });
  if (!isInTurns) return null;
  const spines = columns.filter((_, index) => isSpine[index]).map((items) => [...items]);
  return [...spines, ...steps.map(({ items }) => [...items])];
}

/** A column in parts: what stands between two things of the other column is one. */
function partsOf<Item extends Box>(
  column: readonly Item[],
  other: readonly Item[],
  index: number,
): Step<Item>[] {
  const middles = splitByGaps(other, 'y').map((band) => {
    const { y, height } = unionBoxes(band) ?? { y: 0, height: 0 };
    return y + height / 2;
  });
  const parts: Item[][] = [];
  let end = -Infinity;
  for (const band of splitByGaps(column, 'y')) {
    const top = Math.min(...band.map(({ y }) => y));
    const last = parts.at(-1);
    if (last && !middles.some((middle) => middle >= end && middle <= top)) last.push(...band);
    else parts.push([...band]);
    end = Math.max(...band.map(bottomOf));
  }
  return parts.map((items) => ({
    ...(unionBoxes(items) ?? { x: 0, y: 0, width: 0, height: 0 }),
    column: index,
    items,
  }));
}
