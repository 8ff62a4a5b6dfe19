import { isColor } from '../../model/colors.ts';
import { isPlainJson } from './isPlainJson.ts';

const WORD = /^[a-z]{3,24}$/i;

/**
 * Whether a page may name colours by words that stand for none: editors of 0.7.0 took any word of 3
 * to 24 letters for one, as those of before had. Such a page is mended like an older one.
 */
export function holdsOldColors(json: unknown): boolean {
  return isPlainJson(json) && holdsWord(json);
}

/** @param json as deep as `isPlainJson` lets pass */
function holdsWord(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? /color$/i.test(key) && WORD.test(value) && !isColor(value)
      : holdsWord(value),
  );
}
