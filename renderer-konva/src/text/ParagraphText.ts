import { levelsOf } from './bidi.ts';
import type { FlowRun } from './TextFlow.ts';
import { koreanPunctuation } from './koreanPunctuation.ts';
import { fontOf, type RunStyle } from './TextFlow.ts';

/** A range of an item in one style; offsets in the item's text. */
interface StyleSpan {
  readonly start: number;
  readonly end: number;
  readonly style: RunStyle;
}

/** Adjacent runs in one font, which are measured as one because browsers shape them together. */
export interface FontItem {
  readonly text: string;
  readonly font: string;
  readonly spans: readonly StyleSpan[];
  /** Its start in the paragraph's text. */
  readonly start: number;
  /** Marks full-width punctuation that is painted in the Korean font; null when there is none. */
  readonly koreanMarks: Uint8Array | null;
}

/** A paragraph's text, ready for line breaking. */
export interface ParagraphText {
  readonly text: string;
  readonly items: readonly FontItem[];
  /** The embedding level of each UTF-16 unit; null when all text runs from left to right. */
  readonly levels: Uint8Array | null;
}

/** Joins a paragraph's runs by font. */
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
    items: items.map((item) => ({ ...item, koreanMarks: koreanPunctuation(item.text) })),
    levels: levelsOf(text),
  };
}
