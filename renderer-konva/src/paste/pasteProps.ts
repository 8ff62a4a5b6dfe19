import { checkHyperlink, escapeLink, leadsToPage, richTextSchema } from '@cobble/engine';
import type { EditorProps, EditorView } from 'prosemirror-view';
import { cleanPastedHtml } from './cleanPastedHtml.ts';
import { clipboardParser } from './richTextFromHtml.ts';

/**
 * ProseMirror props for pasting and dropping: cleans HTML, inserts plain text in plain-text blocks,
 * and turns a URL pasted over selected text into a link.
 */
export function pasteProps(isRich: boolean): EditorProps {
  if (!isRich)
    return {
      handlePaste(view, event) {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        // Not given the event: this handler would find its text again and call itself endlessly.
        return text !== '' && view.pasteText(text);
      },
    };
  return {
    clipboardParser,
    transformPastedHTML: (html) => cleanPastedHtml(html).innerHTML,
    handlePaste: (view, event) =>
      linkSelection(view, event.clipboardData?.getData('text/plain').trim() ?? ''),
  };
}

/**
 * Links the selected text to a pasted URL; false when it is not an allowed http, https or mailto
 * URL, or nothing is selected.
 */
function linkSelection(view: EditorView, text: string): boolean {
  const href = escapeLink(text);
  const { state } = view;
  const { empty, from, to } = state.selection;
  if (empty || !/^(?:https?:\/\/|mailto:)\S+$/i.test(href) || checkHyperlink(href) !== null)
    return false;
  const mark = richTextSchema.marks.link.create({
    href,
    target: leadsToPage(href) ? '_blank' : null,
  });
  view.dispatch(
    state.tr
      .removeMark(from, to, richTextSchema.marks.link)
      .addMark(from, to, mark)
      .scrollIntoView(),
  );
  return true;
}
