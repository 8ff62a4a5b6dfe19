/** Codes of refused edits. Hosts translate them into messages. */
export type EditorRefusal =
  | 'block_locked'
  | 'selection_locked'
  | 'things_per_page_limit_exceeded'
  | 'cannot_delete_last_section'
  | 'cannot_clone_while_uploading'
  | 'autowidth_needs_text'
  | 'group_needs_its_own_command'
  | 'html_id_needs_one_block'
  | 'no_page'
  | 'page_width_below_minimum'
  | 'not_permitted'
  | 'unknown_block'
  | 'unknown_type'
  | 'invalid_block'
  | 'invalid_page'
  /** An argument of the wrong type (details: `path`, `message`). */
  | 'input_invalid'
  | 'nothing_selected'
  /** A hook of `onBeforeCommit` has refused the change; the details are the hook's. */
  | 'change_refused'
  | 'drawing_too_large'
  | 'clipboard_invalid'
  | 'clipboard_newer_than_editor';
