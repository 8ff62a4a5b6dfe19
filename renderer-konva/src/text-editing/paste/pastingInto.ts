import { checkHyperlink, richTextSchema } from '@cobble/engine';
import type { EditorProps, EditorView } from 'prosemirror-view';
import { cleanPastedHtml } from './cleanPastedHtml.ts';
import { clipboardParser } from './clipboardParser.ts';

/**
 * How ProseMirror takes what is pasted or dropped: HTML cleaned, plain words where a block holds no
 * others, and a link over chosen words as the link of these words.
 */
export function pastingInto(isRich: boolean): EditorProps {
  if (!isRich)
    return {
      handlePaste(view, event) {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        // Without the event, or it would come here again.
        return text !== '' && view.pasteText(text);
      },
    };
  return {
    clipboardParser,
    transformPastedHTML: (html) => cleanPastedHtml(html).innerHTML,
    handlePaste: (view, event) =>
      linkWords(view, event.clipboardData?.getData('text/plain').trim() ?? ''),
  };
}

/** Puts a pasted address on the words that are selected; false when it is none, or none are. */
function linkWords(view: EditorView, href: string): boolean {
  const { state } = view;
  const { empty, from, to } = state.selection;
  if (empty || !/^(?:https?:\/\/|mailto:)\S+$/i.test(href) || checkHyperlink(href) !== null)
    return false;
  const mark = richTextSchema.marks.link.create({ href, target: '_blank' });
  view.dispatch(
    state.tr
      .removeMark(from, to, richTextSchema.marks.link)
      .addMark(from, to, mark)
      .scrollIntoView(),
  );
  return true;
}
