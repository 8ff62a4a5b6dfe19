import type { Box } from '../model/Position.ts';
import { unionBoxes } from '../geometry/boxes.ts';
import { bottomOf } from './FlowBox.ts';
import { splitByGaps } from './splitByGaps.ts';

/** Largest overlap of consecutive steps, as a fraction of the shorter one. */
const MAX_OVERLAP_RATIO = 0.5;

/** Fewer steps are read as two columns. */
const MIN_STEPS = 3;

/** Two sides, and up to three narrow columns between them: a line, with dots next to it. */
const MAX_COLUMNS = 5;

/** Largest width of a line or column of dots, as a fraction of the widest column. */
const SPINE_WIDTH_RATIO = 0.25;

interface Step<Item> extends Box {
  readonly column: number;
  readonly items: readonly Item[];
}

/**
 * Detects steps that alternate between two columns, as on a timeline. Returns the narrow columns
 * between them (a line, dots) and then the steps in order, or null for ordinary columns.
 *
 * @param columns from the start side of the language
 */
export function timelineSteps<Item extends Box>(
  columns: readonly (readonly Item[])[],
): Item[][] | null {
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
  const [first, second] = sides;
  if (!first || !second || sides.length > 2) return null;
  const steps = [...partsOf(first, second, 0), ...partsOf(second, first, 1)].sort(
    (a, b) => a.y - b.y,
  );
  if (steps.length < MIN_STEPS) return null;
  const alternates = steps.slice(1).every((step, index) => {
    const before = steps[index];
    if (!before || before.column === step.column) return false;
    const overlap = Math.min(bottomOf(before), bottomOf(step)) - step.y;
    return overlap <= Math.min(before.height, step.height) * MAX_OVERLAP_RATIO;
  });
  if (!alternates) return null;
  const spines = columns.filter((_, index) => isSpine[index]).map((items) => [...items]);
  return [...spines, ...steps.map(({ items }) => [...items])];
}

/** Splits a column into steps at the vertical centres of the other column's bands. */
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
