import { type BuiltinBlockType, builtinBlocks } from '../blocks/builtinBlocks.ts';
import type { BlockDefinition } from '../blocks/BlockDefinition.ts';
import type { SizePx } from '../model/Position.ts';
import { PALETTE, type PaletteFamily } from '../constants/palette.ts';
import type { Page, PageSettings } from '../model/Page.ts';
import { SHAPES } from '../shapes/shapes.ts';
import { composedText } from './composedText.ts';
import { type ComposedBlock, type ComposerOptions, PageComposer } from './PageComposer.ts';

/** Options of {@link createChaosPage}. */
export interface ChaosPageOptions extends ComposerOptions {
  readonly random: () => number;
  /** Settings of the replaced page, which stay. */
  readonly settings: PageSettings;
  /** Largest number of blocks, sections included. Null is unlimited. */
  readonly maxBlocks?: number | null | undefined;
}

/** Largest number of blocks on a page without a cap, including sections and contents of groups. */
const BLOCK_COUNT = 66;
const COLUMNS = 3;
const BLOCKS_PER_SECTION = COLUMNS * 6;

const TEXTS = [
  'Bananas are berries',
  'This way up',
  'Left a bit. No, your other left',
  'Free hugs on Tuesdays',
  'Ook',
  'Mind the monkey',
  'Thirty-one jars of honey',
  'Please water the ferns',
  'Who moved the moon?',
  'Best before yesterday',
] as const;
const FONTS = ['Archivo Black', 'Pacifico', 'Lobster', 'DM Serif Display', 'Lato'] as const;
const DECORATIVE = [
  'shape',
  'text',
  'sticky-note',
  'rich-button',
  'shape',
  'button',
  'group',
] as const;
const IMAGES = ['starter-photo.svg', 'tip-drag.svg', 'tip-text.svg', 'tip-add.svg'] as const;

/**
 * Builds the page that Chaos monkey makes: many blocks, with every type that all plans allow if the
 * cap permits, in matching colours, scattered so that most of each remains visible.
 */
export function createChaosPage(
  options: ChaosPageOptions,
): Pick<Page, 'settings' | 'style' | 'things' | 'relativeHeight'> {
  const random = new RandomSource(options.random);
  const widthPx = options.settings.referenceWidth;
  const page = new PageComposer(options, widthPx);
  const families = [random.pick(PALETTE), random.pick(PALETTE), random.pick(PALETTE)] as const;
  const types = chooseTypes(random, options.maxBlocks ?? null);
  const cell = widthPx / COLUMNS;
  types.forEach((type, index) => {
    const cellIndex = index % BLOCKS_PER_SECTION;
    if (cellIndex === 0) {
      const rows = Math.ceil(Math.min(BLOCKS_PER_SECTION, types.length - index) / COLUMNS);
      const color = random.pick(families).light;
      page.section((rows + 0.6) * cell, index === 0 ? {} : { background: { color } });
    }
    const center = {
      x: ((cellIndex % COLUMNS) + 0.5 + random.between(-0.2, 0.2)) * cell,
      y: (Math.floor(cellIndex / COLUMNS) + 0.8 + random.between(-0.2, 0.2)) * cell,
    };
    scatterBlock(page, random, type, families, center, cell);
  });
  return {
    settings: options.settings,
    style: { backgroundColor: families[0].paper, borderColor: families[1].middle },
    relativeHeight: page.relativeHeight,
    things: page.things,
  };
}

/**
 * Returns every type that all plans allow and more of the decorative ones, in random order: as many
 * as the cap allows, counting their sections and the contents of groups.
 */
function chooseTypes(random: RandomSource, maxBlocks: number | null): readonly BuiltinBlockType[] {
  const all = Object.keys(builtinBlocks) as BuiltinBlockType[];
  const types = random.shuffle(all.filter((type) => definitionOf(type).needs === undefined));
  const limit = Math.max(2, Math.min(BLOCK_COUNT, maxBlocks ?? BLOCK_COUNT));
  const chosen: BuiltinBlockType[] = [];
  let blockCount = 0;
  for (let index = 0; index < BLOCK_COUNT; index++) {
    const type = types[index] ?? random.pick(DECORATIVE);
    const sections = Math.ceil((chosen.length + 1) / BLOCKS_PER_SECTION);
    const cost = type === 'group' ? 3 : 1;
    if (blockCount + cost + sections > limit) continue;
    blockCount += cost;
    chosen.push(type);
  }
  return random.shuffle(chosen);
}

