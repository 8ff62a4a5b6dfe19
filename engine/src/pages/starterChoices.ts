import { PALETTE, type PaletteFamily } from '../constants/palette.ts';

/** The random choices of a starter page. */
export interface StarterChoices {
  /** Colours of the page, its text and two buttons; the decoration and one button use `accent`. */
  readonly base: PaletteFamily;
  readonly accent: PaletteFamily;
  /** Names of shapes: behind the photo, and to its left and right. */
  readonly shapes: readonly [halo: string, left: string, right: string];
  /** Font of the username, and the average width of its characters in em. */
  readonly font: { readonly family: string; readonly widthEm: number };
  /** Ids of two different link platforms. */
  readonly socials: readonly [string, string];
  /** Rotations of the decorations and the tips, in degrees. */
  readonly tilts: readonly number[];
}

const HALOS = ['many petals', 'oval', 'rounded hexagon', 'stamp', 'cloud'];
const LEFT = ['star', 'heart', 'sparkle', 'asterisk', 'hollow petals', 'pillow crab'];
const RIGHT = ['squiggles', 'streaks', 'checkers', 'eye', 'hearts', 'comment bubble'];
const SOCIALS = ['instagram', 'youtube', 'tiktok', 'spotify', 'bandcamp', 'github', 'twitch'];

/** Fonts for the username, wide and heavy enough for a headline. */
const FONTS = [
  { family: 'Archivo Black', widthEm: 0.68 },
  { family: 'DM Serif Display', widthEm: 0.56 },
  { family: 'Lobster', widthEm: 0.5 },
  { family: 'Pacifico', widthEm: 0.57 },
  { family: 'Playfair Display', widthEm: 0.57 },
] as const;

/** Makes the random choices of a starter page. */
export function chooseStarter(random: () => number): StarterChoices {
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[Math.min(items.length - 1, Math.floor(random() * items.length))];
    if (item === undefined) throw new RangeError('cannot pick from an empty list');
    return item;
  };
  const without = <Item>(items: readonly Item[], excluded: Item): Item[] =>
    items.filter((each) => each !== excluded);
  const tilt = (from: number, to: number): number =>
    Math.round((from + random() * (to - from)) * 2) / 2;

  const base = pick(PALETTE);
  const social = pick(SOCIALS);
  return {
    base,
    accent: pick(without(PALETTE, base)),
    shapes: [pick(HALOS), pick(LEFT), pick(RIGHT)],
    font: pick(FONTS),
    socials: [social, pick(without(SOCIALS, social))],
    tilts: [tilt(-18, -6), tilt(6, 16), tilt(-3, -1), tilt(1, 3), tilt(0.5, 2), tilt(-2.5, -1)],
  };
}
