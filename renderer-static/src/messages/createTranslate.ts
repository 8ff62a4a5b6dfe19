import { en } from './en.ts';

/** A key of a text that the block's definition provides. */
type DefinitionKey = `${'embedAction' | 'altText'}.${string}`;

/** Messages that replace those of {@link en}; missing ones stay English. */
export type PageMessages = Readonly<
  Partial<Record<keyof typeof en | DefinitionKey, string | undefined>>
>;

/** Looks up messages. They are plain text: escape them where they are written as HTML. */
export interface Translate {
  (key: keyof typeof en, values?: Readonly<Record<string, string>>): string;
  /** Returns the message of a definition's key, or `text` if there is none. */
  readonly orElse: (key: DefinitionKey, text: string) => string;
}

/** Creates the lookup of a page's messages. */
export function createTranslate(messages: PageMessages = {}): Translate {
  const find = (key: keyof PageMessages): string | undefined =>
    Object.hasOwn(messages, key) ? messages[key] : undefined;
  return Object.assign(
    (key: keyof typeof en, values: Readonly<Record<string, string>> = {}) =>
      (find(key) ?? en[key]).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? ''),
    { orElse: (key: DefinitionKey, text: string) => find(key) ?? text },
  );
}
