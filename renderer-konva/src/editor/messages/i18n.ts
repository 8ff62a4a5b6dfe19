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
 * @param locale the language of `messages`, a BCP 47 tag, for plurals and lists
 */
export function createEditorI18n(messages: EditorMessages = {}, locale = 'en'): i18n {
  const instance = createInstance();
  void instance.init({
    lng: locale,
    fallbackLng: 'en',
    ns: NAMESPACE,
    defaultNS: NAMESPACE,
    initAsync: false,
    interpolation: { escapeValue: false },
    // i18next writes into the objects that it is given.
    resources: { en: { [NAMESPACE]: structuredClone(en) } },
  });
  instance.addResourceBundle(locale, NAMESPACE, messages, true, true);
  return instance;
}

const english = createEditorI18n();

/** The instance that components read; the default is English. */
export const EditorI18nContext = createContext<i18n>(english);

/**
 * Creates `Translate` for an instance, for code outside of components. Messages that are missing in
 * the language and in the host's fallback languages are English. Nothing is written into a host's
 * instance, because i18next would then consider the namespace loaded and not request it from the
 * host's backend.
 *
 * @param language default: the instance's current language at each call
 */
export function translateOf(instance: i18n, language?: string): Translate {
  const fixed = language === undefined ? {} : { lng: language };
  return (key, values) => {
    // React escapes texts.
    const options = { ns: NAMESPACE, interpolation: { escapeValue: false }, ...values };
    const own = { ...options, ...fixed };
    // With the options of a host's instance, it can also be null or an object.
    const text: unknown = instance.exists(key, own) ? instance.t(key, own) : null;
    return typeof text === 'string' ? text : english.t(key, options);
  };
}

/** Renders again when the language changes or messages arrive from a host's backend. */
function useInstance(): { readonly instance: i18n; readonly revision: unknown } {
  const instance = use(EditorI18nContext);
  const { t } = useTranslation(NAMESPACE, {
    ...{ i18n: instance, useSuspense: false, bindI18nStore: 'added' },
  });
  return { instance, revision: t };
}

/** Returns `Translate` for a component; another one when the language or the messages change. */
export function useT(): Translate {
  const { instance, revision } = useInstance();
  const { language } = instance;
  // eslint-disable-next-line react-hooks/exhaustive-deps -- a new `Translate` renders memoized parts
  return useMemo(() => translateOf(instance, language), [instance, language, revision]);
}

/** Returns the canvas's messages in the user's language, with their language as a BCP 47 tag. */
export function useCanvasMessages(): {
  readonly messages: CanvasMessages;
  readonly locale: string;
} {
  const { instance, revision } = useInstance();
  const { language } = instance;
  return useMemo(() => {
    // The user's language comes last, so that it wins. The canvas itself falls back to English.
    // Before i18next is initialised, `languages` is undefined.
    const known = instance.languages as readonly string[] | undefined;
    const languages = known?.toReversed() ?? [];
    const bundles = languages.map(
      (code) =>
        instance.getResourceBundle(code, NAMESPACE) as { canvas?: CanvasMessages } | undefined,
    );
    const messages = Object.assign(
      {},
      ...bundles.map((bundle) => bundle?.canvas),
    ) as CanvasMessages;
    // Not `resolvedLanguage`, which ignores messages that were added after i18next was initialised.
    const own = languages[bundles.findLastIndex((bundle) => bundle?.canvas !== undefined)];
    return { messages, locale: own ?? instance.resolvedLanguage ?? language };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- bundles change with the revision
  }, [instance, language, revision]);
}

/** English, for tests. */
export const translateEnglish: Translate = translateOf(english);
