import { createInstance } from 'i18next';
import { en } from './en.ts';
import { intlLocale } from './intlLocale.ts';

/** A key of the catalogue, plural suffixes included. */
type CatalogueKey = keyof typeof en;
type PluralKey = CatalogueKey extends infer Key
  ? Key extends `${infer Base}_one`
    ? Base
    : never
  : never;

/** A key of a text that a block's definition provides; the host's messages may replace it. */
export type DefinitionKey = `${'type' | 'shape' | 'embedAction' | 'altText'}.${string}`;

/** A key that code looks up: plural forms share one. */
export type MessageKey = PluralKey | Exclude<CatalogueKey, `${PluralKey}_${'one' | 'other'}`>;

/** Replacements for messages of {@link en}, in any language; missing ones stay English. */
export type CanvasMessages = Readonly<
  Partial<
    Record<CatalogueKey | `${PluralKey}_${Intl.LDMLPluralRule}` | DefinitionKey, string | undefined>
  >
>;

/** Looks up messages of one language. */
export interface Translate {
  /** @param values the values to interpolate; `count` selects the plural form */
  (key: MessageKey, values?: Readonly<Record<string, string | number>>): string;
  /** Returns the message of a definition's key, or `text` if the catalogue has none. */
  readonly orElse: (key: DefinitionKey, text: string) => string;
  /** The language for `Intl`; undefined: the browser's. */
  readonly locale: string | undefined;
}

/**
 * Creates the lookup of the canvas's messages.
 *
 * @param messages override the English catalogue
 * @param locale the language of `messages` as a BCP 47 tag, which determines its plural forms
 */
export function createTranslate(messages: CanvasMessages = {}, locale = 'en'): Translate {
  const i18n = createInstance();
  // Undefined would replace an English message, too.
  const given = Object.entries(messages).filter(([, text]) => text !== undefined);
  const own = Object.fromEntries(given);
  void i18n.init({
    lng: locale,
    fallbackLng: 'en',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {
      en: { translation: locale === 'en' ? { ...en, ...own } : en },
      ...(locale === 'en' ? {} : { [locale]: { translation: own } }),
    },
  });
  return Object.assign(
    (key: MessageKey, values: Readonly<Record<string, string | number>> = {}) =>
      i18n.t(key, values),
    {
      locale: intlLocale(locale),
      orElse: (key: DefinitionKey, text: string) => (i18n.exists(key) ? i18n.t(key) : text),
    },
  );
}
