import type { en } from './en.ts';

type Keys<Catalogue> = {
  [Group in keyof Catalogue & string]: `${Group}.${keyof Catalogue[Group] & string}`;
}[keyof Catalogue & string];

type WithoutPlural<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** The key of a message, `group.name`, without the suffix of a plural form. */
export type MessageKey = WithoutPlural<Keys<typeof en>>;

/** Returns the message of a key in the user's language, with `{{values}}` filled in. */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, unknown>>) => string;
