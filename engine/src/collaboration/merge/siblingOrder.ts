import type { Work } from '../Work.ts';

/** A sibling and its order number; ties are broken by uuid. */
export interface Numbered {
  readonly uuid: string;
  readonly number: number;
}

/** A requested position in the order. */
export interface OrderRequest {
  readonly uuid: string;
  /** The number that the sender assigned. */
  readonly to: number;
  /** The sibling below it; null for the lowest; undefined if only the number changes. */
  readonly above?: string | null | undefined;
}

/** The numbers that give a requested order. */
export interface ResolvedOrder {
  /** New numbers by uuid, without those that stay. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Whether the numbers differ from the sender's. */
  readonly isModified: boolean;
}

const byOrder = (a: Numbered, b: Numbered): number =>
  a.number - b.number || (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0);

/** Siblings from lowest to highest. */
export function inOrder<Each extends Numbered>(siblings: Iterable<Each>): Each[] {
  return [...siblings].sort(byOrder);
}

/**
 * Resolves requests such as "above B" against the siblings as they are now. Uses the sender's
 * numbers if they give the requested order; otherwise places moved siblings between their
 * neighbours; renumbers all only if there is no free number. Pauses at each move.
 *
 * @param spread returns increasing numbers for a count of siblings
 */
export function* resolveOrder(
  siblings: readonly Numbered[],
  requests: readonly OrderRequest[],
  limits: { readonly min: number; readonly max: number },
  spread: (count: number) => readonly number[],
): Work<ResolvedOrder> {
  const current = inOrder(siblings);
  const requested = new Map(requests.map((request) => [request.uuid, request.to]));
  const candidate = current.map(({ uuid, number }) => ({
    uuid,
    number: requested.get(uuid) ?? number,
  }));
  // In the sender's order, so that a block is placed before those that go above it. Of several
  // requests for one block, the last one counts.
  const moves = inOrder(
    [...new Map(requests.map((request) => [request.uuid, request])).values()]
      .filter(({ above }) => above !== undefined)
      .map((request) => ({ ...request, number: request.to })),
  );
  const target = yield* targetOrder(current, moves);
  const isRequested = inOrder(candidate).every(({ uuid }, index) => uuid === target[index]);
  if (isRequested) return { numbers: changedNumbers(current, candidate), isModified: false };
  const moved = new Set(moves.map(({ uuid }) => uuid));
  const placed = placedBetween(current, target, moved, limits);
  const numbers =
    placed ?? spread(target.length).map((number, index) => ({ uuid: target[index] ?? '', number }));
  return { numbers: changedNumbers(current, numbers), isModified: true };
}

/** The order after applying each move in turn. */
function* targetOrder(
  current: readonly Numbered[],
  moves: readonly OrderRequest[],
): Work<string[]> {
  const isMoved = new Set(moves.map(({ uuid }) => uuid));
  const numbers = new Map(current.map(({ uuid, number }) => [uuid, number]));
  const order = current.map(({ uuid }) => uuid).filter((uuid) => !isMoved.has(uuid));
  for (const { uuid, above, to } of moves) {
    yield;
    if (!numbers.has(uuid)) continue;
    let index = above === null ? 0 : order.indexOf(above ?? '') + 1;
    if (index === 0 && above !== null) {
      // The sibling below is gone; the number gives a similar position.
      const next = order.findIndex((each) => (numbers.get(each) ?? 0) > to);
      index = next < 0 ? order.length : next;
    }
    order.splice(index, 0, uuid);
    numbers.set(uuid, to);
  }
  return order;
}

/** Numbers for moved siblings between those that stay; null if no number is free. */
function placedBetween(
  current: readonly Numbered[],
  target: readonly string[],
  moved: ReadonlySet<string>,
  { min, max }: { readonly min: number; readonly max: number },
): Numbered[] | null {
  const numbers = new Map(current.map(({ uuid, number }) => [uuid, number]));
  const placed: Numbered[] = [];
  let below = min - 1;
  for (let index = 0; index < target.length;) {
    const uuid = target[index] ?? '';
    if (!moved.has(uuid)) {
      const number = numbers.get(uuid) ?? 0;
      placed.push({ uuid, number });
      below = number;
      index += 1;
      continue;
    }
    let end = index;
    while (end < target.length && moved.has(target[end] ?? '')) end += 1;
    const above = end < target.length ? (numbers.get(target[end] ?? '') ?? 0) : max + 1;
    const count = end - index;
    const isFirst = placed.length === 0 && end < target.length;
    const from = isFirst ? above - count : below + 1;
    if (from < min || from + count > above) return null;
    for (; index < end; index++)
      placed.push({ uuid: target[index] ?? '', number: from + index - end + count });
    below = from + count - 1;
  }
  return placed;
}

function changedNumbers(
  current: readonly Numbered[],
  next: readonly Numbered[],
): Map<string, number> {
  const before = new Map(current.map(({ uuid, number }) => [uuid, number]));
  return new Map(
    next.flatMap(({ uuid, number }) =>
      before.get(uuid) === number ? [] : [[uuid, number] as const],
    ),
  );
}

/**
 * The smallest set of ids that must move to turn one order into another: all but a longest common
 * subsequence. Includes ids that only `after` has.
 */
export function movedInOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const rank = new Map(before.map((uuid, index) => [uuid, index]));
  // Patience sorting: the smallest end of an increasing subsequence of each length, and the
  // predecessor of each id.
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
  for (let uuid = ends.at(-1); uuid !== undefined; uuid = previous.get(uuid)) moved.delete(uuid);
  return moved;
}
