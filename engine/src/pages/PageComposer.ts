import { GEOMETRY } from '../constants/geometry.ts';
import type { Block } from '../model/Block.ts';
import { relativeHeightOf } from '../model/Page.ts';
import { roundLength } from '../model/Position.ts';
import type { Styles } from '../model/styles.ts';
import { createSection } from './createSection.ts';

/** Environment of the page builders. */
export interface ComposerOptions {
  readonly createId: () => string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** A box in px at the reference width, relative to its section or group. */
export type BoxPx = readonly [x: number, y: number, width: number, height: number];

/** The fields of a block that a builder sets. */
export type ComposedBlock = Pick<Block, 'type' | 'content'> &
  Partial<Pick<Block, 'styles' | 'properties' | 'altText'>>;

/**
 * Builds a page section by section from the top, and block by block from the bottom of the stack.
 */
export class PageComposer {
  readonly things: Record<string, Block> = {};
  private readonly options: ComposerOptions;
  private readonly widthPx: number;
  private readonly clientCreatedAt: string;
  private sections = 0;
  private heightPx = 0;
  private parent = '';
  private zIndex: number = GEOMETRY.medianZIndex;

  constructor(options: ComposerOptions, widthPx: number) {
    this.options = options;
    this.widthPx = widthPx;
    this.clientCreatedAt = new Date(options.now()).toISOString();
  }

  /** Sum of the sections' heights, in fractions of the window's width. */
  get relativeHeight(): number {
    return relativeHeightOf(this.heightPx / this.widthPx);
  }

  /**
   * Starts a section below the others. Blocks added next become its children.
   *
   * @param readingOrder ids of its blocks in reading order; may be filled later
   * @param widthPx default: the window's width; a wider section is centred on the window
   * @returns the section's id
   */
  section(
    heightPx: number,
    styles: Styles = {},
    readingOrder?: readonly string[],
    widthPx: number = this.widthPx,
  ): string {
    const uuid = this.options.createId();
    const size = {
      width: widthPx / this.widthPx,
      height: roundLength(heightPx / this.widthPx),
    };
    const section = createSection(uuid, size, this.sections, styles);
    const content = readingOrder ? { ...section.content, readingOrder } : section.content;
    this.things[uuid] = { ...section, clientCreatedAt: this.clientCreatedAt, content };
    this.sections += 1;
    this.heightPx += heightPx;
    this.parent = uuid;
    return uuid;
  }

  /**
   * Adds a block on top of the earlier ones, to the current section or to `parentUuid`. Returns its
   * id.
   */
  add(box: BoxPx, block: ComposedBlock, rotationDeg = 0, parentUuid = this.parent): string {
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