function definitionOf(type: BuiltinBlockType): BlockDefinition {
  return builtinBlocks[type] as unknown as BlockDefinition;
}

function scatterBlock(
  page: PageComposer,
  random: RandomSource,
  type: BuiltinBlockType,
  families: readonly PaletteFamily[],
  center: { readonly x: number; readonly y: number },
  cell: number,
): void {
  const block = blockOf(random, type, families);
  const { width, height } = sizeOf(type, block.content, cell * random.between(0.7, 1.15));
  const tilt = Math.round(random.between(-14, 14));
  const x = center.x - width / 2;
  const y = Math.max(0, center.y - height / 2);
  const isGroup = type === 'group';
  const uuid = page.add([x, y, width, height], block, isGroup ? 0 : tilt);
  if (!isGroup) return;
  const size = width * 0.62;
  for (const offset of [0, width - size])
    page.add([offset, offset, size, size], blockOf(random, 'shape', families), 0, uuid);
}

function blockOf(
  random: RandomSource,
  type: BuiltinBlockType,
  families: readonly PaletteFamily[],
): ComposedBlock {
  const family = random.pick(families);
  const text = random.pick(TEXTS);
  const definition = definitionOf(type);
  const block = {
    type,
    content: definition.defaultContent(random.next),
    styles: definition.defaultStyles,
  };
  switch (type) {
    case 'text': {
      const style = {
        font: random.pick(FONTS),
        sizePx: random.pick([18, 24, 32]),
        lineHeight: 1.2,
      };
      return composedText([text], { ...style, color: family.deep, align: 'center' });
    }
    case 'shape': {
      const shapeType = random.pick(Object.keys(SHAPES));
      const shapeColor = random.pick([family.middle, family.strong]);
      return { ...block, content: { shapeType, shapeColor } };
    }
    case 'sticky-note': {
      const stickyNoteText = { text, font: 'Caveat', size: 24, align: 'center' };
      return { ...block, content: { stickyNoteColor: family.light, stickyNoteText } };
    }
    case 'rich-button':
    case 'button': {
      const content = block.content as Readonly<Record<string, unknown>>;
      const buttonText = { text: 'Do not press', font: 'Lato', bold: true, align: 'center' };
      return type === 'button'
        ? { ...block, content: { ...content, color: family.strong, text: 'Press' } }
        : { ...block, content: { richButtonColor: family.strong, richButtonText: buttonText } };
    }
    case 'image': {
      const image = random.pick(IMAGES);
      const isPhoto = image === 'starter-photo.svg';
      const natural = isPhoto ? [400, 400] : [520, 360];
      return {
        ...block,
        content: {
          url: `/assets/${image}`,
          naturalWidth: natural[0],
          naturalHeight: natural[1],
        },
        altText: isPhoto ? 'A smiling face' : 'A tip for beginners',
      };
    }
    default:
      return block;
  }
}

/** Returns a size with the type's own aspect ratio and the given longer side. Text is wide. */
function sizeOf(type: BuiltinBlockType, content: object, longPx: number): SizePx {
  const definition = definitionOf(type);
  const defaultSize =
    type === 'text' ? { width: 100, height: 44 } : definition.defaultSizePx?.(content);
  const ratio =
    definition.aspectRatio?.(content) ?? (defaultSize ? defaultSize.height / defaultSize.width : 1);
  const shape = Math.min(4, Math.max(0.25, ratio));
  const width = shape > 1 ? longPx / shape : longPx;
  return { width, height: width * shape };
}

class RandomSource {
  readonly next: () => number;

  constructor(random: () => number) {
    this.next = random;
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.min(items.length - 1, Math.floor(this.next() * items.length))];
    if (item === undefined) throw new RangeError('cannot pick from an empty list');
    return item;
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    const keyed = items.map((item) => ({ item, key: this.next() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }
}
