/** Options of {@link makeLegacyPage}. */
export interface LegacyPageOptions {
  /** Default: none, as in pages before 0.2.0. Before 0.3.0, lengths are px at a 600 px window. */
  readonly editorVersion?: string;
}

const TYPES = ['text', 'text', 'shape', 'shape', 'button', 'sticky-note', 'image'] as const;
const WORDS = 'bread milk a jug of water under the letter on this table by the window'.split(' ');
const COLORS = ['#2456C8', 'gold', 'rgb(10, 20, 30)', 'hsl(200, 50%, 50%)'] as const;

/**
 * Builds a page as it was stored before 0.2.0: blocks of the oldest types without sections, in px,
 * with content on the block itself, some grouped, some rotated, some styles as strings. Valid for
 * its version. For tests and the benchmark.
 *
 * @param blocks number of blocks
 * @param random returns numbers in [0, 1); the same numbers give the same page
 */
export function makeLegacyPage(
  blocks: number,
  random: () => number,
  options: LegacyPageOptions = {},
): Record<string, unknown> {
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const between = (min: number, max: number): number =>
    Math.round((min + random() * (max - min)) * 4) / 4;
  const things: Record<string, unknown> = {};
  const groups: string[] = [];
  for (let index = 0; index < blocks; index++) {
    const uuid = idOf(index);
    const isGroup = index % 25 === 24;
    const parentUuid = groups.length > 0 && random() < 0.2 ? pick(groups) : undefined;
    const type = isGroup ? 'group' : pick(TYPES);
    things[uuid] = {
      ID: 1000 + index,
      uuid,
      type,
      ...(parentUuid === undefined ? {} : { parentUuid }),
      position: {
        x: between(-100, 560),
        y: between(0, parentUuid === undefined ? 20 * blocks : 400),
        width: between(8, 400),
        height: between(8, 300),
        rotationDeg: random() < 0.3 ? between(-180, 180) : 0,
        zIndex: 50_000 + index,
      },
      properties: random() < 0.3 ? { hyperlink: pick(['/shop', 'example.org', '#main']) } : {},
      styles: random() < 0.5 ? { padding: 12, borderRadius: '8px', border: '2px solid #000' } : {},
      ...contentOf(type, () => pick(WORDS), pick(COLORS)),
    };
    if (isGroup) groups.push(uuid);
  }
  const { editorVersion } = options;
  return {
    ID: 1,
    slug: 'old',
    accountID: 1,
    site: { ID: 1, slug: 'ada' },
    isPublic: true,
    isListed: false,
    isPeekable: false,
    isDisabled: false,
    createdAt: '2019-01-01T00:00:00.000Z',
    updatedAt: '2019-01-01T00:00:00.000Z',
    settings: { title: 'Old', ...(editorVersion === undefined ? {} : { editorVersion }) },
    style: { backgroundColor: 'white' },
    things,
  };
}

function idOf(index: number): string {
  return `0a0b0c0d-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

function contentOf(type: string, randomWord: () => string, color: string): Record<string, unknown> {
  const words = (count: number): string => Array.from({ length: count }, randomWord).join(' ');
  switch (type) {
    case 'text':
      return { text: `${words(6)}\n${words(9)}`, font: 'Lato', fontSize: 18, color };
    case 'shape':
      return { shapeType: 'oval', shapeColor: color };
    case 'button':
      return { buttonType: 'wide', color, font: 'Lato', text: words(2) };
    case 'sticky-note':
      return {
        stickyNoteColor: color,
        stickyNoteText: { text: words(5), align: 'left', size: 16, font: 'EB Garamond' },
      };
    case 'image':
      return { URL: 'https://images.example.com/a.png' };
    default:
      return { groupDisplay: 'freeform', groupOrder: 0 };
  }
}
