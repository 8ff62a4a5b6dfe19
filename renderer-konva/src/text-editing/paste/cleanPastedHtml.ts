import { listsOfWord } from './listsOfWord.ts';

/** What holds no words of the author's, or words that nobody saw. */
const NO_WORDS =
  'script,style,meta,link,title,base,template,noscript,iframe,object,embed,svg,math,audio,video,canvas,input,select,textarea,img,picture,[hidden],br.Apple-interchange-newline';

/** What foreign pages say about their own looks: pasted words take those of this page. */
const FOREIGN_LOOKS = ['color', 'font', 'font-family', 'font-size', 'line-height'] as const;

/** Lines of their own that ProseMirror does not know to be such: their words would run together. */
const LINES = 'td,th,caption,dt,details,summary,legend,main,nav,center';

/** An item of a list begins with a paragraph. */
const HEADING_OF_ITEM = [1, 2, 3, 4].map((level) => `li > h${String(level)}:first-child`).join();

/** What ProseMirror writes around words that are copied out of it. */
const OWN = /\bdata-pm-slice\b/;

/**
 * The clipboard's HTML as its author meant it, for the schema of rich text to be read from: lists of
 * Word and Google Docs as lists, their titles as headings, weights without a meaning gone, and
 * without scripts, images, hidden words and foreign colours, fonts and sizes. It is read in a
 * document of its own, which runs nothing and loads nothing. What the schema does not know, and
 * links that it refuses, are left to the schema.
 */
export function cleanPastedHtml(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(NO_WORDS)) element.remove();
  // Words of our own keep the looks that they were given here.
  if (OWN.test(html)) return body;
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    const raw = element.getAttribute('style') ?? '';
    if (/(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)/i.test(raw)) element.remove();
  }
  listsOfWord(body);
  for (const paragraph of body.querySelectorAll('p.MsoTitle')) rename(paragraph, 'h1');
  for (const paragraph of body.querySelectorAll('p.MsoSubtitle')) rename(paragraph, 'h2');
  for (const heading of body.querySelectorAll('h5,h6')) rename(heading, 'h4');
  for (const title of body.querySelectorAll(HEADING_OF_ITEM)) {
    const words = rename(title, 'p');
    const bold = words.ownerDocument.createElement('strong');
    bold.append(...words.childNodes);
    words.append(bold);
  }
  for (const line of body.querySelectorAll(LINES)) rename(line, 'div');
  for (const button of body.querySelectorAll('button')) {
    if (button.previousSibling) button.before(' ');
    if (button.nextSibling) button.after(' ');
    button.replaceWith(...button.childNodes);
  }
  for (const line of body.querySelectorAll('div:has(> br:only-child)'))
    if (line.textContent.trim() === '') line.replaceWith(line.ownerDocument.createElement('p'));
  nestLists(body);
  // Google Docs puts line breaks between its paragraphs.
  for (const line of body.querySelectorAll('br')) if (isBetweenBlocks(line)) line.remove();
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) cleanStyle(element);
  for (const element of body.querySelectorAll('font[color],font[face],font[size]'))
    for (const name of ['color', 'face', 'size']) element.removeAttribute(name);
  return body;
}

/** Looks go; what means something (bold, italic, lines, alignment) stays. */
function cleanStyle(element: HTMLElement): void {
  const { style } = element;
  const { fontWeight, fontStyle } = style;
  for (const name of FOREIGN_LOOKS) style.removeProperty(name);
  // `font` takes these along.
  if (fontWeight !== '') style.fontWeight = fontWeight;
  if (fontStyle !== '') style.fontStyle = fontStyle;
}

/** Google Docs writes a list within a list beside its item, where it belongs into it. */
function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const before = list.previousElementSibling;
    if (before?.localName === 'li') before.append(list);
  }
}

const BLOCKS = /^(?:p|h[1-6]|ul|ol|div|table|blockquote|pre)$/;

function isBetweenBlocks(line: Element): boolean {
  const isBlock = (node: Node | null): boolean =>
    node instanceof Element && BLOCKS.test(node.localName);
  const next = line.nextSibling;
  const before = line.previousSibling;
  return (
    (isBlock(next) || next === null) &&
    (isBlock(before) || before === null) &&
    (next ?? before) !== null
  );
}

/** The same element by another name. */
function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes)
    if (attribute === 'style') renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
