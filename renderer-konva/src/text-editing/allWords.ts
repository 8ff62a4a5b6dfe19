import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';

/** Selects all text of a document. */
export function allWords(doc: Node): TextSelection {
  const from = TextSelection.atStart(doc).from;
  return TextSelection.create(doc, from, TextSelection.atEnd(doc).to);
}
