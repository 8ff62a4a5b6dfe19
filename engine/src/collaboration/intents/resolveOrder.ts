/** Something with a number that orders it among its siblings; ties go by uuid. */
export interface Numbered {
  readonly uuid: string;
  readonly number: number;
}

/** What an intent wants of one of them. */
export interface OrderWish {
  readonly uuid: string;
  /** The number that the sender gave it. */
  readonly to: number;
  /** The sibling below it, null: it is the lowest; undefined: it only got another number. */
  readonly above?: string | null | undefined;
}

/** The numbers that an order is given. */
export interface ResolvedOrder {
  /** New numbers by uuid; those that stay are not listed. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Whether the sender's own numbers could not be taken. */
  readonly isModified: boolean;
}

const byOrder = (a: Numbered, b: Numbered): number =>
  a.number - b.number || (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0);

/** Siblings from the lowest. */
export function inOrder<Each extends Numbered>(siblings: Iterable<Each>): Each[] {
  return [...siblings].sort(byOrder);
}

/**
 * Resolves wishes such as "above B" against the siblings as they are now. The sender's numbers are
 * taken when they give the wished order; else those that moved are put between their neighbours,
 * and only where no number is free there are all numbered anew.
 *
 * @param spread numbers for so many siblings, rising
 */
export function resolveOrder(
  siblings: readonly Numbered[],
  wishes: readonly OrderWish[],
  limits: { readonly min: number; readonly max: number },
  spread: (count: number) => readonly number[],
): ResolvedOrder {
  const current = inOrder(siblings);
  const wished = new Map(wishes.map((wish) => [wish.uuid, wish.to]));
  const candidate = current.map(({ uuid, number }) => ({
    uuid,
    number: wished.get(uuid) ?? number,
  }));
  const moves = wishes.filter(({ above }) => above !== undefined).sort((a, b) => a.to - b.to);
  const target = targetOrder(current, moves);
  const isWished = inOrder(candidate).every(({ uuid }, place) => uuid === target[place]);
  if (isWished) return { numbers: changedNumbers(current, candidate), isModified: false };
  const moved = new Set(moves.map(({ uuid }) => uuid));
  const placed = placedBetween(current, target, moved, limits);
  const numbers =
    placed ?? spread(target.length).map((number, place) => ({ uuid: target[place] ?? '', number }));
  return { numbers: changedNumbers(current, numbers), isModified: true };
}

/** The order after each that moves was put where it is wished, one after the other. */
function targetOrder(current: readonly Numbered[], moves: readonly OrderWish[]): string[] {
  const isMoved = new Set(moves.map(({ uuid }) => uuid));
  const numbers = new Map(current.map(({ uuid, number }) => [uuid, number]));
  const order = current.map(({ uuid }) => uuid).filter((uuid) => !isMoved.has(uuid));
  for (const { uuid, above, to } of moves) {
    if (!numbers.has(uuid)) continue;
    let place = above === null ? 0 : order.indexOf(above ?? '') + 1;
    if (place === 0 && above !== null) {
      // What it was to lie above is gone: its number says about where it was.
      const next = order.findIndex((each) => (numbers.get(each) ?? 0) > to);
      place = next < 0 ? order.length : next;
    }
    order.splice(place, 0, uuid);
    numbers.set(uuid, to);
  }
  return order;
}

/** Numbers for those that moved, between those that stay; null when there is no room somewhere. */
function placedBetween(
  current: readonly Numbered[],
  target: readonly string[],
  moved: ReadonlySet<string>,
  { min, max }: { readonly min: number; readonly max: number },
): Numbered[] | null {
  const numbers = new Map(current.map(({ uuid, number }) => [uuid, number]));
  const placed: Numbered[] = [];
  let below = min - 1;
  for (let place = 0; place < target.length;) {
    const uuid = target[place] ?? '';
    if (!moved.has(uuid)) {
      const number = numbers.get(uuid) ?? 0;
      placed.push({ uuid, number });
      below = number;
      place += 1;
      continue;
    }
    let end = place;
    while (end < target.length && moved.has(target[end] ?? '')) end += 1;
    const above = end < target.length ? (numbers.get(target[end] ?? '') ?? 0) : max + 1;
    const count = end - place;
    const isFirst = placed.length === 0 && end < target.length;
    const from = isFirst ? above - count : below + 1;
    if (from < min || from + count > above) return null;
    for (; place < end; place++)
      placed.push({ uuid: target[place] ?? '', number: from + place - end + count });
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
