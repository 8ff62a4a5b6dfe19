import type { EditorRefusal } from '@cobble/engine';

/** What a refusal says beside its code; `max` is the most blocks that the plan allows. */
type Details = Readonly<Record<string, unknown>>;

/**
 * A person's words for each refusal of the editor. `satisfies` makes a refusal without words a type
 * error.
 */
export const EDITOR_MESSAGES = {
  block_locked: 'Block is locked. Unlock it first.',
  selection_locked: 'Selection contains a locked block. Unlock it first.',
  things_per_page_limit_exceeded: ({ max }: Details) =>
    typeof max === 'number'
      ? `Can't add more than ${String(max)} blocks. Remove a block first.`
      : "Can't add more blocks. Remove a block first.",
  cannot_delete_last_section: "You can't delete the last remaining section",
  cannot_clone_while_uploading: 'Cannot clone things while they are still uploading',
  autowidth_needs_text: 'Only text can fit its width to its words.',
  group_needs_its_own_command: 'Select blocks and group them instead.',
  html_id_needs_one_block: 'Select a single block to name it.',
  no_page: 'The page is not there yet. Try again in a moment.',
  page_width_below_minimum: 'Page width cannot go below the minimum window width',
  not_permitted: "You don't have the permission to edit this page.",
  unknown_block: 'That block is no longer on the page.',
  unknown_type: 'This kind of block is not known here.',
  invalid_block: 'That does not fit into this block.',
  invalid_page: 'That does not fit this page.',
  input_invalid: 'That does not work here.',
  nothing_selected: 'Select a block first.',
  drawing_too_large: 'This drawing is full. Keep it, then draw on.',
  clipboard_invalid: 'What was copied cannot be pasted here.',
  clipboard_newer_than_editor:
    'These blocks were copied in a newer version. Refresh the page, then paste again.',
} as const satisfies Record<EditorRefusal, string | ((details: Details) => string)>;

/** What to tell a person when the editor refuses. */
export function editorMessage(code: EditorRefusal, details: Details = {}): string {
  const words: string | ((details: Details) => string) = EDITOR_MESSAGES[code];
  return typeof words === 'string' ? words : words(details);
}
