import type { Block, Page } from '@cobble/engine';
import { DEFAULT_FONT, fontsIn, isPremiumFont } from '@cobble/engine/fonts';

/**
 * Replaces premium font families with the default one, for sites whose plan does not include them
 * [PL3]. Covers all fields that `fontsIn` reads. Blocks without premium fonts stay the same records,
 * so that the renderer reuses what it has rendered.
 */
export function withoutPremiumFonts(page: Page): Page {
  const { things, ...rest } = page;
  const replaced = Object.entries(things).map(([uuid, block]): [string, Block] => [
    uuid,
    hasPremiumFont(block) ? replaceFonts(block) : block,
  ]);
  return { ...replaceFonts(rest), things: Object.fromEntries(replaced) };
}

function hasPremiumFont(block: unknown): boolean {
  for (const family of fontsIn(block)) if (isPremiumFont(family)) return true;
  return false;
}

function replaceFonts<Json>(json: Json): Json {
  return JSON.parse(JSON.stringify(json), function (this: unknown, key, value: unknown): unknown {
    if (typeof value !== 'string' || !isPremiumFont(value)) return value;
    return key === 'font' || (key === 'family' && !Array.isArray(this)) ? DEFAULT_FONT : value;
  }) as Json;
}
