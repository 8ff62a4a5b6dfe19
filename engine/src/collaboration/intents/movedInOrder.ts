/**
 * The fewest ids that must be taken out and put elsewhere to make one order of another: all but a
 * longest run that both have in common. Ids that only `after` has are among them.
 */
export function movedInOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const rank = new Map(before.map((uuid, place) => [uuid, place]));
  // Patience sorting: the smallest end of a rising run of each length, and who came before it.
  const ends: string[] = [];
  const previous = new Map<string, string | undefined>();
  const rankOf = (uuid: string): number => rank.get(uuid) ?? -1;
  for (const uuid of after) {
    if (!rank.has(uuid)) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rankOf(ends[middle] ?? '') < rankOf(uuid)) low = middle + 1;
      else high = middle;
    }
    previous.set(uuid, ends[low - 1]);
    ends[low] = uuid;
  }
  const moved = new Set(after);
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) moved.delete(at);
  return moved;
}
