import { createInstance, type i18n } from 'i18next';
import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasMessages } from '../../messages/translate.ts';
import { en } from './en.ts';
import type { EditorMessages, Translate } from './Translate.ts';

/** The i18next namespace of the editor's messages. */
export const NAMESPACE = 'cobble-editor';

/**
 * Creates an i18next instance with the editor's English messages.
 *
 * @param messages replace or extend them
 */
export function createEditorI18n(messages: EditorMessages = {}): i18n {
  const instance = createInstance();
  void instance.init({
    lng: 'en',
    fallbackLng: 'en',
    ns: NAMESPACE,
    defaultNS: NAMESPACE,
    initAsync: false,
    interpolation: { escapeValue: false },
    // i18next writes into the objects that it is given.
    resources: { en: { [NAMESPACE]: structuredClone(en) } },
  });
  instance.addResourceBundle('en', NAMESPACE, messages, true, true);
  return instance;
}

const english = createEditorI18n();

/** The instance that components read; the default is English. */
export const EditorI18nContext = createContext<i18n>(english);

/**
 * Adds the editor's English messages to a host's instance, as the fallback for what it does not
 * translate. The host's own English messages take precedence.
 */
export function withEditorMessages(instance: i18n): i18n {
  const own = instance.getResourceBundle('en', NAMESPACE) as EditorMessages | undefined;
  const merged: unknown = createEditorI18n(own).getResourceBundle('en', NAMESPACE);
  return instance.addResourceBundle('en', NAMESPACE, merged);
}

/**
 * Creates `Translate` for an instance, for code outside of components.
 *
 * @param language default: the instance's current language at each call
 */
export function translateOf(instance: i18n, language?: string): Translate {
  const fixed = language === undefined ? {} : { lng: language };
  return (key, values) =>
    instance.t(key, { ns: NAMESPACE, fallbackLng: 'en', ...fixed, ...values });
}

/** Returns `Translate` for a component, which renders again when the language changes. */
export function useT(): Translate {
  const instance = use(EditorI18nContext);
  const { language } = useTranslation(NAMESPACE, { i18n: instance, useSuspense: false }).i18n;
  return useMemo(() => translateOf(instance, language), [instance, language]);
}

/** Returns the canvas's messages in the user's language, with that language as a BCP 47 tag. */
export function useCanvasMessages(): {
  readonly messages: CanvasMessages;
  readonly locale: string;
} {
  const instance = use(EditorI18nContext);
  const { language } = useTranslation(NAMESPACE, { i18n: instance, useSuspense: false }).i18n;
  return useMemo(() => {
    // The user's language first, then its fallbacks; the canvas itself falls back to English.
    const languages = instance.languages.toReversed();
    const bundles = languages.map(
      (code) =>
        instance.getResourceBundle(code, NAMESPACE) as { canvas?: CanvasMessages } | undefined,
    );
    const messages = Object.assign(
      {},
      ...bundles.map((bundle) => bundle?.canvas),
    ) as CanvasMessages;
    return { messages, locale: instance.resolvedLanguage ?? language };
  }, [instance, language]);
}

/** English, for tests. */
export const translateEnglish: Translate = translateOf(english);
