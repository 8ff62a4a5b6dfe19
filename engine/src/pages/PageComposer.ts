import { GEOMETRY } from '../constants/geometry.ts';
import type { Block } from '../model/Block.ts';
import type { Styles } from '../model/styles.ts';
import { createSection } from './createSection.ts';

/** What the builders of pages take from outside: they have no ids and no clock of their own. */
export interface ComposerOptions {
  readonly createId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A box in px at the reference width, relative to its section or group. */
export type BoxPx = readonly [x: number, y: number, width: number, height: number];

/** What a builder says of a block. */
export type ComposedBlock = Pick<Block, 'type' | 'content'> &
  Partial<Pick<Block, 'styles' | 'properties' | 'altText'>>;

/** Puts a page together, section by section from the top and block by block from the bottom. */
export class PageComposer {
  readonly things: Record<string, Block> = {};
  private readonly options: ComposerOptions;
  private readonly widthPx: number;
  private readonly clientCreatedAt: string;
  private sections = 0;
  private heightPx = 0;
  private holder = '';
  private zIndex: number = GEOMETRY.medianZIndex;

  constructor(options: ComposerOptions, widthPx: number) {
    this.options = options;
    this.widthPx = widthPx;
    this.clientCreatedAt = new Date(options.now()).toISOString();
  }

  /** The sum of the sections' heights, in fractions of the window's width. */
  get relativeHeight(): number {
    return this.heightPx / this.widthPx;
  }

  /**
   * Begins a section below the others; what is added from now on lies in it.
   *
   * @param readingOrder ids of its blocks as they are to be read; may be filled later
   * @param widthPx default: the window's; a wider one stands in the window's middle
   */
  section(
    heightPx: number,
    styles: Styles = {},
    readingOrder?: readonly string[],
    widthPx: number = this.widthPx,
  ): string {
    const uuid = this.options.createId();
    const size = { width: widthPx / this.widthPx, height: heightPx / this.widthPx };
    const section = createSection(uuid, size, this.sections, styles);
    const content = readingOrder ? { ...section.content, readingOrder } : section.content;
    this.things[uuid] = { ...section, clientCreatedAt: this.clientCreatedAt, content };
    this.sections += 1;
    this.heightPx += heightPx;
    this.holder = uuid;
    return uuid;
  }

  /** Adds a block on top of those before it, to a group where one is named. */
  add(box: BoxPx, block: ComposedBlock, rotationDeg = 0, parentUuid = this.holder): string {
    const uuid = this.options.createId();
    const [x, y, width, height] = box.map((px) => px / this.widthPx) as [
      number,
      number,
      number,
      number,
    ];
    this.things[uuid] = {
      uuid,
      parentUuid,
      clientCreatedAt: this.clientCreatedAt,
      properties: {},
      styles: {},
      ...block,
      position: { x, y, width, height, rotationDeg, zIndex: this.zIndex },
    };
    this.zIndex += GEOMETRY.zIndexStep;
    return uuid;
  }
}
