/** Letters of Korean, and what goes on in their script: spaces and signs of no script of their own. */
const KOREAN =
  /\p{sc=Hangul}(?:(?![\n\t\p{Extended_Pictographic}])[\p{sc=Common}\p{sc=Hangul}])*/gu;
/** Signs of no script that canvases shape by themselves: brackets, full stops, commas of full width. */
const SIGN = /[\u3000-\u303F\uFE30-\uFE6F\uFF00-\uFF65\uFFE0-\uFFEF]/;

/** A letter that is Korean, and that canvases shape together with such signs. */
export const KOREAN_CONTEXT = '\u3260';

/**
 * Marks the full-width signs that follow Korean letters: a browser has them in one run with those,
 * and so in the font that it has for Korean, where canvases have them in that of Chinese.
 *
 * @returns 1 for each UTF-16 unit of such a sign; null where there is none
 */
export function hangulSigns(text: string): Uint8Array | null {
  if (!SIGN.test(text)) return null;
  let signs: Uint8Array | null = null;
  for (const { index, 0: run } of text.matchAll(KOREAN))
    for (let at = 0; at < run.length; at += 1)
      if (SIGN.test(run.charAt(at))) {
        signs ??= new Uint8Array(text.length);
        signs[index + at] = 1;
      }
  return signs;
}
