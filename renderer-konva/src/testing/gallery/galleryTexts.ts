import type { RichTextMark, RichTextNode } from '@cobble/engine';

type Inline = string | readonly [text: string, ...marks: RichTextMark[]];

const run = (inline: Inline): RichTextNode =>
  typeof inline === 'string'
    ? { type: 'text', text: inline }
    : { type: 'text', text: inline[0], marks: inline.slice(1) as RichTextMark[] };

/** A paragraph; its alignment is the block's by default. */
export const paragraph = (inlines: readonly Inline[], textAlign: string | null = null) => ({
  type: 'paragraph',
  attrs: { textAlign },
  content: inlines.map(run),
});

/** A heading of a level. */
export const heading = (level: number, text: string, sizePx: number | null = null) => ({
  type: 'heading',
  attrs: { level, textAlign: null, sizePx },
  content: [run(text)],
});

/** A list with one paragraph per item; ordered lists start at 9. */
export const list = (type: 'bullet_list' | 'ordered_list', ...items: readonly string[]) => ({
  type,
  ...(type === 'ordered_list' ? { attrs: { order: 9 } } : {}),
  content: items.map((item) => ({ type: 'list_item', content: [paragraph([item])] })),
});

/** The document of a text block. */
export const doc = (...content: readonly object[]) => ({ type: 'doc', content });

/** Marks by short names. */
export const mark = {
  bold: { type: 'bold' },
  italic: { type: 'italic' },
  under: { type: 'underline' },
  strike: { type: 'strikethrough' },
  link: { type: 'link', attrs: { href: 'https://cobble.test/', target: null } },
  color: (color: string) => ({ type: 'color', attrs: { color } }),
  size: (sizePx: number) => ({ type: 'font_size', attrs: { sizePx } }),
  family: (family: string) => ({ type: 'font_family', attrs: { family } }),
  height: (ratio: number) => ({ type: 'line_height', attrs: { ratio } }),
} as const;

/** A text in each of many scripts, and its font family. */
export const SCRIPT_TEXTS: readonly (readonly [script: string, family: string, text: string])[] = [
  ['Latin', 'EB Garamond', 'The office quay: AVATAR, fjord, naïve café “quoted” — 1,234.56.'],
  ['Cyrillic', 'Inter', 'На рынке свежий хлеб, «цветы» и соль; улица мощёная — Ёлка!'],
  ['Greek', 'Nunito', 'Στην αγορά φρέσκο ψωμί, «λουλούδια» και αλάτι· πλακόστρωτο.'],
  ['Chinese', 'Lato', '市場上有新鮮的花，還有石路。我們在廣場見面（下午）三百二十一。'],
  [
    'Japanese',
    'Merriweather',
    '市場にはパンと塩、そして花があります。きょうは「広場」でカフェー！',
  ],
  ['Korean', 'Space Grotesk', '시장에는 빵과 소금, 그리고 꽃이 있습니다. 광장에서 만나요!'],
  ['Arabic', 'Roboto Mono', 'في السوق خبز وملح، وزهور طازجة (اليوم 24) في الساحة.'],
  ['Hebrew', 'Playfair Display', 'בשוק יש לחם ומלח, ופרחים טריים (היום 12:30) בכיכר.'],
  ['Thai', 'Fira Code', 'ในตลาดมีขนมปังและเกลือ ดอกไม้สดสวยงาม เราพบกันที่จัตุรัส'],
  ['Devanagari', 'DM Serif Display', 'बाज़ार में ताज़ी रोटी और नमक, फूल; चौक पत्थरों से बना है।'],
  ['Emoji', 'Lobster', 'Fresh 🥖🧂 and 👩‍🌾 with 👍🏽 ❤️ 3️⃣ ✨'],
  ['Mixed', 'Archivo Black', 'Bread خبز وملح and לחם ומלח (v2.0) 面包 хлеб ψωμί'],
];
