/**
 * The language for `Intl` and `toLocaleUpperCase`, which throw an error for a tag that is not well
 * formed: i18next accepts any, such as `de_DE`, and reads that as `de-DE`.
 *
 * @returns undefined, which means the browser's language, if the tag is not well formed
 */
export function intlLocale(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
