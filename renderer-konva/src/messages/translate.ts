import { createInstance } from 'i18next';
import { en } from './en.ts';

/** A key of the catalogue, plural suffixes included. */
type CatalogueKey = keyof typeof en;
type PluralKey = CatalogueKey extends infer Key
  ? Key extends `${infer Base}_one`
    ? Base
    : never
  : never;

/** A message that code asks for: plural forms share one key. */
export type MessageKey =
  PluralKey | Exclude<CatalogueKey, `${PluralKey}_${'one' | 'other'}`> | `type.${string}`;

/** Replacements for messages of {@link en}, in any language; missing ones stay English. */
export type CanvasMessages = Readonly<
  Partial<Record<CatalogueKey | `${PluralKey}_${Intl.LDMLPluralRule}` | `type.${string}`, string>>
>;

/** Looks up messages of one language. */
export interface Translate {
  /**
   * @param values the values to interpolate; `count` selects the plural form and `defaultValue` is
   *   returned when the catalogue has no such key
   */
  (key: MessageKey, values?: Readonly<Record<string, string | number>>): string;
  /** BCP 47 tag of the language. */
  readonly locale: string;
}

/**
 * Creates the lookup of the canvas's messages.
 *
 * @param messages override the English catalogue
 * @param locale the language of `messages` as a BCP 47 tag, which determines its plural forms
 */
export function createTranslate(messages: CanvasMessages = {}, locale = 'en'): Translate {
  const i18n = createInstance();
  void i18n.init({
    lng: locale,
    fallbackLng: 'en',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {
      en: { translation: locale === 'en' ? { ...en, ...messages } : en },
      ...(locale === 'en' ? {} : { [locale]: { translation: messages } }),
    },
  });
  return Object.assign(
    (key: MessageKey, values: Readonly<Record<string, string | number>> = {}) =>
      i18n.t(key, values),
    { locale },
  );
}
