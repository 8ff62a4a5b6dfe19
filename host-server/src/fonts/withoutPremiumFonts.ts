import type { Page } from '@cobble/engine';
import { DEFAULT_FONT, isPremiumFont } from '@cobble/engine/fonts';

/**
 * Replaces premium font families with the default one, for sites whose plan does not include them
 * [PL3]. Covers all fields that `fontsIn` reads.
 */
export function withoutPremiumFonts(page: Page): Page {
  return JSON.parse(JSON.stringify(page), function (this: unknown, key, value: unknown): unknown {
    if (typeof value !== 'string' || !isPremiumFont(value)) return value;
    return key === 'font' || (key === 'family' && !Array.isArray(this)) ? DEFAULT_FONT : value;
  }) as Page;
}
