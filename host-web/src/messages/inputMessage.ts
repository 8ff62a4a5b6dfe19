import type { InputProblem } from '@cobble/engine';

/** What a problem says beside its code. */
type Details = Readonly<Record<string, unknown>>;

/** Said of an address that a smart embed can be made of. */
export const smartEmbedSupported = (platform: string): string =>
  `${platform} embeds are supported!`;

const partOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * A person's words for what is wrong with something typed [MG4, MG5, MG6].
 * `satisfies` makes a code without words a type error.
 */
export const INPUT_MESSAGES = {
  hyperlink_required: 'Type where the link leads.',
  hyperlink_invalid: 'Needs to be a valid URL',
  hyperlink_missing_protocol: 'Missing protocol (e.g. https://)',
  url_required: 'Type where the button leads.',
  invalid_url: 'Needs to be a valid URL',
  smart_embed_required: 'Type the address of what to show.',
  smart_embed_invalid_url: 'Need to be a valid URL',
  smart_embed_unsupported: 'Smart Embed is not yet supported for this URL',
  page_slug_empty: 'Page slug cannot be empty',
  page_slug_too_short: 'Must be at least 1 character.',
  page_slug_too_long: 'Cannot be longer than 100 characters.',
  page_slug_ends_in_slash: ({ first, last }: Details) =>
    `Cannot end in a slash. But ${partOf(first) ?? 'first'}/${partOf(last) ?? 'last'} is valid.`,
  page_slug_invalid_characters: 'Only letters, numbers, hyphens, and one slash.',
  page_slug_invalid_part: 'Only letters, numbers, and hyphens. No more than 50 characters',
  page_invalid_title: 'Page title cannot exceed 500 characters',
  page_invalid_description: 'Page description cannot exceed 2000 characters',
} as const satisfies Record<InputProblem, string | ((details: Details) => string)>;

/** What to tell a person about something typed. */
export function inputMessage(code: InputProblem, details: Details = {}): string {
  const words: string | ((details: Details) => string) = INPUT_MESSAGES[code];
  return typeof words === 'string' ? words : words(details);
}
