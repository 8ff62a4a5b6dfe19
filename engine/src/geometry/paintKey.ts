/**
 * Returns a block's position in the paint order, as a string that compares with `<`: sections by
 * their order, the children of a parent by z-index and then by uuid, and the descendants of a group
 * directly above it (their keys start with the group's). The space between levels sorts before all
 * characters of ids.
 *
 * @param parent the parent's key; '' for a section
 * @param order the z-index, or a section's order (0 where each section has an index of its own);
 *   from -1000 to 101,000
 */
export function paintKey(parent: string, order: number, uuid: string): string {
  const level = String(Math.round(order) + 1000).padStart(7, '0') + uuid;
  return parent === '' ? level : `${parent} ${level}`;
}
