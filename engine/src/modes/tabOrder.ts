import type { ModeHost } from './ModeHost.ts';

/** Blocks that start within this much of one another stand in one row. */
const ROW = 0.02;

/**
 * The ids that Tab goes through, in reading order: rows from the top, in a row from the left.
 *
 * @param parent a group; null means all sections from the top
 */
export function tabOrder(host: ModeHost, parent: string | null): string[] {
  const parents = parent === null ? host.sectionIds : [parent];
  return parents.flatMap((each) => {
    const blocks = host
      .childrenOf(each)
      .toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);
    const rows: (typeof blocks)[] = [];
    for (const block of blocks) {
      const row = rows.at(-1);
      if (row?.[0] && block.position.y - row[0].position.y <= ROW) row.push(block);
      else rows.push([block]);
    }
    return rows.flatMap((row) =>
      row.toSorted((a, b) => a.position.x - b.position.x).map((block) => block.uuid),
    );
  });
}
