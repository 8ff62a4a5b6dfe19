/** A line of laid-out text. */
export interface ComparedLine {
  /** In reading order, without line breaks. */
  readonly text: string;
  /** The left end of its leftmost character, px. */
  readonly x: number;
  readonly baseline: number;
}

/** The largest distance between the baselines of two characters on one line, px. */
const SAME_LINE_PX = 0.3;

/**
 * The lines in which a browser shows the paragraphs of an element: characters on one baseline, in
 * either direction. An empty paragraph is a line without text.
 *
 * @param selector the elements that have lines
 */
export function domLines(host: Element, selector = 'p,h1,h2,h3,h4'): ComparedLine[] {
  const lines: { text: string; x: number; baseline: number }[] = [];
  for (const block of host.querySelectorAll(selector)) {
    const before = lines.length;
    let last: { text: string; x: number; baseline: number } | null = null;
    for (const { character, x, baseline } of charactersOf(block)) {
      if (character === '\n') {
        // A break after characters does not begin a line; the next character does.
        if (!last) lines.push({ text: '', x: 0, baseline: 0 });
        last = null;
        continue;
      }
      if (!last || Math.abs(baseline - last.baseline) > SAME_LINE_PX) {
        last = { text: '', x: Infinity, baseline };
        lines.push(last);
      }
      last.text += character;
      if (character.trim() !== '') last.x = Math.min(last.x, x);
    }
    if (lines.length === before) lines.push({ text: '', x: 0, baseline: 0 });
  }
  return lines;
}

interface Character {
  readonly character: string;
  readonly x: number;
  readonly baseline: number;
}

function charactersOf(block: Element): Character[] {
  const found: Character[] = [];
  const { ownerDocument } = block;
  const walker = ownerDocument.createTreeWalker(
    block,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  const range = ownerDocument.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeName === 'BR') {
      // The last line break only gives an empty line its height.
      if (node.nextSibling || node.parentNode !== block)
        found.push({ character: '\n', x: 0, baseline: 0 });
      continue;
    }
    if (node.nodeType !== Node.TEXT_NODE) continue;
    const text = node.textContent ?? '';
    const ascent = ascentOf(node.parentElement ?? block);
    let at = 0;
    for (const character of text) {
      if (character === '\n') {
        found.push({ character, x: 0, baseline: 0 });
        at += 1;
        continue;
      }
      range.setStart(node, at);
      range.setEnd(node, at + character.length);
      at += character.length;
      // A soft hyphen has a second, empty rectangle at the end of the previous line.
      const rects = range.getClientRects();
      const rect = rects[rects.length - 1];
      if (rect) found.push({ character, x: rect.left, baseline: rect.top + ascent });
    }
  }
  return found;
}

/** Cache: ascents by font; invalidated when fonts have loaded. */
const ascents = new Map<string, number>();

/** The ascent of an element's font, px: from the top of its text's box to the baseline. */
function ascentOf(element: Element): number {
  const document = element.ownerDocument;
  const view = document.defaultView ?? window;
  const { fontFamily, fontSize, fontStyle, fontWeight } = view.getComputedStyle(element);
  const key = [fontStyle, fontWeight, fontSize, fontFamily].join(' ');
  const known = ascents.get(key);
  if (known !== undefined) return known;
  const probe = document.createElement('span');
  probe.style.cssText = 'display:inline-block;width:0;height:0';
  const text = document.createElement('span');
  text.textContent = 'x';
  const box = document.createElement('div');
  box.style.cssText = 'position:absolute;left:0;top:0;white-space:nowrap;text-align:left';
  Object.assign(box.style, { fontFamily, fontSize, fontStyle, fontWeight });
  box.append(text, probe);
  document.body.append(box);
  const ascent = probe.getBoundingClientRect().bottom - text.getBoundingClientRect().top;
  box.remove();
  ascents.set(key, ascent);
  return ascent;
}

/** Invalidates the ascents, after fonts have loaded. */
export function invalidateAscents(): void {
  ascents.clear();
}
