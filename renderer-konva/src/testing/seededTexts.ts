import type { RichText, RichTextMark, RichTextNode, TextAlign, TextStyle } from '@cobble/engine';

/** A small fast generator of numbers from 0 up to 1 (mulberry32), so that a seed names a text. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS =
  'a of the market square cobblestone paint, sunny; wanderlust “quoted” well-known naïve café über 1,234.56 (maybe) — dash… e-mail/post ffi office fjord AVATAR Toast. Why? incomprehensibilities'.split(
    ' ',
  );
const FAMILIES = ['Inter', 'Lato', 'EB Garamond', 'Playfair Display', 'Roboto Mono', 'Caveat'];
const COLORS = ['#1E1A16', '#2B4EFF', '#B8241A'];

/** A rich document and how its box looks, by seed. */
export interface SeededText {
  readonly doc: RichText;
  readonly style: TextStyle;
  readonly widthPx: number;
}

/** Makes a random rich document: mixed fonts, sizes, weights, alignments, headings and lists. */
export function seededText(seed: number): SeededText {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const marks = (): RichTextMark[] => {
    const chosen: RichTextMark[] = [];
    if (random() < 0.2) chosen.push({ type: 'color', attrs: { color: pick(COLORS) } });
    if (random() < 0.15) chosen.push({ type: 'font_family', attrs: { family: pick(FAMILIES) } });
    if (random() < 0.15)
      chosen.push({ type: 'font_size', attrs: { sizePx: pick([12, 16, 20, 32, 47]) } });
    if (random() < 0.1) chosen.push({ type: 'line_height', attrs: { ratio: pick([1, 1.25, 2]) } });
    if (random() < 0.2) chosen.push({ type: 'bold' });
    if (random() < 0.15) chosen.push({ type: 'italic' });
    if (random() < 0.1) chosen.push({ type: 'underline' });
    return chosen;
  };
  const inline = (): RichTextNode[] => {
    const nodes: RichTextNode[] = [];
    const runs = Math.floor(random() * 5);
    for (let run = 0; run <= runs; run += 1) {
      const words = Array.from({ length: 1 + Math.floor(random() * 9) }, () => pick(WORDS));
      const text = words.join(random() < 0.05 ? '  ' : ' ') + (random() < 0.8 ? ' ' : '');
      nodes.push({ type: 'text', text, marks: marks() });
      if (random() < 0.08 && run < runs) nodes.push({ type: 'hard_break' });
    }
    return nodes;
  };
  const align = (): TextAlign | null =>
    random() < 0.5 ? null : pick(['left', 'center', 'right', 'justify'] as const);
  const paragraph = (): RichTextNode => ({
    type: 'paragraph',
    attrs: { textAlign: align() },
    content: random() < 0.06 ? [] : inline(),
  });
  const block = (): RichTextNode => {
    const kind = random();
    if (kind < 0.15)
      return {
        type: 'heading',
        attrs: {
          level: 1 + Math.floor(random() * 4),
          textAlign: align(),
          sizePx: random() < 0.3 ? pick([14, 20, 50]) : null,
        },
        content: inline(),
      };
    if (kind < 0.3)
      return {
        type: kind < 0.22 ? 'bullet_list' : 'ordered_list',
        content: [1, 2].map(() => ({ type: 'list_item', content: [paragraph()] })),
      };
    return paragraph();
  };
  return {
    doc: { type: 'doc', content: Array.from({ length: 1 + Math.floor(random() * 3) }, block) },
    style: {
      family: pick(FAMILIES),
      sizePx: pick([14, 16, 18, 22, 30]),
      lineHeight: pick([1, 1.25, 1.4, 1.5]),
      color: '#1E1A16',
      align: pick(['left', 'center', 'right', 'justify'] as const),
      bold: random() < 0.15,
      italic: random() < 0.1,
    },
    widthPx: Math.round((120 + random() * 480) * 4) / 4,
  };
}
