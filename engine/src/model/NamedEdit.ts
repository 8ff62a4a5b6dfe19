/**
 * A command on the whole page or a whole section, as the history names it. A room repeats the command
 * on its own page, where others may have added or moved blocks meanwhile. The old and new values are
 * in the change.
 */
export type NamedEdit =
  | { readonly type: 'replace-page' }
  /** `scale`: whether px values were scaled; otherwise, positions were converted. */
  | { readonly type: 'set-reference-width'; readonly scale: boolean }
  /** A section has another width; its contents kept their positions on the page. */
  | { readonly type: 'resize-section'; readonly section: string }
  /** Blocks that start below `y` moved down by `by`, both in the section's space. */
  | {
      readonly type: 'slice-section';
      readonly section: string;
      readonly y: number;
      readonly by: number;
    };

/** Shared by all changes that no command on the whole page or a section has made. */
export const NO_EDITS: readonly NamedEdit[] = Object.freeze([]);

/**
 * Whether a later edit of the same history entry replaces an earlier one, because the change has
 * the final value. Slices do not replace each other: each moves blocks by its own distance.
 */
export function isReplacedBy(earlier: NamedEdit, later: NamedEdit): boolean {
  if (earlier.type === 'slice-section') return false;
  const sectionOf = (edit: NamedEdit): string | null => ('section' in edit ? edit.section : null);
  return earlier.type === later.type && sectionOf(earlier) === sectionOf(later);
}

/**
 * The edits that a redo repeats by name. None if one of them replaced the page: the redo then
 * consists of values only.
 */
export function redoneEdits(edits: readonly NamedEdit[]): readonly NamedEdit[] {
  return edits.some(({ type }) => type === 'replace-page') ? NO_EDITS : edits;
}

/** The edits that undo others. */
export function undoneEdits(edits: readonly NamedEdit[]): readonly NamedEdit[] {
  return redoneEdits(edits)
    .map((edit) =>
      edit.type === 'slice-section' ? { ...edit, y: edit.y + edit.by, by: -edit.by } : edit,
    )
    .toReversed();
}
