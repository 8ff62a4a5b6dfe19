const RTL_LANGUAGE = /^(ar|arc|ckb|dv|fa|he|ku|ps|sd|ug|ur|yi)(-[a-z0-9]{2,8})*$/i;

/**
 * Whether a language is written from right to left, so that people read from the right.
 *
 * @param lang a BCP 47 tag, as `page.settings.lang` holds it; absent or no such tag means no
 */
export function isRtlLanguage(lang: string | undefined): boolean {
  return lang !== undefined && RTL_LANGUAGE.test(lang);
}

/**
 * A moment as people write dates in a language: the day in UTC, the same wherever the page is made.
 *
 * @param lang a BCP 47 tag, as `page.settings.lang` holds it
 * @param iso ISO 8601
 */
export function dateIn(lang: string, iso: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(iso),
  );
}
