import { type Node, Slice } from 'prosemirror-model';
import { Mapping, type Step, Transform } from 'prosemirror-transform';

/** Positions in a document. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The steps from a document to another, which leave equal text around the difference as it is. */
export function stepsTo(doc: Node, other: Node): readonly Step[] {
  const difference = differenceOf(doc, other);
  if (!difference) return [];
  const { start, end, otherEnd } = difference;
  const replaced = new Transform(doc).replace(start, end, other.slice(start, otherEnd));
  return replaced.doc.eq(other)
    ? replaced.steps
    : new Transform(doc).replaceWith(0, doc.content.size, other.content).steps;
}

/**
 * The steps to another document that leave a composed word as it is, so that it can be composed on;
 * null if the other document does not have the word (upper and lower case count as equal). The later
 * step comes first: then changes of the word concern neither, and both can be mapped through them.
 */
export function stepsAround(doc: Node, { from, to }: Range, other: Node): readonly Step[] | null {
  if (from === to || !doc.resolve(from).sameParent(doc.resolve(to))) return null;
  const word = foldCase(doc.textBetween(from, to, '\n', '\n'));
  const at = closestTo(from, word, other);
  if (at === null) return null;
  const transform = new Transform(doc);
  transform.replace(to, doc.content.size, other.slice(at + word.length, other.content.size));
  transform.replace(0, from, other.slice(0, at));
  const isSame = foldCase(transform.doc.textContent) === foldCase(other.textContent);
  return isSame ? transform.steps : null;
}

/**
 * The steps towards another document that keep a range: what the other document has in its place is
 * put before it, or after it if all text before it stays. What differs only inside the range is not
 * changed. The later step comes first, as in {@link stepsAround}.
 */
export function stepsBeside(doc: Node, range: Range, other: Node): readonly Step[] {
  const difference = differenceOf(doc, other);
  if (!difference) return [];
  const { from, to } = range;
  const { start, end, otherEnd } = difference;
  const slice = other.slice(start, otherEnd);
  const transform = new Transform(doc);
  if (end > to) transform.replace(Math.max(start, to), end, start < from ? Slice.empty : slice);
  if (start < from) transform.replace(start, Math.min(end, from), slice);
  const { steps } = transform;
  return steps.some((step) => isInside(step, range)) ? stepsBefore(doc, range, other) : steps;
}

/** The steps that replace all but a range by another document, which comes before it. */
function stepsBefore(doc: Node, { from, to }: Range, other: Node): readonly Step[] {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const transform = new Transform(doc);
  for (let depth = 0; depth < $to.depth; depth += 1)
    transform.delete($to.after(depth + 1), $to.end(depth));
  transform.delete(to, $to.end()).delete($from.start(), from);
  for (let depth = $from.depth - 1; depth >= 0; depth -= 1)
    transform.delete($from.start(depth), $from.before(depth + 1));
  return transform.insert(0, other.content).steps;
}

/** A document after steps; those that do not fit are left out. */
export function withSteps(doc: Node, steps: readonly Step[]): Node {
  return steps.reduce((each, step) => step.apply(each).doc ?? each, doc);
}

/** Whether a step changes something inside a range, not only next to it. */
export function isInside(step: Step, { from, to }: Range): boolean {
  let found = false;
  step.getMap().forEach((start, end) => {
    found ||= start < to && end > from;
  });
  return found;
}

/** A range that changes. */
interface Change {
  readonly before: Range;
  readonly after: Range;
}

/** The range that contains all changes of a mapping; null if there are none. */
export function changedRange({ maps }: Mapping): Change | null {
  const changes: Change[] = [];
  for (const [index, map] of maps.entries()) {
    const earlier = new Mapping(maps.slice(0, index)).invert();
    const later = new Mapping(maps.slice(index + 1));
    map.forEach((oldFrom, oldTo, newFrom, newTo) => {
      changes.push({
        before: { from: earlier.map(oldFrom, -1), to: earlier.map(oldTo, 1) },
        after: { from: later.map(newFrom, -1), to: later.map(newTo, 1) },
      });
    });
  }
  const [first, ...rest] = changes;
  if (!first) return null;
  return rest.reduce(
    (all, { before, after }) => ({
      before: union(all.before, before),
      after: union(all.after, after),
    }),
    first,
  );
}

/** The range from the start of the first to the end of the last of two. */
export function union(one: Range, other: Range): Range {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

/** Where a document differs from another; the difference starts at the same position in both. */
interface Difference {
  readonly start: number;
  readonly end: number;
  readonly otherEnd: number;
}

function differenceOf({ content }: Node, other: Node): Difference | null {
  const start = content.findDiffStart(other.content);
  const end = content.findDiffEnd(other.content);
  if (start === null || end === null) return null;
  // In "aa", after "a", the equal start and the equal end overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  return { start, end: end.a + overlap, otherEnd: end.b + overlap };
}

/** The position of a word that is closest to another position; null if there is none. */
function closestTo(position: number, word: string, doc: Node): number | null {
  let closest: number | null = null;
  doc.descendants((node, start) => {
    if (!node.isTextblock) return;
    const text = foldCase(node.textBetween(0, node.content.size, '\n', '\n'));
    for (let index = text.indexOf(word); index !== -1; index = text.indexOf(word, index + 1)) {
      const found = start + 1 + index;
      if (closest === null || Math.abs(found - position) < Math.abs(closest - position))
        closest = found;
    }
  });
  return closest;
}

/** Ignores case. Each character keeps its position, so "İ", which is longer in lower case, stays. */
export function foldCase(text: string): string {
  return Array.from(text, (each) => {
    const lower = each.toLowerCase();
    return lower.length === each.length ? lower : each;
  }).join('');
}
