import { type BuiltinBlockType, builtinBlocks } from '../blocks/builtinBlocks.ts';
import type { BlockDefinition } from '../blocks/BlockDefinition.ts';
import type { SizePx } from '../model/Position.ts';
import { PALETTE, type PaletteFamily } from '../constants/palette.ts';
import type { Page, PageSettings } from '../model/Page.ts';
import { SHAPES } from '../shapes/shapes.ts';
import { composedText } from './composedText.ts';
import { type ComposedBlock, type ComposerOptions, PageComposer } from './PageComposer.ts';

/** What {@link createChaosPage} takes. */
export interface ChaosPageOptions extends ComposerOptions {
  readonly random: () => number;
  /** Of the page that is replaced: they stay. */
  readonly settings: PageSettings;
  /** The most blocks that it may have, sections included; null is unlimited. */
  readonly maxBlocks?: number | null;
}

/** Blocks on a page without a cap: every kind once, and more of what is good to look at. */
const BLOCKS = 66;
const COLUMNS = 3;
const A_SECTION = COLUMNS * 6;

const WORDS = [
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
const LIVELY = ['shape', 'text', 'sticky-note', 'rich-button', 'shape', 'button', 'group'] as const;
const IMAGES = ['starter-photo.svg', 'tip-drag.svg', 'tip-text.svg', 'tip-add.svg'] as const;

/**
 * What Chaos monkey leaves behind: many blocks of every kind that any plan allows, in colours that go
 * together, thrown about so that most of each can still be seen.
 */
export function createChaosPage(
  options: ChaosPageOptions,
): Pick<Page, 'settings' | 'style' | 'things' | 'relativeHeight'> {
  const dice = new Dice(options.random);
  const widthPx = options.settings.referenceWidth;
  const page = new PageComposer(options, widthPx);
  const families = [dice.pick(PALETTE), dice.pick(PALETTE), dice.pick(PALETTE)] as const;
  const kinds = kindsFor(dice, options.maxBlocks ?? null);
  const cell = widthPx / COLUMNS;
  kinds.forEach((kind, index) => {
    const place = index % A_SECTION;
    if (place === 0) {
      const left = Math.ceil(Math.min(A_SECTION, kinds.length - index) / COLUMNS);
      const color = dice.pick(families).light;
      page.section((left + 0.6) * cell, index === 0 ? {} : { background: { color } });
    }
    const middle = {
      x: ((place % COLUMNS) + 0.5 + dice.between(-0.2, 0.2)) * cell,
      y: (Math.floor(place / COLUMNS) + 0.8 + dice.between(-0.2, 0.2)) * cell,
    };
    throwBlock(page, dice, kind, families, middle, cell);
  });
  return {
    settings: options.settings,
    style: { backgroundColor: families[0].paper, borderColor: families[1].middle },
    relativeHeight: page.relativeHeight,
    things: page.things,
  };
}

/**
 * Every kind, and more of the lively ones, in a random order: as many as the cap allows, with their
 * sections and what groups hold.
 */
function kindsFor(dice: Dice, maxBlocks: number | null): readonly BuiltinBlockType[] {
  const all = Object.keys(builtinBlocks) as BuiltinBlockType[];
  const kinds = dice.shuffle(all.filter((kind) => definitionOf(kind).needs === undefined));
  const most = Math.max(2, Math.min(BLOCKS, maxBlocks ?? BLOCKS));
  const chosen: BuiltinBlockType[] = [];
  let used = 0;
  for (let at = 0; at < BLOCKS; at++) {
    const kind = kinds[at] ?? dice.pick(LIVELY);
    const sections = Math.ceil((chosen.length + 1) / A_SECTION);
    const cost = kind === 'group' ? 3 : 1;
    if (used + cost + sections > most) continue;
    used += cost;
    chosen.push(kind);
  }
  return dice.shuffle(chosen);
}

function definitionOf(kind: BuiltinBlockType): BlockDefinition {
  return builtinBlocks[kind] as unknown as BlockDefinition;
}

function throwBlock(
  page: PageComposer,
  dice: Dice,
  kind: BuiltinBlockType,
  families: readonly PaletteFamily[],
  middle: { readonly x: number; readonly y: number },
  cell: number,
): void {
  const block = blockOf(dice, kind, families);
  const { width, height } = sizeOf(kind, block.content, cell * dice.between(0.7, 1.15));
  const tilt = Math.round(dice.between(-14, 14));
  const x = middle.x - width / 2;
  const y = Math.max(0, middle.y - height / 2);
  const isGroup = kind === 'group';
  const uuid = page.add([x, y, width, height], block, isGroup ? 0 : tilt);
  if (!isGroup) return;
  const part = width * 0.62;
  for (const at of [0, width - part])
    page.add([at, at, part, part], blockOf(dice, 'shape', families), 0, uuid);
}

function blockOf(
  dice: Dice,
  kind: BuiltinBlockType,
  families: readonly PaletteFamily[],
): ComposedBlock {
  const family = dice.pick(families);
  const words = dice.pick(WORDS);
  const definition = definitionOf(kind);
  const block = {
    type: kind,
    content: definition.defaultContent(dice.roll),
    styles: definition.defaultStyles,
  };
  switch (kind) {
    case 'text': {
      const style = { font: dice.pick(FONTS), sizePx: dice.pick([18, 24, 32]), lineHeight: 1.2 };
      return composedText([words], { ...style, color: family.deep, align: 'center' });
    }
    case 'shape': {
      const shapeType = dice.pick(Object.keys(SHAPES));
      const shapeColor = dice.pick([family.middle, family.strong]);
      return { ...block, content: { shapeType, shapeColor } };
    }
    case 'sticky-note': {
      const stickyNoteText = { text: words, font: 'Caveat', size: 24, align: 'center' };
      return { ...block, content: { stickyNoteColor: family.light, stickyNoteText } };
    }
    case 'rich-button':
    case 'button': {
      const own = block.content as Readonly<Record<string, unknown>>;
      const text = { text: 'Do not press', font: 'Lato', bold: true, align: 'center' };
      return kind === 'button'
        ? { ...block, content: { ...own, color: family.strong, text: 'Press' } }
        : { ...block, content: { richButtonColor: family.strong, richButtonText: text } };
    }
    case 'image': {
      const image = dice.pick(IMAGES);
      const isPhoto = image === 'starter-photo.svg';
      const natural = isPhoto ? [400, 400] : [520, 360];
      return {
        ...block,
        content: {
          url: `/assets/${image}`,
          naturalWidth: natural[0],
          naturalHeight: natural[1],
        },
        altText: isPhoto ? 'A smiling face' : 'A tip that the monkey has found',
      };
    }
    default:
      return block;
  }
}

/** The kind's own proportions, the longer side as long as asked; words are wide. */
function sizeOf(kind: BuiltinBlockType, content: object, longPx: number): SizePx {
  const definition = definitionOf(kind);
  const own = kind === 'text' ? { width: 100, height: 44 } : definition.defaultSizePx?.(content);
  const ratio = definition.aspectRatio?.(content) ?? (own ? own.height / own.width : 1);
  const shape = Math.min(4, Math.max(0.25, ratio));
  const width = shape > 1 ? longPx / shape : longPx;
  return { width, height: width * shape };
}

class Dice {
  readonly roll: () => number;

  constructor(random: () => number) {
    this.roll = random;
  }

  between(from: number, to: number): number {
    return from + this.roll() * (to - from);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.min(items.length - 1, Math.floor(this.roll() * items.length))];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    const keyed = items.map((item) => ({ item, key: this.roll() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }
}
