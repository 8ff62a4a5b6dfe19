import type { PasteRefusal } from '@cobble/engine';

/**
 * A person's words for a paste that is not taken, or null: a text field's own paste, and one by
 * somebody who only looks, are nothing to talk about.
 */
export const PASTE_REFUSALS = {
  paste_in_text_field: null,
  not_permitted: null,
  paste_needs_editing: 'Enter edit mode to paste',
} as const satisfies Record<PasteRefusal, string | null>;

/** What is said while a paste becomes something else than it looked like. */
export const PASTE_NOTICES = {
  link: 'Link detected. Creating button...',
  embedCode: 'Creating embed...',
  /** The browser shows its clipboard to keys alone. */
  copyByKey: 'Your browser copies by keys alone: press Ctrl+C or ⌘C.',
  pasteByKey: 'Your browser pastes by keys alone: press Ctrl+V or ⌘V.',
  embedLink: (platform: string) => `${platform} link detected. Creating embed...`,
} as const;
