import { type Block, type Box, GEOMETRY, type Page, isSection, rotationOf } from '@cobble/engine';
import { checkAllFields, type PropTypes } from '../checkProps.ts';
import { paintBlock } from '../blocks/paintBlock.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { PaintTarget } from '../paint/PaintTarget.ts';
import { paintPageBackground, paintPageBorder } from '../paint/pageBackground.ts';

/** Options of {@link paintPageImage}. */
export interface PageImageOptions {
  /**
   * The width of the screen that shows the page, px; more than a phone's, as phones have a layout
   * of their own.
   */
  readonly screenWidthPx: number;
  /** The visible height from the page's top, px of that screen. */
  readonly screenHeightPx: number;
  /** Image px per screen px. */
  readonly scale: number;
  /** With the page's `referenceWidthPx`. */
  readonly resources: PaintResources;
}

const OPTIONS: PropTypes<PageImageOptions> = {
  screenWidthPx: 'number',
  screenHeightPx: 'number',
  scale: 'number',
  resources: 'object',
};

/** Blocks may paint beyond their boxes (shadows, overflow): margin for culling, px. */
const CULL_MARGIN_PX = 96;

/**
 * Paints what a desktop shows of a page that was just opened: background, sections with their
 * contents, and border. Needs no editor, React, Konva or DOM.
 *
 * @param target painted from its top left corner; its transform is the identity
 * @param page in the current format, as returned by `parsePage`
 * @throws CobbleError `input_invalid` (details: `path`) for a missing or misspelt option or one of the
 *   wrong type
 */
export function paintPageImage(
  target: PaintTarget,
  page: Pick<Page, 'settings' | 'style' | 'things'>,
  options: PageImageOptions,
): void {
  checkAllFields('options', options, OPTIONS, Object.keys(OPTIONS));
  const { screenWidthPx, screenHeightPx, scale, resources } = options;
  const { style } = page;
  const { referenceWidth } = page.settings;
  const unitPx = Math.min(screenWidthPx, referenceWidth);
  const pageScale = unitPx / referenceWidth;
  const tree = pageTreeOf(page);
  const sections = tree.sections.filter(isVisible);
  const heightPx = sections.reduce((sum, { position }) => sum + position.height, 0) * unitPx;
  const hidesOverflow = style.hideOverflow === true;
  const width = hidesOverflow ? unitPx : Math.min(screenWidthPx, GEOMETRY.maxContentWidthPx);
  const height = Math.max(heightPx, screenHeightPx);
  const box = { x: (screenWidthPx - width) / 2, y: 0, width, height };
  const screen = { width: screenWidthPx, height: screenHeightPx };

  target.save();
  target.scale(scale, scale);
  paintPageBackground(target, style, box, screen, resources);
  target.save();
  // Blocks may be pinned to the edge of a screen that is wider than the page.
  target.beginPath();
  if (hidesOverflow) target.rect(box.x, 0, box.width, height);
  else target.rect(0, 0, screenWidthPx, height);
  target.clip();
  target.translate((screenWidthPx - unitPx) / 2, 0);
  target.scale(pageScale, pageScale);
  paintSections(target, sections, {
    childrenOf: tree.childrenOf,
    resources,
    referenceWidthPx: referenceWidth,
    visiblePx: screenHeightPx / pageScale,
    sidePx: hidesOverflow ? null : Math.max(0, (screenWidthPx - unitPx) / 2) / pageScale,
  });
  target.restore();
  paintPageBorder(target, style, box, pageScale);
  target.restore();
}

interface SectionContext {
  readonly childrenOf: (uuid: string) => readonly Block[];
  readonly resources: PaintResources;
  readonly referenceWidthPx: number;
  /** The visible height from the page's top, px at the reference width. */
  readonly visiblePx: number;
  /**
   * The screen's space on either side of the window, px at the reference width; null when clipped.
   */
  readonly sidePx: number | null;
}

/** Whether a desktop shows a block. */
function isVisible({ properties }: Block): boolean {
  return properties.hideOn !== 'desktop';
}

