/**
 * The end of a message about a misspelt name: '; did you mean opacity?', or '' if no name is close. A
 * close name differs only in case, or by one or two typing mistakes.
 */
export function didYouMean(name: string, names: Iterable<string>): string {
  let best: string | null = null;
  let least = Math.min(2, Math.floor(name.length / 3)) + 1;
  for (const each of names) {
    const distance = each.toLowerCase() === name.toLowerCase() ? 0 : editDistance(name, each);
    if (distance >= least) continue;
    best = each;
    least = distance;
  }
  return best === null ? '' : `; did you mean ${best}?`;
}

/** The longest name that is compared; a longer one is not a typing mistake. */
const MAX_LENGTH = 40;

/**
 * How many characters must be inserted, removed, replaced or swapped with a neighbour to turn one name
 * into another (Damerau–Levenshtein distance).
 */
function editDistance(a: string, b: string): number {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return Infinity;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column++) {
      const isEqual = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isEqual ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
