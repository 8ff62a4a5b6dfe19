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
