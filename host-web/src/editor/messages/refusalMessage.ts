import type { EditorRefusal } from '@cobble/engine';

type Details = Readonly<Record<string, unknown>> | undefined;

/** Where the specification has words they are its own (editing-canvas.md section 5). */
const WORDS: Readonly<Record<EditorRefusal, string | ((details: Details) => string)>> = {
  block_locked: 'Block is locked. Unlock it first.',
  selection_locked: 'Selection contains a locked block. Unlock it first.',
  things_per_page_limit_exceeded: (details) =>
    `Can't add more than ${countOf(details)} blocks. Remove a block first.`,
  cannot_delete_last_section: "You can't delete the last remaining section",
  cannot_clone_while_uploading: 'Cannot clone things while they are still uploading',
  autowidth_needs_text: 'Only text can fit its width to its words.',
  group_needs_its_own_command: 'Select blocks and group them instead.',
  html_id_needs_one_block: 'Select a single block to name it.',
  not_permitted: "You don't have the permission to edit this page.",
  unknown_block: 'That block is no longer on the page.',
  unknown_type: 'This kind of block is not known here.',
  invalid_page: 'That does not fit this page.',
  invalid_block: 'That does not fit into this block.',
  nothing_selected: 'Select a block first.',
  clipboard_invalid: 'What was copied cannot be pasted here.',
};

function countOf(details: Details): string {
  const max = details?.['max'] ?? details?.['maxBlocks'];
  return typeof max === 'number' ? String(max) : 'that many';
}

/** A person's words for the editor's refusal. */
export function refusalMessage(code: EditorRefusal, details?: Details): string {
  const words = WORDS[code];
  return typeof words === 'string' ? words : words(details);
}
