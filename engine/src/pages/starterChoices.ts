import { PALETTE, type PaletteFamily } from '../constants/palette.ts';

/** What chance decides of a starter page. */
export interface StarterChoices {
  /** Page, text and first button; the second family is for accents. */
  readonly ground: PaletteFamily;
  readonly accent: PaletteFamily;
  /** Names of shapes: behind the photo, and at its two sides. */
  readonly shapes: readonly [halo: string, left: string, right: string];
  /** The name's letters, and how wide one is on average, in ems. */
  readonly font: { readonly family: string; readonly widthEm: number };
  /** Ids of link platforms, different ones. */
  readonly socials: readonly [string, string];
  /** How crooked the accents and the tips hang, degrees. */
  readonly tilts: readonly number[];
}

const HALOS = ['many petals', 'oval', 'rounded hexagon', 'stamp', 'cloud'];
const LEFT = ['star', 'heart', 'sparkle', 'asterisk', 'hollow petals', 'pillow crab'];
const RIGHT = ['squiggles', 'streaks', 'checkers', 'eye', 'hearts', 'comment bubble'];
const SOCIALS = ['instagram', 'youtube', 'tiktok', 'spotify', 'bandcamp', 'github', 'twitch'];

/** Families for the name, wide and heavy enough to be a headline. */
const FONTS = [
  { family: 'Archivo Black', widthEm: 0.68 },
  { family: 'DM Serif Display', widthEm: 0.56 },
  { family: 'Lobster', widthEm: 0.5 },
  { family: 'Pacifico', widthEm: 0.57 },
  { family: 'Playfair Display', widthEm: 0.57 },
] as const;

/** Rolls the dice for a starter page. */
export function chooseStarter(random: () => number): StarterChoices {
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[Math.min(items.length - 1, Math.floor(random() * items.length))];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  const without = <Item>(items: readonly Item[], taken: Item): Item[] =>
    items.filter((each) => each !== taken);
  const tilt = (from: number, to: number): number =>
    Math.round((from + random() * (to - from)) * 2) / 2;

  const ground = pick(PALETTE);
  const social = pick(SOCIALS);
  return {
    ground,
    accent: pick(without(PALETTE, ground)),
    shapes: [pick(HALOS), pick(LEFT), pick(RIGHT)],
    font: pick(FONTS),
    socials: [social, pick(without(SOCIALS, social))],
    tilts: [tilt(-18, -6), tilt(6, 16), tilt(-3, -1), tilt(1, 3), tilt(0.5, 2), tilt(-2.5, -1)],
  };
}
