import { richTextFromPlain, type Block, type Page } from '@cobble/engine';
import fc from 'fast-check';
import { makeBlock, makePage, makeSection } from './makePage.ts';

/** What random pages may contain. */
export interface RandomPageOptions {
  readonly phoneLayout: 'scaled' | 'automatic';
  /** Include rotated blocks. */
  readonly rotated?: boolean;
  /** Text fits its box, so that nothing grows. */
  readonly roomy?: boolean;
  /** Blocks may overflow their section. */
  readonly overhang?: boolean;
  /** Blocks may be pinned. */
  readonly pins?: boolean;
}

const TYPES = [
  ...(['text', 'shape', 'image', 'rich-button', 'sticky-note', 'group'] as const),
  ...(['spotify', 'audio', 'button'] as const),
];

/** Random pages of two sections with overlapping blocks, as functions of their text. */
export function randomPages({
  phoneLayout,
  rotated = false,
  roomy = false,
  overhang = false,
  pins = false,
}: RandomPageOptions): fc.Arbitrary<(text: string) => Page> {
  const fraction = (min: number, max: number): fc.Arbitrary<number> =>
    fc.integer({ min: Math.round(min * 200), max: Math.round(max * 200) }).map((n) => n / 200);
  const block = fc.record({
    type: fc.constantFrom(...TYPES),
    section: fc.constantFrom('s1', 's2'),
    x: fraction(-0.3, 0.95),
    y: overhang ? fraction(-0.2, 1.4) : fraction(0, roomy ? 0.8 : 0.9),
    // One in three covers at least 70% of the window's width, so that there are backdrops.
    width: fc.oneof(fraction(0.05, 0.5), fraction(0.05, 0.5), fraction(0.8, 1.3)),
    height: fraction(roomy ? 0.15 : 0.05, 0.5),
    zIndex: fc.integer({ min: 0, max: 1000 }),
    rotationDeg: rotated ? fc.constantFrom(0, 0, 30, 90, -45, 180) : fc.constant(0),
    fontSize: roomy ? fc.constant(10) : fc.constantFrom(10, 12, 14, 22, 48),
    pin: pins ? fc.constantFrom(undefined, undefined, 'left', 'right') : fc.constant(undefined),
    hideOn: fc.constantFrom(undefined, undefined, undefined, undefined, 'desktop', 'mobile'),
  });
  return fc
    .record({
      blocks: fc.array(block, { minLength: 1, maxLength: 16 }),
      referenceWidth: fc.constantFrom(375, 600, 800),
    })
    .map(({ blocks, referenceWidth }) => {
      const make = (text: string): Page => {
        const all = blocks.flatMap(({ type, section, fontSize, hideOn, ...spec }, index) => {
          const uuid = `b${String(index)}`;
          const x = spec.width > 0.7 ? -0.1 : spec.x;
          const height = overhang ? spec.height : Math.min(spec.height, 1 - spec.y);
          const made = makeBlock({
            uuid,
            type,
            parentUuid: section,
            position: { ...spec, x, height },
            properties: hideOn === undefined ? {} : { hideOn },
            ...contentAndStyles(type, text, fontSize),
          });
          return type === 'group' ? [made, ...inGroup(made, text)] : [made];
        });
        return makePage([makeSection('s1', 1), makeSection('s2', 1, 1), ...all], {
          phoneLayout,
          referenceWidth,
        });
      };
      // Printed when a test fails.
      return Object.assign(make, { [fc.toStringMethod]: () => JSON.stringify(make('a')) });
    });
}

function contentAndStyles(
  type: string,
  text: string,
  fontSize: number,
): Pick<Block, 'content' | 'styles'> {
  switch (type) {
    case 'text':
      return { content: { text: richTextFromPlain(text), fontSize }, styles: { lineHeight: 1 } };
    case 'rich-button':
      return {
        content: {
          richButtonColor: '#2B4EFF',
          richButtonText: { text, size: fontSize, font: 'Lato' },
        },
        styles: { lineHeight: 1 },
      };
    case 'sticky-note':
      return {
        content: { stickyNoteColor: '#FFE27A', stickyNoteText: { text, size: 10 } },
        styles: { lineHeight: 1 },
      };
    case 'spotify':
      return {
        content: { spotifyURL: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC' },
        styles: {},
      };
    case 'audio':
      return { content: { url: '/assets/a.mp3', title: text }, styles: { paddingPx: 4 } };
    case 'button':
      return {
        content: { buttonType: 'wide', color: '#2B4EFF', text },
        styles: { lineHeight: 1 },
      };
    case 'image':
      return { content: { url: '' }, styles: { borderRadiusPx: 8 } };
    case 'group':
      return { content: { groupDisplay: 'freeform', groupOrder: 0 }, styles: {} };
    default:
      return { content: { shapeType: 'oval', shapeColor: '#FFB52E' }, styles: { paddingPx: 4 } };
  }
}

function inGroup(group: Block, text: string): Block[] {
  const { width, height } = group.position;
  return [
    makeBlock({
      uuid: `${group.uuid}t`,
      type: 'text',
      parentUuid: group.uuid,
      position: { x: 0, y: 0, width, height: height / 2 },
      ...contentAndStyles('text', text, 12),
    }),
    makeBlock({
      uuid: `${group.uuid}s`,
      type: 'shape',
      parentUuid: group.uuid,
      position: { x: width / 4, y: height * 0.75, width: width / 2, height: height / 4 },
      ...contentAndStyles('shape', text, 12),
    }),
  ];
}
