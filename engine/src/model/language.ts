const RTL_LANGUAGE = /^(ar|arc|ckb|dv|fa|he|ku|ps|sd|ug|ur|yi)(-[a-z0-9]{2,8})*$/i;

/**
 * Whether a language is usually written from right to left; the script of the tag is ignored.
 *
 * @param lang a BCP 47 tag, as in `page.settings.lang`; false if it is absent or invalid
 */
export function isRtlLanguage(lang: string | undefined): boolean {
  return lang !== undefined && RTL_LANGUAGE.test(lang);
}

/**
 * Formats a date in a language. Uses UTC, so that every machine returns the same date.
 *
 * @param lang a BCP 47 tag, as in `page.settings.lang`; English if it is invalid
 * @param iso ISO 8601
 * @throws RangeError for an invalid date
 */
export function dateIn(lang: string, iso: string): string {
  return dateFormatOf(lang).format(new Date(iso));
}

function dateFormatOf(lang: string): Intl.DateTimeFormat {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  try {
    return new Intl.DateTimeFormat(lang, options);
  } catch {
    // Pages accept some tags that are not valid, such as `en-12`.
    return new Intl.DateTimeFormat('en', options);
  }
}
