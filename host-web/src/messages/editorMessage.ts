import type { EditorRefusal } from '@cobble/engine';

/** Numbers that the words need. */
export interface EditorMessageDetails {
  /** The most blocks that the plan allows. */
  readonly max?: number | null;
}

/**
 * A person's words for each refusal of the editor (editing-canvas.md sections 5 and 8, word for
 * word where they have them). `satisfies` makes a refusal without words a type error.
 */
export const EDITOR_MESSAGES = {
  block_locked: 'Block is locked. Unlock it first.',
  selection_locked: 'Selection contains a locked block. Unlock it first.',
  things_per_page_limit_exceeded: ({ max }: EditorMessageDetails) =>
    max == null
      ? "Can't add more blocks. Remove a block first."
      : `Can't add more than ${String(max)} blocks. Remove a block first.`,
  cannot_delete_last_section: "You can't delete the last remaining section",
  cannot_clone_while_uploading: 'Cannot clone things while they are still uploading',
  autowidth_needs_text: 'Only text can be as wide as its words.',
  group_needs_its_own_command: 'Use Group to put blocks together.',
  html_id_needs_one_block: 'Choose one block to name it.',
  not_permitted: "You don't have the permission to do that.",
  unknown_block: 'This block is not on the page any more.',
  unknown_type: 'This kind of block is not known here.',
  invalid_block: 'This block cannot be used here.',
  invalid_page: 'This page cannot be used here.',
  nothing_selected: 'Choose a block first.',
  clipboard_invalid: 'There is nothing in the clipboard that can stand on a page.',
} as const satisfies Record<EditorRefusal, string | ((details: EditorMessageDetails) => string)>;

/** What to tell a person when the editor refuses. */
export function editorMessage(code: EditorRefusal, details: EditorMessageDetails = {}): string {
  const words: string | ((details: EditorMessageDetails) => string) = EDITOR_MESSAGES[code];
  return typeof words === 'string' ? words : words(details);
}
