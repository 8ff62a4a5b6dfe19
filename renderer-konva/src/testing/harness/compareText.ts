import {
  fontFaceCss,
  FONTS,
  type RichText,
  richTextCss,
  richTextSchema,
  type TextStyle,
  textStyleCss,
} from '@cobble/engine';
import { DOMSerializer, Node as ProseMirrorNode } from 'prosemirror-model';
import { browserTexts } from '../../canvas/browserTexts.ts';
import { fontOf } from '../../text/RunStyle.ts';
import { layoutFlow } from '../../text/layoutFlow.ts';
import { richTextFlow } from '../../text/richTextFlow.ts';

/** A line of text as either side has it: its words, and where its first character stands. */
export interface ComparedLine {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
}

/** The same text laid out by the browser and by the canvas. */
export interface TextComparison {
  readonly dom: { readonly lines: readonly ComparedLine[]; readonly height: number };
  readonly canvas: { readonly lines: readonly ComparedLine[]; readonly height: number };
}

/** Lays a document out in the DOM with the published page's CSS, and on the canvas. */
export async function compareText(
  doc: RichText,
  style: TextStyle,
  width: number,
): Promise<TextComparison> {
  // Of the families that do not come with the product there are the fallbacks alone.
  addStyle('faces', fontFaceCss(FONTS.map((font) => font.name)));
  addStyle(
    'text',
    // The published page has one element for all marks of a style; ProseMirror nests one each.
    [
      ['', textStyleCss(style)] as const,
      ...richTextCss(),
      [' span', [['display', 'contents']]] as const,
    ]
      .map(
        ([suffix, declarations]) =>
          `#compared${suffix}{${declarations.map(([name, value]) => `${name}:${value}`).join(';')}}`,
      )
      .join('\n'),
  );
  document.getElementById('compared')?.remove();
  const host = document.createElement('div');
  host.id = 'compared';
  host.style.cssText = `position:absolute;left:0;top:0;margin:0;padding:0;width:${String(width)}px`;
  const node = ProseMirrorNode.fromJSON(richTextSchema, doc);
  host.append(DOMSerializer.fromSchema(richTextSchema).serializeFragment(node.content));
  // As the published page does it, and ProseMirror: what would have no height holds a break more.
  for (const line of host.querySelectorAll(':is(p,h1,h2,h3,h4)'))
    if (!line.lastChild || line.lastChild instanceof HTMLBRElement)
      line.append(document.createElement('br'));
  document.body.append(host);

  const flow = richTextFlow(doc, style);
  await Promise.all(
    flow.flatMap(({ runs, strut }) =>
      [{ text: 'x', style: strut }, ...runs].map((run) =>
        // Not the fallbacks: a system lacks some of them.
        document.fonts.load(fontOf(run.style).replace(/("[^"]*").*/, '$1'), run.text || 'x'),
      ),
    ),
  );
  await document.fonts.ready;
  browserTexts().layouts.invalidate();
  const layout = layoutFlow(flow, width, browserTexts().layouts.measurer);
  return {
    dom: { lines: domLines(host), height: host.getBoundingClientRect().height },
    canvas: {
      height: layout.heightPx,
      lines: layout.lines.map((line) => {
        const runs = line.runs.filter((run) => !run.isMarker);
        return {
          text: runs.map((run) => run.text).join(''),
          x: runs[0]?.x ?? line.x,
          baseline: runs[0]?.y ?? 0,
        };
      }),
    },
  };
}

function addStyle(id: string, css: string): void {
  let element = document.getElementById(id);
  if (!element) {
    element = document.createElement('style');
    element.id = id;
    document.head.append(element);
  }
  if (element.textContent !== css) element.textContent = css;
}

/** Lines by the place of each character; a line begins where one stands left of the one before. */
function domLines(host: HTMLElement): ComparedLine[] {
  const lines: { text: string; x: number; baseline: number }[] = [];
  for (const block of host.querySelectorAll('p,h1,h2,h3,h4')) {
    const characters = charactersOf(block);
    if (characters.length === 0) {
      lines.push({ text: '', x: 0, baseline: 0 });
      continue;
    }
    let last: { bottom: number; top: number; right: number } | null = null;
    for (const { character, rect, baseline } of characters) {
      const starts =
        !last || character === '\n' || rect.left < last.right - 2 || rect.top >= last.bottom;
      if (character === '\n') {
        last = null;
        continue;
      }
      if (starts && character !== '\n') lines.push({ text: '', x: rect.left, baseline });
      const line = lines.at(-1);
      if (line) line.text += character;
      last = rect;
    }
  }
  return lines;
}

function charactersOf(block: Element): { character: string; rect: DOMRect; baseline: number }[] {
  const found: { character: string; rect: DOMRect; baseline: number }[] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_ALL);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement) {
      if (node.nextSibling || block.firstChild !== node)
        found.push({ character: '\n', rect: new DOMRect(), baseline: 0 });
      continue;
    }
    if (!(node instanceof Text)) continue;
    const metrics = metricsOf(node.parentElement ?? document.body);
    let at = 0;
    for (const character of node.data) {
      range.setStart(node, at);
      range.setEnd(node, at + character.length);
      at += character.length;
      const rect = range.getBoundingClientRect();
      found.push({ character, rect, baseline: rect.top + metrics });
    }
  }
  return found;
}

/** The ascent of an element's font: from the top of its text's box to the baseline. */
function metricsOf(element: Element): number {
  const probe = document.createElement('span');
  probe.style.cssText = 'display:inline-block;width:0;height:0';
  const text = document.createElement('span');
  text.textContent = 'x';
  const box = document.createElement('div');
  box.style.cssText = 'position:absolute;white-space:nowrap;text-align:left';
  const { fontFamily, fontSize, fontStyle, fontWeight } = getComputedStyle(element);
  Object.assign(box.style, { fontFamily, fontSize, fontStyle, fontWeight });
  box.append(text, probe);
  document.body.append(box);
  const ascent = probe.getBoundingClientRect().bottom - text.getBoundingClientRect().top;
  box.remove();
  return ascent;
}