/** Paints the visible sections, stacked, each centred in the window. */
function paintSections(
  target: PaintTarget,
  sections: readonly Block[],
  { childrenOf, resources, referenceWidthPx, visiblePx, sidePx }: SectionContext,
): void {
  const marginUnits = CULL_MARGIN_PX / referenceWidthPx;
  const visibleUnits = visiblePx / referenceWidthPx + marginUnits;
  /** The origin of each block's children, in units from the window's top left corner. */
  const origins = new Map<string, { readonly x: number; readonly y: number }>();
  /** A block's children without those that are hidden or off the screen. */
  const shownChildrenOf = (uuid: string): readonly Block[] => {
    const origin = origins.get(uuid) ?? { x: 0, y: 0 };
    return childrenOf(uuid).flatMap((child) => {
      if (!isVisible(child)) return [];
      const block = pinnedPosition(child, { windowX: origin.x, referenceWidthPx, sidePx });
      const { x, y, width, height } = block.position;
      // A rotated block reaches at most half its diagonal from its centre.
      const reach = (Math.hypot(width, height) - height) / 2;
      const top = origin.y + y - reach;
      if (top > visibleUnits || top + height + 2 * reach < -marginUnits) return [];
      origins.set(block.uuid, { x: origin.x + x, y: origin.y + y });
      return [block];
    });
  };
  let y = 0;
  for (const section of sections) {
    const width = section.position.width || 1;
    const box: Box = { x: (1 - width) / 2, y, width, height: section.position.height };
    origins.set(section.uuid, box);
    if (y <= visibleUnits) {
      const position = { ...section.position, ...box, rotationDeg: 0 };
      paintBlock(target, { ...section, position }, resources, shownChildrenOf);
    }
    y += box.height;
  }
}

/** A page's blocks in paint order: sections from the top, other blocks from the lowest. */
export interface PageTree {
  readonly sections: readonly Block[];
  /** A section's or group's children, from the lowest z-index to the highest. */
  readonly childrenOf: (uuid: string) => readonly Block[];
}

const compareIds = (a: Block, b: Block): number => (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0);

const orderOf = ({ content }: Block): number => {
  const { groupOrder } = content as { readonly groupOrder?: unknown };
  return typeof groupOrder === 'number' ? groupOrder : 0;
};

/** Reads the paint order from a page's map of blocks. */
export function pageTreeOf({ things }: Pick<Page, 'things'>): PageTree {
  const sections: Block[] = [];
  const childrenByParent = new Map<string, Block[]>();
  for (const block of Object.values(things)) {
    if (isSection(block)) sections.push(block);
    else if (block.parentUuid !== undefined) {
      const siblings = childrenByParent.get(block.parentUuid);
      if (siblings) siblings.push(block);
      else childrenByParent.set(block.parentUuid, [block]);
    }
  }
  sections.sort((a, b) => orderOf(a) - orderOf(b) || compareIds(a, b));
  for (const siblings of childrenByParent.values())
    siblings.sort((a, b) => a.position.zIndex - b.position.zIndex || compareIds(a, b));
  return { sections, childrenOf: (uuid) => childrenByParent.get(uuid) ?? [] };
}

/** The window, and the screen around it that blocks are pinned to. */
export interface PinScreen {
  /** Distance from the window's left edge to the left edge of the parent, in units. */
  readonly windowX: number;
  readonly referenceWidthPx: number;
  /**
   * The screen's space on either side of the window, px at the reference width; null when clipped.
   */
  readonly sidePx: number | null;
}

/**
 * Moves a pinned block as a desktop does: its distance from the window's edge becomes its distance
 * from the screen's edge, and it stays wholly on screen. Returns other blocks unchanged.
 */
export function pinnedPosition(
  block: Block,
  { windowX, referenceWidthPx, sidePx }: PinScreen,
): Block {
  const { position } = block;
  if (position.pin === undefined) return block;
  const angle = (rotationOf(block) * Math.PI) / 180;
  const across =
    Math.abs(position.width * Math.cos(angle)) + Math.abs(position.height * Math.sin(angle));
  const left = windowX + position.x + (position.width - across) / 2;
  const inWindow = Math.min(Math.max(left, 0), Math.max(0, 1 - across));
  const side = (sidePx ?? 0) / referenceWidthPx;
  const x = position.x + inWindow - left + (position.pin === 'left' ? -side : side);
  return x === position.x ? block : { ...block, position: { ...position, x } };
}
