const RTL_LANGUAGE = /^(ar|arc|ckb|dv|fa|he|ku|ps|sd|ug|ur|yi)(-[a-z0-9]{2,8})*$/i;

/**
 * Whether a language is written from right to left.
 *
 * @param lang a BCP 47 tag, as in `page.settings.lang`; false if it is absent or invalid
 */
export function isRtlLanguage(lang: string | undefined): boolean {
  return lang !== undefined && RTL_LANGUAGE.test(lang);
}

/**
 * Formats a date in a language. Uses UTC, so that every machine returns the same date.
 *
 * @param lang a BCP 47 tag, as in `page.settings.lang`
 * @param iso ISO 8601
 */
export function dateIn(lang: string, iso: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(iso),
  );
}
