import type { RichText, RichTextMark, RichTextNode, TextAlign, TextStyle } from '@cobble/engine';
import { BUNDLED_FONTS } from '@cobble/engine/fonts';
import { seededRandom } from './seededRandom.ts';

const wordsOf = (text: string): readonly string[] => text.split(' ');

/** Words by script; for scripts without spaces, pieces of text that are joined directly. */
const SCRIPTS = {
  latin: wordsOf(
    'a of the market square cobblestone paint, sunny; wanderlust “quoted” well-known naïve café über 1,234.56 (maybe) — dash… e-mail/post ffi office fjord AVATAR Toast. Why? incomprehensibilities żółć Çığ',
  ),
  cyrillic: wordsOf(
    'на рынке хлеб и соль, «свежие» цветы; улица мощёная — Ёлка! достопримечательности',
  ),
  greek: wordsOf(
    'στην αγορά ψωμί, και αλάτι· «φρέσκα» λουλούδια; πλακόστρωτο Ώρα ανθρωποκεντρικότητα',
  ),
  chinese: wordsOf(
    '市場上有 新鮮的花， 還有花。 我們在廣場 見面（下午） 「今日」 三百二十一 —— 石路',
  ),
  japanese: wordsOf(
    '市場には パンと塩、 そして花があります。 きょうは「広場」で カフェー ちょっと待って！ ーんッ',
  ),
  korean: wordsOf('시장에는 빵과 소금, 그리고 꽃이 있습니다. 광장에서 만나요! “안녕” 자갈길'),
  emoji: wordsOf('🙂 🥖🧂 👩‍🌾 👍🏽 🇺🇦 ❤️ ☀︎ 3️⃣ 🏳️‍🌈 ✨'),
  arabic: wordsOf('في السوق خبز وملح، وزهور طازجة؛ «الساحة» مرصوفة بالحجارة (اليوم) ٣٢١ 45%'),
  hebrew: wordsOf('בשוק יש לחם ומלח, ופרחים טריים; "הכיכר" מרוצפת אבנים (היום) 12:30'),
  thai: wordsOf('ในตลาดมีขนมปัง และเกลือ ดอกไม้สดสวยงาม เราพบกันที่จัตุรัส วันนี้'),
  devanagari: wordsOf('बाज़ार में रोटी और नमक, ताज़े फूल; “चौक” पत्थरों से बना है। क्षत्रिय'),
  odd: wordsOf(
    'in\u00ADcom\u00ADpre\u00ADhen\u00ADsi\u00ADble https://example.com/a/very-long_path?with=query&and=more a\u200Bb\u200Bc no\u00A0break x\u2060y Donaudampfschifffahrtsgesellschaft',
  ),
} as const;
type Script = keyof typeof SCRIPTS;

const UNSPACED: ReadonlySet<Script> = new Set(['chinese', 'japanese', 'thai']);

/** The scripts and fonts of a text. */
export interface SeededScripts {
  readonly scripts: readonly Script[];
  readonly families: readonly string[];
}

const BUNDLED = BUNDLED_FONTS.map(({ name }) => name);

/** Only Latin text, in six families. */
export const LATIN_SCRIPTS: SeededScripts = {
  scripts: ['latin'],
  families: ['Inter', 'Lato', 'EB Garamond', 'Playfair Display', 'Roboto Mono', 'Caveat'],
};
/**
 * All text that must always break as in the browser: emoji and left-to-right scripts, except for
 * Thai and Devanagari.
 */
export const PLAIN_SCRIPTS: SeededScripts = {
  scripts: ['latin', 'latin', 'cyrillic', 'greek', 'chinese', 'japanese', 'korean', 'emoji'],
  families: BUNDLED,
};
/**
 * Everything else mixed in: right-to-left text, complex scripts, families without files, odd
 * characters.
 */
export const ALL_SCRIPTS: SeededScripts = {
  scripts: [...(Object.keys(SCRIPTS) as Script[]), 'arabic', 'hebrew', 'thai'],
  families: [...BUNDLED, 'Lora', 'Karla', 'Anton', 'Amatic SC', 'Nobody Has This'],
};

const COLORS = ['#1E1A16', '#2B4EFF', '#B8241A'];

/** A rich document and its box's style, by seed. */
export interface SeededText {
  readonly doc: RichText;
  readonly style: TextStyle;
  readonly widthPx: number;
}

/** Creates a random rich document: mixed fonts, sizes, weights, alignments, headings and lists. */
export function seededText(
  seed: number,
  { scripts, families }: SeededScripts = LATIN_SCRIPTS,
): SeededText {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const main = pick(scripts);
  const marks = (): RichTextMark[] => {
    const chosen: RichTextMark[] = [];
    if (random() < 0.1)
      chosen.push({ type: 'link', attrs: { href: 'https://cobble.test', target: null } });
    if (random() < 0.2) chosen.push({ type: 'color', attrs: { color: pick(COLORS) } });
    if (random() < 0.15) chosen.push({ type: 'font_family', attrs: { family: pick(families) } });
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
      // A text is mostly in one script, with words in others.
      const script = random() < 0.7 ? main : pick(scripts);
      const between = UNSPACED.has(script) ? '' : random() < 0.05 ? '  ' : ' ';
      const list = Array.from({ length: 1 + Math.floor(random() * 9) }, () =>
        pick<string>(SCRIPTS[script]),
      );
      const text = list.join(between) + (random() < 0.8 ? ' ' : '');
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
      family: pick(families),
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
