import type { Block, Position } from '@cobble/engine';

/** The page's width, and the space between blocks, px. */
const PAGE_PX = 600;
const GAP_PX = 32;

/** A block of the gallery, without its position. */
export interface GalleryBlock {
  readonly content?: object;
  readonly styles?: object;
  readonly rotationDeg?: number;
  readonly properties?: object;
  readonly altText?: string;
  /** Its children, positioned in px from its top left corner. */
  readonly children?: readonly (GalleryBlock & {
    readonly type: string;
    readonly box: readonly [x: number, y: number, width: number, height: number];
  })[];
}

/** Places blocks next to each other in rows, so that none overlap. */
export class GalleryWriter {
  readonly blocks: Block[] = [];
  #x = GAP_PX;
  #y = GAP_PX;
  #rowPx = 0;

  /** A block takes up the space of its rotated box, so that rows do not overlap. */
  add(type: string, width: number, height: number, block: GalleryBlock = {}): this {
    const angle = ((block.rotationDeg ?? 0) * Math.PI) / 180;
    const sin = Math.abs(Math.sin(angle));
    const cos = Math.abs(Math.cos(angle));
    const across = width * cos + height * sin;
    const down = width * sin + height * cos;
    if (this.#x + across > PAGE_PX - GAP_PX + 1) this.endRow();
    // Blocks without rotation are on whole px, as usual.
    const x = this.#x + (across - width) / 2;
    const y = this.#y + (down - height) / 2;
    this.#write(type, 'main', [x, y, width, height], block);
    this.#x = Math.ceil(this.#x + across) + GAP_PX;
    this.#rowPx = Math.max(this.#rowPx, Math.ceil(down));
    return this;
  }

  /** Continues below all blocks so far. */
  endRow(): this {
    if (this.#rowPx > 0) this.#y += this.#rowPx + GAP_PX;
    this.#x = GAP_PX;
    this.#rowPx = 0;
    return this;
  }

  /** The page's height, px. */
  get heightPx(): number {
    return this.#y + this.#rowPx + GAP_PX;
  }

  #write(
    type: string,
    parentUuid: string,
    [x, y, width, height]: readonly [number, number, number, number],
    {
      content = {},
      styles = {},
      rotationDeg = 0,
      properties,
      altText,
      children = [],
    }: GalleryBlock,
  ): void {
    const uuid = `${type}-${String(this.blocks.length + 1)}`;
    const unit = (px: number): number => px / PAGE_PX;
    const position: Position = {
      ...{ x: unit(x), y: unit(y), width: unit(width), height: unit(height) },
      ...{ rotationDeg, zIndex: 50_000 + 5 * this.blocks.length },
    };
    this.blocks.push({
      uuid,
      type,
      parentUuid,
      position,
      content: type === 'group' ? { groupDisplay: 'freeform', groupOrder: 0 } : content,
      styles,
      properties: { htmlId: uuid, ...properties },
      ...(altText === undefined ? {} : { altText }),
    } as Block);
    for (const child of children) this.#write(child.type, uuid, child.box, child);
  }
}
