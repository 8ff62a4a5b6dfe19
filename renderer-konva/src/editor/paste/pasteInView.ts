import {
  type DetectedEmbed,
  type NewBlock,
  type PasteRoute,
  type RichText,
  richTextFromPlain,
} from '@cobble/engine';
import { readPastedHtml } from '../../paste/richTextFromHtml.ts';
import { addLinkButton } from '../commands/addLinkButton.ts';
import { addInView, addSizedInView } from '../commands/toolCommands.ts';
import type { EditorStore } from '../stores/EditorStore.ts';

/** An image in HTML. */
const IMAGE = /<img\b/i;
/** The embed code of a site, if nothing else was pasted. */
const EMBED_CODE = /^<(?:iframe|script|object|embed|blockquote)\b[^]*>$/i;
/** Plain text of at most this many characters gets the width of a new text block. */
const SHORT_TEXT_LENGTH = 12;
/** The width of longer text and of rich text, px at the reference width. */
const LONG_TEXT_WIDTH_PX = 420;
/** The number of characters in a line of that width, and the line's height in px; estimates. */
const CHARACTERS_PER_LINE = 38;
const LINE_HEIGHT_PX = 31;

type RouteOf<Kind extends PasteRoute['kind']> = Extract<PasteRoute, { readonly kind: Kind }>;

/**
 * Pastes the clipboard's contents as the engine's `routePaste` classified them, and notifies the
 * user of the result.
 */
export function pasteInView(store: EditorStore, route: PasteRoute<File>): void {
  switch (route.kind) {
    case 'files':
      void store.uploads.add(route.files, store.view.center);
      break;
    case 'blocks':
      pasteBlocks(store, route.text);
      break;
    case 'gif':
      addEmbed(store, route.embed, store.t('paste.embedLink', { platform: route.embed.platform }));
      break;
    case 'embed':
      addEmbed(
        store,
        route.embed,
        route.from === 'code'
          ? store.t('paste.embedCode')
          : store.t('paste.embedLink', { platform: route.embed.platform }),
      );
      break;
    // An image on another site may disappear, and that site would learn who visits the page, so a
    // button with a link is added instead.
    case 'image-url':
    case 'link':
      if (addLinkButton(store, route.href, undefined, 'free') !== null)
        store.notify(store.t('paste.link'));
      break;
    case 'html':
      pasteHtml(store, route);
      break;
    case 'text':
      pastePlainText(store, route);
      break;
    case 'nothing':
      break;
  }
}

function pasteBlocks(store: EditorStore, text: string): void {
  const pasted = store.editor.paste(text);
  if (store.report(pasted)) store.notify(store.t('paste.pasted', { count: pasted.value.length }));
}

function addEmbed(store: EditorStore, embed: DetectedEmbed, notice: string): void {
  const { type, content, sizePx } = embed;
  if (addSizedInView(store, { type, content }, sizePx, 'free') !== null) store.notify(notice);
}

/**
 * Pastes HTML as rich text, or the plain text if the HTML adds nothing to it or is too long. Explains
 * why an image in it, whose file is on another site, is not pasted.
 */
function pasteHtml(store: EditorStore, route: RouteOf<'html'>): void {
  const rich = readPastedHtml(route.html);
  if (rich !== null) pasteText(store, rich.text, { isLong: true, isCut: rich.isCut });
  else if (route.text !== '') pastePlainText(store, route);
  else if (IMAGE.test(route.html)) store.notify(store.t('paste.imageOnly'));
}

function pastePlainText(store: EditorStore, { text, isCut }: RouteOf<'html' | 'text'>) {
  pasteText(store, richTextFromPlain(text), {
    isLong: text.length > SHORT_TEXT_LENGTH,
    isCut: isCut === true,
    isCode: EMBED_CODE.test(text),
  });
}

function pasteText(
  store: EditorStore,
  text: RichText,
  options: { readonly isLong: boolean; readonly isCut: boolean; readonly isCode?: boolean },
): void {
  const { isLong, isCut, isCode } = options;
  if (!addTextInView(store, { text }, { isLong })) return;
  if (isCut) store.notify(store.t('paste.textCut'));
  else if (isCode) store.notify(store.t('paste.codeAsText'), { durationMs: 7000 });
  else store.notify(store.t('paste.pasted', { count: 1 }));
}

/**
 * Adds a text at the free position nearest to the middle of the view, and selects it. Returns whether
 * it was added; if not, the user is told why.
 *
 * @param options.isLong whether it gets the width of a paragraph
 */
export function addTextInView(
  store: EditorStore,
  content: NewBlock<'text'>['content'] & { readonly text: RichText },
  { isLong }: { readonly isLong: boolean },
): boolean {
  const block = { type: 'text', content } as const;
  const { text } = content;
  const size = isLong
    ? { widthPx: LONG_TEXT_WIDTH_PX, aspectRatio: heightOf(store, text) / LONG_TEXT_WIDTH_PX }
    : {};
  return addInView(store, block, size, 'free') !== null;
}

/** An estimate of a text's height, px at the reference width, for finding a free position. */
function heightOf({ editor }: EditorStore, text: RichText): number {
  const plain = editor.definitionOf('text')?.plainText({ text }) ?? '';
  const lines = plain
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE)));
  return lines.reduce((sum, each) => sum + each * LINE_HEIGHT_PX, LINE_HEIGHT_PX);
}
