import type { Page } from '@cobble/engine';
import { DEFAULT_FONT, isPremiumFont } from '@cobble/engine/fonts';

/**
 * A page with the default family wherever it names a premium one: what is left of it when the plan
 * that granted them has ended [PL3]. The same fields count as in `fontsIn`.
 */
export function withoutPremiumFonts(page: Page): Page {
  return JSON.parse(JSON.stringify(page), function (this: unknown, key, value: unknown): unknown {
    if (typeof value !== 'string' || !isPremiumFont(value)) return value;
    return key === 'font' || (key === 'family' && !Array.isArray(this)) ? DEFAULT_FONT : value;
  }) as Page;
}
