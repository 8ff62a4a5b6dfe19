import { levelsOf } from './bidi.ts';
import type { FlowRun } from './FlowParagraph.ts';
import { hangulSigns } from './hangulSigns.ts';
import { fontOf, type RunStyle } from './RunStyle.ts';

/** A stretch of an item in one style; offsets in the item's text. */
interface StyleSpan {
  readonly start: number;
  readonly end: number;
  readonly style: RunStyle;
}

/** Neighbouring runs in one font, measured as one, as browsers shape them together. */
export interface FontItem {
  readonly text: string;
  readonly font: string;
  readonly spans: readonly StyleSpan[];
  /** Where it begins in the paragraph's text. */
  readonly start: number;
  /** Its signs that are drawn in the font of Korean letters; null for none. */
  readonly signs: Uint8Array | null;
}

/** A paragraph's text, ready to be broken. */
export interface ParagraphText {
  readonly text: string;
  readonly items: readonly FontItem[];
  /** Of each UTF-16 unit; null where all runs to the right. */
  readonly levels: Uint8Array | null;
}

/** Joins a paragraph's runs by their fonts. */
export function paragraphText(runs: readonly FlowRun[]): ParagraphText {
  const items: { text: string; font: string; spans: StyleSpan[]; start: number }[] = [];
  let text = '';
  for (const run of runs) {
    if (run.text === '') continue;
    const font = fontOf(run.style);
    let item = items.at(-1);
    if (item?.font !== font) {
      item = { text: '', font, spans: [], start: text.length };
      items.push(item);
    }
    const start = item.text.length;
    item.text += run.text;
    text += run.text;
    item.spans.push({ start, end: item.text.length, style: run.style });
  }
  return {
    text,
    items: items.map((item) => ({ ...item, signs: hangulSigns(item.text) })),
    levels: levelsOf(text),
  };
}
