import {
  type RichText,
  richTextCss,
  richTextSchema,
  type TextStyle,
  textStyleCss,
} from '@cobble/engine';
import { fontFaceCss, FONTS } from '@cobble/engine/fonts';
import { DOMSerializer, Node as ProseMirrorNode } from 'prosemirror-model';
import { browserTextLayouts } from '../../resources/browserTextLayouts.ts';
import { layoutFlow } from '../../text/layoutFlow.ts';
import { richTextFlow } from '../../text/richTextFlow.ts';
import { fontOf } from '../../text/TextFlow.ts';
import type { TextLayout } from '../../text/TextLayout.ts';
import { type ComparedLine, domLines, invalidateAscents } from './domLines.ts';

/** One text laid out by the browser and by the canvas. */
export interface TextComparison {
  readonly dom: { readonly lines: readonly ComparedLine[]; readonly height: number };
  readonly canvas: { readonly lines: readonly ComparedLine[]; readonly height: number };
}

/** A document to lay out, its box's style, and its width in px. */
export interface TextToCompare {
  readonly doc: RichText;
  readonly style: TextStyle;
  readonly widthPx: number;
}

/** Lays out a document in the DOM with the published page's CSS, and on the canvas. */
export async function compareText(
  doc: RichText,
  style: TextStyle,
  widthPx: number,
): Promise<TextComparison> {
  const [comparison] = await compareTexts([{ doc, style, widthPx }]);
  if (!comparison) throw new Error('there must be one comparison per text');
  return comparison;
}

/**
 * Like {@link compareText}, for many documents at once: fonts are loaded, and their ascents
 * measured, only once.
 */
export async function compareTexts(texts: readonly TextToCompare[]): Promise<TextComparison[]> {
  // Families that are not bundled with the product are shown in their fallbacks.
  addStyle('faces', fontFaceCss(FONTS.map((font) => font.name)));
  addStyle(
    'text',
    // The published page has one element for all style marks; ProseMirror nests one per mark.
    [...richTextCss(), [' span', [['display', 'contents']]] as const]
      .map(
        ([suffix, declarations]) =>
          `.compared${suffix}{${declarations.map(([name, value]) => `${name}:${value}`).join(';')}}`,
      )
      .join('\n'),
  );
  for (const old of document.querySelectorAll('.compared')) old.remove();
  const hosts = texts.map(hostOf);
  document.body.append(...hosts);

  const flows = texts.map(({ doc, style }) => richTextFlow(doc, style));
  const requested = new Map<string, Promise<unknown>>();
  for (const { runs, strut } of flows.flat())
    for (const { text, style } of [{ text: 'x', style: strut }, ...runs]) {
      // Fallbacks are not loaded, because the system may lack them.
      const font = fontOf(style).replace(/("[^"]*").*/, '$1');
      const key = `${font}|${/[^\0-ÿ]/.test(text) ? text : ''}`;
      if (!requested.has(key)) requested.set(key, document.fonts.load(font, text || 'x'));
    }
  await Promise.all(requested.values());
  await document.fonts.ready;
  browserTextLayouts().layouts.invalidate();
  invalidateAscents();
  return hosts.map((host, index) => {
    const layout = layoutFlow(
      flows[index] ?? [],
      texts[index]?.widthPx ?? 0,
      browserTextLayouts().layouts.measurer,
    );
    return {
      dom: { lines: domLines(host), height: host.getBoundingClientRect().height },
      canvas: { lines: canvasLines(layout), height: layout.heightPx },
    };
  });
}

/** The lines of a layout in the form of {@link domLines}. */
export function canvasLines(layout: TextLayout): ComparedLine[] {
  return layout.lines.map(({ x, text, runs }) => {
    const inked = runs.filter((run) => !run.isMarker && run.text.trim() !== '');
    const left = Math.min(...inked.map((run) => run.x));
    return { text, x: inked.length > 0 ? left : x, baseline: inked[0]?.y ?? 0 };
  });
}

function hostOf({ doc, style, widthPx }: TextToCompare): HTMLElement {
  const host = document.createElement('div');
  host.className = 'compared';
  host.style.cssText = [
    ...textStyleCss(style).map(([name, value]) => `${name}:${value}`),
    `position:absolute;left:0;top:0;margin:0;padding:0;width:${String(widthPx)}px`,
  ].join(';');
  const node = ProseMirrorNode.fromJSON(richTextSchema, doc);
  host.append(DOMSerializer.fromSchema(richTextSchema).serializeFragment(node.content));
  // As on the published page and in ProseMirror: an empty line gets another line break, for its
  // height.
  for (const line of host.querySelectorAll(':is(p,h1,h2,h3,h4)'))
    if (!line.lastChild || line.lastChild instanceof HTMLBRElement)
      line.append(document.createElement('br'));
  return host;
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
