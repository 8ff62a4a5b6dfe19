import { clearCache } from '@chenglou/pretext';
import type { Block } from '@cobble/engine';
import type { FlowParagraph } from './TextFlow.ts';
import type { FontMeasurer } from './FontMeasurer.ts';
import { layoutFlow } from './layoutFlow.ts';
import { fontOf } from './TextFlow.ts';
import type { TextLayout } from './TextLayout.ts';

/** Lays out text and caches layouts by block record and width. */
export interface TextLayouts {
  readonly measurer: FontMeasurer;
  /**
   * The layout of a block's text. Records are frozen and replaced on change, so a record identifies
   * its text; `flow` is called only when it is not cached.
   *
   * @param widthPx the content box's width, px at the reference width
   * @param key what the flow depends on besides the block's content and styles
   */
  layout(
    block: Block,
    widthPx: number,
    flow: () => readonly FlowParagraph[],
    key?: number,
  ): TextLayout;
  /**
   * Memoizes a value that is computed from a block's record and measured text.
   *
   * @param key identifies the value, and what it depends on besides the record
   */
  memoize<T>(block: Block, key: string, make: () => T): T;
  /** Invalidates all caches, after a font has loaded. */
  invalidate(): void;
}

interface Entry {
  readonly paragraphs: readonly FlowParagraph[];
  readonly byWidth: Map<number, TextLayout>;
  readonly styles: object;
  readonly key: number;
}

const MAX_WIDTHS = 4;

/**
 * Creates the layouts of a document.
 *
 * Caches layouts by block record, content and width. `invalidate` clears all of them when a font
 * has loaded; an entry is replaced when its key or the block's styles change. Entries live as long
 * as their records or content, and have at most four widths.
 *
 * @param onFont called with each font that a text needs, and the text, so that the host can load it
 */
export function createTextLayouts(
  measurer: FontMeasurer,
  onFont: (font: string, text: string) => void = () => undefined,
): TextLayouts {
  let entries = new WeakMap<Block, Entry>();
  // A moved block is a new record with the same content, and its layout is still valid.
  let contents = new WeakMap<object, Entry>();
  let memoized = new WeakMap<Block, Map<string, unknown>>();

  const entryOf = (block: Block, flow: () => readonly FlowParagraph[], key: number): Entry => {
    const cached = entries.get(block);
    if (cached?.key === key) return cached;
    const byContent = contents.get(block.content);
    if (byContent?.styles === block.styles && byContent.key === key) {
      entries.set(block, byContent);
      return byContent;
    }
    const entry: Entry = { paragraphs: flow(), byWidth: new Map(), styles: block.styles, key };
    for (const { runs, strut } of entry.paragraphs) {
      if (runs.length === 0) onFont(fontOf(strut), 'x');
      for (const { text, style } of runs) onFont(fontOf(style), text);
    }
    entries.set(block, entry);
    contents.set(block.content, entry);
    return entry;
  };

  return {
    measurer,
    layout(block, widthPx, flow, key = 0) {
      const entry = entryOf(block, flow, key);
      let layout = entry.byWidth.get(widthPx);
      if (!layout) {
        if (entry.byWidth.size >= MAX_WIDTHS) entry.byWidth.clear();
        layout = layoutFlow(entry.paragraphs, widthPx, measurer);
        entry.byWidth.set(widthPx, layout);
      }
      return layout;
    },
    memoize<T>(block: Block, key: string, make: () => T): T {
      let values = memoized.get(block);
      if (!values) memoized.set(block, (values = new Map<string, unknown>()));
      // Each key is used by one painter for values of one type.
      if (!values.has(key)) values.set(key, make());
      return values.get(key) as T;
    },
    invalidate() {
      clearCache();
      measurer.clear();
      entries = new WeakMap();
      contents = new WeakMap();
      memoized = new WeakMap();
    },
  };
}
