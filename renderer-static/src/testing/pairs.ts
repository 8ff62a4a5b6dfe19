import type { Box } from '@cobble/engine';

/** Whether two boxes overlap by more than a rounding error (`tolerancePx`). */
export function overlaps(a: Box, b: Box, tolerancePx = 0.1): boolean {
  return (
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > tolerancePx &&
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > tolerancePx
  );
}

/** Pairs of siblings that overlap in `after` but not in `before`, if both were visible there. */
export function newOverlaps<Block extends Box & { readonly id: string; readonly parent: string }>(
  before: readonly Block[],
  after: readonly Block[],
): string[] {
  const previous = new Map(
    before.filter(({ width }) => width > 0).map((block) => [block.id, block]),
  );
  const found: string[] = [];
  after.forEach((a, index) => {
    for (const b of after.slice(index + 1)) {
      const [a0, b0] = [previous.get(a.id), previous.get(b.id)];
      if (a0 && b0 && a.parent === b.parent && overlaps(a, b) && !overlaps(a0, b0))
        found.push(`${a.id} and ${b.id}`);
    }
  });
  return found;
}
