const RTL_LANGUAGE = /^(ar|arc|ckb|dv|fa|he|ku|ps|sd|ug|ur|yi)(-[a-z0-9]{2,8})*$/i;

/**
 * Whether a language is written from right to left, so that people read from the right.
 *
 * @param lang a BCP 47 tag, as `page.settings.lang` holds it; absent or no such tag means no
 */
export function isRtlLanguage(lang: string | undefined): boolean {
  return lang !== undefined && RTL_LANGUAGE.test(lang);
}
