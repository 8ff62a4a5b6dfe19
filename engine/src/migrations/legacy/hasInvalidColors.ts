import { isColor } from '../../model/colors.ts';
import { isPlainJson } from './isPlainJson.ts';

const WORD = /^[a-z]{3,24}$/i;

/**
 * Whether a page may contain invalid colours: editors up to 0.7.0 accepted any word of 3 to 24
 * letters. Such pages are repaired like older ones.
 */
export function hasInvalidColors(json: unknown): boolean {
  return isPlainJson(json) && hasWord(json);
}

/** @param json nested no deeper than `isPlainJson` accepts */
function hasWord(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? /color$/i.test(key) && WORD.test(value) && !isColor(value)
      : hasWord(value),
  );
}
