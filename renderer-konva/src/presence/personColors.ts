/**
 * The eight colours of people in a room. White text on each has a contrast of at least 4.5. They are
 * the same in the dark scheme, as pages are.
 */
export const PERSON_COLORS = [
  { name: 'cherry', hex: '#d92b3a' },
  { name: 'tangerine', hex: '#b85600' },
  { name: 'honey', hex: '#8f6a00' },
  { name: 'fern', hex: '#2f7a3a' },
  { name: 'lagoon', hex: '#08797d' },
  { name: 'cobalt', hex: '#2b4eff' },
  { name: 'plum', hex: '#7a3ac4' },
  { name: 'rose', hex: '#c4257c' },
] as const;

/** The colour of text on a person's colour. */
export const ON_PERSON_COLOR = '#ffffff';

/** The colour of those who show neither name nor account. */
export const QUIET_COLOR = '#5c5349';

/** A CSS colour: the host's design token, or its default. */
export function personColorCss(index: number): string {
  const { name, hex } = PERSON_COLORS[index % PERSON_COLORS.length] ?? PERSON_COLORS[0];
  return `var(--cobble-color-person-${name}, ${hex})`;
}

/**
 * Chooses a colour for each key. A key keeps the colour that it has; a new one gets the same colour
 * everywhere unless that is taken: then the next one that the fewest others have.
 *
 * @param keys of the people who are here, such as account ids
 * @param known the colours that were chosen before
 */
export function assignColors(
  keys: readonly string[],
  known: ReadonlyMap<string, number>,
): Map<string, number> {
  const assigned = new Map<string, number>();
  for (const key of keys) {
    const index = known.get(key);
    if (index !== undefined) assigned.set(key, index);
  }
  for (const key of keys) {
    if (assigned.has(key)) continue;
    const uses = PERSON_COLORS.map(
      (_, index) => [...assigned.values()].filter((each) => each === index).length,
    );
    const fewest = Math.min(...uses);
    const first = hash(key) % PERSON_COLORS.length;
    const order = PERSON_COLORS.map((_, step) => (first + step) % PERSON_COLORS.length);
    assigned.set(key, order.find((index) => uses[index] === fewest) ?? first);
  }
  return assigned;
}

/** FNV-1a, which spreads ids that differ by one. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
