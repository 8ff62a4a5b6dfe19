import { holdsBlocks, type RichText, richTextFromPlain } from '@cobble/engine';
import { addLinkButton } from '../commands/addLinkButton.ts';
import { addInView } from '../commands/toolCommands.ts';
import type { EditorStore } from '../stores/EditorStore.ts';
import { blocksInWords } from './blocksInWords.ts';
import { pastedLink } from './pastedLink.ts';
import { richTextFromHtml } from './richTextFromHtml.ts';

/** What the clipboard holds, beside files. */
export interface Pasted {
  /** `text/plain`. */
  readonly text: string;
  /** `text/html`. */
  readonly html: string;
}

/** The most letters of plain text that become a block. */
const MAX_WORDS = 20_000;
/** Words up to this many letters keep the width of a new text block. */
const SHORT = 12;
/** The width at which a paragraph reads well, px at the reference width. */
const WIDE_PX = 420;

/**
 * Pastes onto the page: blocks as they were copied; an address as a button; HTML as text with its
 * headings, lists and marks; everything else as plain text (editing-canvas.md section 8). What came
 * of it is told.
 */
export function pasteInView(store: EditorStore, { text, html }: Pasted): void {
  const { editor, notify } = store;
  if (holdsBlocks(text)) {
    const pasted = editor.paste(text);
    if (store.tell(pasted)) notify(`${blocksInWords(pasted.value.length)} pasted`);
    return;
  }
  const link = pastedLink(text);
  if (link !== null) {
    if (addLinkButton(store, link) !== null) notify('Link detected. Creating button...');
    return;
  }
  const rich = html === '' ? null : richTextFromHtml(html);
  const words = text.replaceAll('\r\n', '\n').trim().slice(0, MAX_WORDS);
  if (rich === null && words === '') return;
  const isLong = rich !== null || words.length > SHORT;
  if (addText(store, rich ?? richTextFromPlain(words), isLong))
    notify(`${blocksInWords(1)} pasted`);
}

function addText(store: EditorStore, text: RichText, isLong: boolean): boolean {
  const block = { type: 'text', content: { text } } as const;
  return addInView(store, block, isLong ? { widthPx: WIDE_PX } : {}) !== null;
}
