/** Names of the palette families. */
export type PaletteFamilyName =
  'Earth' | 'Blue' | 'Green' | 'Purple' | 'Red' | 'Orange' | 'Yellow' | 'Pink';

/** A family of five tones, from the lightest to the darkest. */
export interface PaletteFamily {
  readonly name: PaletteFamilyName;
  /** Background of text; every `deep` tone has enough contrast on it. */
  readonly paper: string;
  /** Background of areas; every `deep` tone has enough contrast on it, too. */
  readonly light: string;
  /** Shapes and borders. */
  readonly middle: string;
  /** Buttons; white has enough contrast on it. */
  readonly strong: string;
  /** Text. */
  readonly deep: string;
}

const family = (
  name: PaletteFamilyName,
  paper: string,
  light: string,
  middle: string,
  strong: string,
  deep: string,
): PaletteFamily => ({ name, paper, light, middle, strong, deep });

/**
 * Eight families of five tones. All families have a similar lightness at each tone, so any
 * combination works.
 */
export const PALETTE: readonly PaletteFamily[] = [
  family('Earth', '#F6EDE1', '#E6D2B5', '#C49A63', '#8A5A33', '#3E2A1C'),
  family('Blue', '#E7F0FB', '#BCD7F7', '#6BA4E8', '#2456C8', '#12275C'),
  family('Green', '#E9F4E4', '#C2E1B4', '#7DB86A', '#2F7A3E', '#143A22'),
  family('Purple', '#F1EAFB', '#D9C8F4', '#A67FE0', '#6A3BB8', '#2F1859'),
  family('Red', '#FCEAE6', '#F6C3B8', '#EA7D6B', '#C0322B', '#57130F'),
  family('Orange', '#FDF0E0', '#FBD3A4', '#F59E42', '#B04F0D', '#542504'),
  family('Yellow', '#FDF7DC', '#F9E594', '#F2C230', '#8A6000', '#453000'),
  family('Pink', '#FDEAF2', '#F9C3DA', '#EE7FB0', '#B8286F', '#560E33'),
];
