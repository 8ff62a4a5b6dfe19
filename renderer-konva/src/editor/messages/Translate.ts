import type { CanvasMessages } from '../../messages/translate.ts';
import type { en } from './en.ts';

type Leaves<Catalogue, Prefix extends string = ''> = {
  [Key in keyof Catalogue & string]: Catalogue[Key] extends string
    ? `${Prefix}${Key}`
    : Leaves<Catalogue[Key], `${Prefix}${Key}.`>;
}[keyof Catalogue & string];

type WithoutPlural<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** The key of a message of the editor, `group.name`. */
export type MessageKey = WithoutPlural<Leaves<Omit<typeof en, 'canvas'>>>;

/** A key of a group and, if it has plural forms, the key of each plural form of any language. */
type WithPlurals<Key> = Key extends `${infer Base}_one` ? `${Base}_${Intl.LDMLPluralRule}` : Key;

/**
 * Messages that replace the editor's own, grouped like the English catalogue. A message with plural
 * forms takes those of its language: `minute_one`, `minute_few`, `minute_many` and so on.
 */
export type EditorMessages = {
  readonly [Group in Exclude<keyof typeof en, 'canvas'>]?:
    | { readonly [Key in WithPlurals<keyof (typeof en)[Group] & string>]?: string | undefined }
    | undefined;
} & {
  /** Messages of the canvas. */
  readonly canvas?: CanvasMessages | undefined;
};

/** Returns the message of a key in the user's language, with `{{values}}` filled in. */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, unknown>>) => string;
