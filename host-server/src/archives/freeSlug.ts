/** Of a slug and of each of its parts. */
const MAX_LENGTH = 100;
const MAX_PART = 50;

/**
 * The slug itself, or with the first number behind it that gives one that is free; its end makes
 * room for the number where that is needed.
 *
 * @param slug as `checkPageSlug` takes it.
 * @param taken in lower case, as addresses ignore case.
 */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  const start = slug.lastIndexOf('/') + 1;
  for (let number = 1; ; number++) {
    const tail = number === 1 ? '' : `-${String(number)}`;
    const end = Math.min(start + MAX_PART, MAX_LENGTH) - tail.length;
    const numbered = slug.slice(0, end) + tail;
    if (!taken.has(numbered.toLowerCase())) return numbered;
  }
}
