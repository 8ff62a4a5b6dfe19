const LIST = /mso-list\s*:\s*l\d+\s+level(\d+)/i;
const IGNORED = /mso-list\s*:\s*ignore/i;
/** The marker of a numbered list: "1.", "a)", "iv.", "(2)". */
const NUMBERED = /^\(?(\d+|[a-z]{1,5})[.)]/i;
/** Word has nine levels. */
const MAX_LEVELS = 9;

/**
 * Turns the paragraphs that Word uses for list items into lists, in place: `mso-list` marks an item
 * and its level, and the marker before its text says whether it is numbered.
 */
export function convertWordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>('p,h1,h2,h3,h4,h5,h6,div')].filter(
    (element) => LIST.test(element.getAttribute('style') ?? ''),
  );
  /** The open lists of the current run of items, from the outermost. */
  let open: Element[] = [];
  let last: Element | null = null;
  for (const item of items) {
    if (last === null || nextBlock(last) !== item) open = [];
    const level = Math.min(
      MAX_LEVELS,
      Math.max(1, Number(LIST.exec(item.getAttribute('style') ?? '')?.[1] ?? 1)),
    );
    const marker = takeMarker(item);
    const number = NUMBERED.exec(marker)?.[1];
    const type = number === undefined ? 'ul' : 'ol';
    open = open.slice(0, level);
    if (open.length === level && open.at(-1)?.localName !== type) open.pop();
    const line = item.ownerDocument.createElement('li');
    const content = item.ownerDocument.createElement('p');
    content.append(...item.childNodes);
    line.append(content);
    const parentList: Element | null = open.at(-1) ?? null;
    if (open.length > 0 && open.length >= level) {
      parentList?.append(line);
      item.remove();
    } else {
      const list = item.ownerDocument.createElement(type);
      if (number !== undefined && /^\d+$/.test(number) && number !== '1')
        list.setAttribute('start', number);
      list.append(line);
      const into = parentList?.lastElementChild;
      if (into) {
        into.append(list);
        item.remove();
      } else item.replaceWith(list);
      // A list that begins below the first level stands for all levels above it.
      open.push(list);
      while (open.length < level) open.push(list);
    }
    last = open[0] ?? null;
  }
}

/** The next node, ignoring whitespace and comments. */
function nextBlock(element: Element): Node | null {
  let next = element.nextSibling;
  while (next && (next.nodeType === 8 || (next.nodeType === 3 && next.textContent?.trim() === '')))
    next = next.nextSibling;
  return next;
}

/** Removes and returns the bullet or number that Word writes before an item's text. */
function takeMarker(item: HTMLElement): string {
  const found = [...item.querySelectorAll('[style]')].find((element) =>
    IGNORED.test(element.getAttribute('style') ?? ''),
  );
  const marker = found?.textContent.trim() ?? '';
  found?.remove();
  return marker;
}
