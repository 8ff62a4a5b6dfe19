import { createInstance, type i18n as I18n } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { en } from './en.ts';
import type { Translate } from './Translate.ts';

/** The i18next namespace of the web app's messages. */
export const NAMESPACE = 'cobble-web';

/** The i18next instance of the app's own messages; those of `<CobbleEditor/>` are separate. */
export const i18n: I18n = createInstance();
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  ns: NAMESPACE,
  defaultNS: NAMESPACE,
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { en: { [NAMESPACE]: en } },
});

/** Translates into the current language, for code outside of components. */
export const translate: Translate = (key, values) => i18n.t(key, { ns: NAMESPACE, ...values });

/** Returns `Translate` for a component, which renders again when the language changes. */
export function useT(): Translate {
  const { language } = useTranslation(NAMESPACE, { i18n, useSuspense: false }).i18n;
  return useMemo<Translate>(
    () => (key, values) => i18n.t(key, { ns: NAMESPACE, lng: language, ...values }),
    [language],
  );
}
