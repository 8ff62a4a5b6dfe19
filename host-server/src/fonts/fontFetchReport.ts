import { FONTS } from '@cobble/engine/fonts';
import type { FetchResult } from './fetchFonts.ts';
import type { FontLibrary } from './FontLibrary.ts';

/** The command that fetches what is missing. */
export const FETCH_COMMAND = 'npm run fonts -w host-server';

/** What came of fetching, for the person at the terminal: one line. */
export function fontFetchReport(library: FontLibrary, result: FetchResult): string {
  const missing = library.missing().length;
  if (missing === 0) return `Fonts      all ${String(FONTS.length)} families are there`;
  const why = result.stopped ?? result.problems[0];
  return (
    `Fonts      ${String(missing)} of ${String(FONTS.length)} families could not be fetched ` +
    `(${why?.code ?? 'broken off'}), and their texts fall back; to fetch them: ${FETCH_COMMAND}`
  );
}
