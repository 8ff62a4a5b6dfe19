import { richTextFromPlain, type Block, type Page } from '@cobble/engine';
import fc from 'fast-check';
import { makeBlock, makePage, makeSection } from './makePage.ts';
import type { RandomPageOptions } from './randomPages.ts';

/** What a layout may vary. */
interface Measures {
  readonly columns: number;
  readonly rows: number;
  /** Px at a reference width of 600. */
  readonly gutter: number;
  readonly gap: number;
  readonly rowGap: number;
}

/** A block of a layout: its kind, position and size, px at a reference width of 600. */
type Part = readonly [kind: Kind, x: number, y: number, width: number, height: number];
type Kind = 'heading' | 'text' | 'image' | 'button';

const indices = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

const widthOf = ({ columns, gutter }: Measures): number => (520 - gutter * (columns - 1)) / columns;

/** Common layouts: feature columns, price lists, captioned photos, sidebars, timelines, headers. */
const LAYOUTS: Readonly<Record<string, (measures: Measures) => readonly Part[]>> = {
  features: (measures) =>
    indices(measures.columns).flatMap((n): Part[] => {
      const [width, x] = [widthOf(measures), 40 + n * (widthOf(measures) + measures.gutter)];
      return [
        ['image', x, 0, width, 60],
        ['heading', x, 60 + measures.gap, width, 32],
        ['text', x, 92 + 2 * measures.gap, width, 48],
      ];
    }),
  prices: (measures) =>
    indices(measures.rows).flatMap((n): Part[] => [
      ['text', 40, n * (24 + measures.gap), 300, 24],
      ['text', 460, n * (24 + measures.gap), 100, 24],
    ]),
  photos: (measures) =>
    indices(measures.rows * measures.columns).flatMap((n): Part[] => {
      const width = widthOf(measures);
      const x = 40 + (n % measures.columns) * (width + measures.gutter);
      const y = Math.floor(n / measures.columns) * (80 + measures.gap + 20 + measures.rowGap);
      return [
        ['image', x, y, width, 80],
        ['text', x, y + 80 + measures.gap, width, 20],
      ];
    }),
  sidebar: (measures) => [
    ...indices(measures.rows + 1).map((n): Part => ['text', 40, n * (24 + measures.gap), 120, 24]),
    ['heading', 160 + measures.gutter, 0, 400 - measures.gutter, 40],
    ['text', 160 + measures.gutter, 50 + measures.gap, 400 - measures.gutter, 70],
    ['image', 160 + measures.gutter, 130 + 2 * measures.gap, 400 - measures.gutter, 90],
  ],
  timeline: (measures) =>
    indices(measures.rows + 2).flatMap((n): Part[] => {
      const x = n % 2 === 0 ? 40 : 310;
      return [
        ['heading', x, n * 80, 250, 30],
        ['text', x, n * 80 + 34, 250, 56],
      ];
    }),
  header: (measures) => [
    ['image', 40, 0, 100, 40],
    ...indices(measures.columns).map((n): Part => ['button', 300 + n * 70, 4, 60, 32]),
    ['heading', 40, 40 + measures.rowGap, 240, 60],
    ['image', 320, 40 + measures.rowGap, 240, 120],
  ],
};

/** Random pages with common layouts, some in groups or pinned, as functions of their text. */
export function laidOutPages({
  phoneLayout,
  pins = false,
}: RandomPageOptions): fc.Arbitrary<(text: string) => Page> {
  const layout = fc.record({
    name: fc.constantFrom(...Object.keys(LAYOUTS)),
    isGroup: fc.nat(5).map((n) => n === 0),
    pin: pins ? fc.constantFrom(undefined, undefined, 'left', 'right') : fc.constant(undefined),
    columns: fc.integer({ min: 2, max: 3 }),
    rows: fc.integer({ min: 1, max: 3 }),
    gutter: fc.integer({ min: 8, max: 60 }),
    gap: fc.integer({ min: 2, max: 24 }),
    rowGap: fc.integer({ min: 16, max: 70 }),
  });
  return fc.array(layout, { minLength: 1, maxLength: 3 }).map((layouts) => {
    const make = (text: string): Page => {
      const blocks: Block[] = [];
      let top = 20;
      layouts.forEach(({ name, isGroup, pin, ...measures }, index) => {
        const parts = LAYOUTS[name]?.(measures) ?? [];
        const height = Math.max(...parts.map(([, , y, , h]) => y + h));
        const parentUuid = isGroup ? `g${String(index)}` : 's1';
        const origin = isGroup ? { x: 40, y: 0 } : { x: 0, y: top };
        if (isGroup)
          blocks.push(
            makeBlock({
              uuid: parentUuid,
              type: 'group',
              position: { x: 40 / 600, y: top / 600, width: 520 / 600, height: height / 600 },
              content: { groupDisplay: 'freeform', groupOrder: 0 },
            }),
          );
        parts.forEach(([kind, x, y, width, partHeight], part) => {
          const box = { x: x - origin.x, y: y + origin.y, width, height: partHeight };
          const pinned = pin !== undefined && part === 0 && !isGroup ? { pin } : {};
          blocks.push(
            makeBlock({
              uuid: `b${String(index)}x${String(part)}`,
              parentUuid,
              position: {
                ...Object.fromEntries(Object.entries(box).map(([side, px]) => [side, px / 600])),
                zIndex: 50_000 + part,
                ...pinned,
              },
              ...contentAndStyles(kind, text),
            }),
          );
        });
        top += height + 60;
      });
      return makePage([makeSection('s1', top / 600), ...blocks], { phoneLayout });
    };
    return Object.assign(make, { [fc.toStringMethod]: () => JSON.stringify(layouts) });
  });
}

function contentAndStyles(kind: Kind, text: string): Pick<Block, 'type' | 'content' | 'styles'> {
  const styles = { lineHeight: 1, paddingPx: 0 };
  switch (kind) {
    case 'image':
      return { type: 'shape', content: { shapeType: 'oval', shapeColor: '#FFB52E' }, styles: {} };
    case 'button': {
      const richButtonText = { text, size: 12, font: 'Lato' };
      return {
        type: 'rich-button',
        content: { richButtonColor: '#2B4EFF', richButtonText },
        styles,
      };
    }
    default: {
      const fontSize = kind === 'heading' ? 24 : 14;
      return { type: 'text', content: { text: richTextFromPlain(text), fontSize }, styles };
    }
  }
}
