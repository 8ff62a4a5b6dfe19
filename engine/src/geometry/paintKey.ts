/**
 * A block's place in the order of painting, as a string that compares with `<`: sections by their
 * order, within a parent by z-index and then by uuid, and what a group holds right above the group
 * (its key begins with the group's). The space that ends a level sorts below every letter of an id.
 *
 * @param parent the parent's key; '' for a section
 * @param order a section's `groupOrder`; otherwise the z-index (both may be from -1000 to 101,000)
 */
export function paintKey(parent: string, order: number, uuid: string): string {
  const level = String(Math.round(order) + 1000).padStart(7, '0') + uuid;
  return parent === '' ? level : `${parent} ${level}`;
}
