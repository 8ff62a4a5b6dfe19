import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';

/** The selection from a document's first letter to its last. */
export function allWords(doc: Node): TextSelection {
  const from = TextSelection.atStart(doc).from;
  return TextSelection.create(doc, from, TextSelection.atEnd(doc).to);
}
