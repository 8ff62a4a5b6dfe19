import { convertWordLists } from './pasteFromWord.ts';

/** Elements that contain no visible text by the author. */
const REMOVED =
  'script,style,meta,link,title,base,template,noscript,iframe,object,embed,svg,math,audio,video,canvas,input,select,textarea,img,picture,[hidden],br.Apple-interchange-newline';

/** Style properties of the source that pasted text does not keep. */
const SOURCE_STYLES = ['color', 'font', 'font-family', 'font-size', 'line-height'] as const;

/** Block elements unknown to ProseMirror, whose text would run together. */
const BLOCK_ELEMENTS = 'td,th,caption,dt,details,summary,legend,main,nav,center';

/** Headings at the start of a list item, which must begin with a paragraph. */
const ITEM_HEADING = [1, 2, 3, 4].map((level) => `li > h${String(level)}:first-child`).join();

/** The marker of HTML that was copied from ProseMirror. */
const OWN = /\bdata-pm-slice\b/;

/**
 * Prepares clipboard HTML for the rich-text schema: lists and titles of Word and Google Docs become
 * lists and headings; each row of a table whose cells are single lines, such as a spreadsheet's,
 * becomes a line with tabs between the cells; scripts, images, hidden text and the source's colours, fonts and sizes are
 * removed. The HTML is parsed into a separate document, which runs and loads nothing. The schema
 * drops what it does not know, and links that it rejects.
 */
export function cleanPastedHtml(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(REMOVED)) element.remove();
  // Text copied from Cobble keeps its styles.
  if (OWN.test(html)) return body;
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    const raw = element.getAttribute('style') ?? '';
    if (/(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)/i.test(raw)) element.remove();
  }
  convertWordLists(body);
  for (const paragraph of body.querySelectorAll('p.MsoTitle')) rename(paragraph, 'h1');
  for (const paragraph of body.querySelectorAll('p.MsoSubtitle')) rename(paragraph, 'h2');
  for (const heading of body.querySelectorAll('h5,h6')) rename(heading, 'h4');
  for (const title of body.querySelectorAll(ITEM_HEADING)) {
    const content = rename(title, 'p');
    const bold = content.ownerDocument.createElement('strong');
    bold.append(...content.childNodes);
    content.append(bold);
  }
  for (const row of body.querySelectorAll('tr')) joinCells(row);
  for (const element of body.querySelectorAll(BLOCK_ELEMENTS)) rename(element, 'div');
  for (const button of body.querySelectorAll('button')) {
    if (button.previousSibling) button.before(' ');
    if (button.nextSibling) button.after(' ');
    button.replaceWith(...button.childNodes);
  }
  for (const line of body.querySelectorAll('div:has(> br:only-child)'))
    if (line.textContent.trim() === '') line.replaceWith(line.ownerDocument.createElement('p'));
  nestLists(body);
  // Google Docs puts line breaks between its paragraphs.
  for (const lineBreak of body.querySelectorAll('br'))
    if (isBetweenBlocks(lineBreak)) lineBreak.remove();
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) cleanStyle(element);
  for (const element of body.querySelectorAll('font[color],font[face],font[size]'))
    for (const name of ['color', 'face', 'size']) element.removeAttribute(name);
  return body;
}

/**
 * Turns a table's row into a line with tabs between the cells, as in the plain text of spreadsheets,
 * unless a cell has several lines.
 */
function joinCells(row: Element): void {
  const cells = [...row.children];
  const isLine = (cell: Element) =>
    ![...cell.querySelectorAll('*')].some(({ localName }) => BLOCKS.test(localName));
  if (cells.length < 2 || !cells.every(isLine)) return;
  // The schema keeps the tabs in it.
  const line = row.ownerDocument.createElement('pre');
  for (const [index, cell] of cells.entries()) {
    collapseSpaces(cell);
    const content = rename(cell, 'span');
    line.append(...(index === 0 ? [] : ['\t']), content);
  }
  row.replaceWith(line);
}

/** Replaces line breaks and indentation of the source, which are invisible, with spaces. */
function collapseSpaces(element: Element): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode } = texts;
    currentNode.nodeValue = currentNode.nodeValue?.replace(/[\t\n\r ]+/g, ' ') ?? '';
  }
  const [first, last] = [element.firstChild, element.lastChild];
  if (first instanceof Text) first.nodeValue = first.nodeValue?.trimStart() ?? '';
  if (last instanceof Text) last.nodeValue = last.nodeValue?.trimEnd() ?? '';
}

/** Removes styling but keeps what has meaning (bold, italic, underline, alignment). */
function cleanStyle(element: HTMLElement): void {
  const { style } = element;
  const { fontWeight, fontStyle } = style;
  for (const name of SOURCE_STYLES) style.removeProperty(name);
  // Removing `font` also removes these.
  if (fontWeight !== '') style.fontWeight = fontWeight;
  if (fontStyle !== '') style.fontStyle = fontStyle;
}

/** Google Docs writes a nested list next to its item instead of inside it. */
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

/** Replaces an element with one that has another tag name. */
function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes)
    if (attribute === 'style') renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
