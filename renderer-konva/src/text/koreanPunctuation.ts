/** A Korean letter, and the Korean letters, spaces, digits, symbols and punctuation after it. */
const KOREAN =
  /\p{sc=Hangul}(?:(?![\n\t\p{Extended_Pictographic}])[\p{sc=Common}\p{sc=Hangul}])*/gu;
/** Full-width punctuation, which canvases shape separately: brackets, full stops, commas. */
const FULL_WIDTH_MARK = /[\u3000-\u303F\uFE30-\uFE6F\uFF00-\uFF65\uFFE0-\uFFEF]/;

/** A Korean character that canvases shape together with such punctuation. */
export const KOREAN_CONTEXT = '\u3260';

/**
 * Marks full-width punctuation after Korean letters: a browser shapes both in one run, in its font
 * for Korean, while a canvas uses the Chinese font for the punctuation.
 *
 * @returns 1 for each UTF-16 unit of such a character; null when there is none
 */
export function koreanPunctuation(text: string): Uint8Array | null {
  if (!FULL_WIDTH_MARK.test(text)) return null;
  let koreanMarks: Uint8Array | null = null;
  for (const { index, 0: run } of text.matchAll(KOREAN))
    for (let at = 0; at < run.length; at += 1)
      if (FULL_WIDTH_MARK.test(run.charAt(at))) {
        koreanMarks ??= new Uint8Array(text.length);
        koreanMarks[index + at] = 1;
      }
  return koreanMarks;
}
