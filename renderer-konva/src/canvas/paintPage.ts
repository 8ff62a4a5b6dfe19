import { type Block, type Box, type Editor, GEOMETRY } from '@cobble/engine';
import { paintBlock } from '../paint/paintBlock.ts';
import { groundColorOf } from '../paint/paintGround.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { PaintTarget } from '../paint/PaintTarget.ts';
import {
  comparePlaces,
  movingBlocks,
  type PaintPlace,
  placeOf,
  topLevelOf,
} from './movingBlocks.ts';

/** Which part of the page's paint order a layer shows, by what moves just now. */
export type PagePart = 'below' | 'moving' | 'above';

/** Blocks may paint beyond their boxes (shadows, overflow): so far is looked for more, px. */
const CULL_MARGIN_PX = 96;

/**
 * Paints the blocks of one part that show: what lies below the lowest moving block, from there to
 * the highest moving one, and what lies above. With nothing moving all is below.
 *
 * @param target its space is page space in px at the reference width
 * @param visible the part of page space that shows
 */
export function paintPagePart(
  part: PagePart,
  target: PaintTarget,
  editor: Editor,
  resources: PaintResources,
  visible: Box,
): void {
  const moving = movingBlocks(editor);
  if (moving.size === 0 && part !== 'below') return;
  const sections = new Map(editor.sectionIds.map((uuid, index) => [uuid, index]));
  const bounds = boundsOf(moving, sections);
  const isIn = (place: PaintPlace): boolean => partOf(place, bounds) === part;

  const bySection = new Map<string, Block[]>();
  for (const block of visibleBlocks(editor, visible, moving, resources.referenceWidthPx)) {
    if (!isIn(placeOf(sections, block))) continue;
    const list = bySection.get(block.parentUuid ?? '');
    if (list) list.push(block);
    else bySection.set(block.parentUuid ?? '', [block]);
  }

  for (const [uuid, index] of sections) {
    const section = editor.blocks.get(uuid);
    const box = editor.boxOf(uuid);
    if (!section || !box) continue;
    const children = bySection.get(uuid) ?? [];
    // A section's own place is below all that it holds.
    const own = isIn({ section: index, zIndex: -Infinity, uuid: '' });
    if (!own && children.length === 0) continue;
    children.sort((a, b) => comparePlaces(placeOf(sections, a), placeOf(sections, b)));
    paintBlock(target, atBox(section, box, own), resources, (parent) =>
      parent === uuid ? children : editor.childrenOf(parent),
    );
  }
}

interface Bounds {
  readonly lowest: PaintPlace;
  readonly highest: PaintPlace;
}

function boundsOf(
  moving: ReadonlyMap<string, Block>,
  sections: ReadonlyMap<string, number>,
): Bounds | null {
  const places = [...moving.values()].map((block) => placeOf(sections, block)).sort(comparePlaces);
  const [lowest] = places;
  const highest = places.at(-1);
  return lowest && highest ? { lowest, highest } : null;
}

function partOf(place: PaintPlace, bounds: Bounds | null): PagePart {
  if (!bounds || comparePlaces(place, bounds.lowest) < 0) return 'below';
  return comparePlaces(place, bounds.highest) > 0 ? 'above' : 'moving';
}

/**
 * Sections' children that may show. What moves is looked up by itself: the index learns of it at the
 * end of the gesture.
 */
function visibleBlocks(
  editor: Editor,
  visible: Box,
  moving: ReadonlyMap<string, Block>,
  referenceWidthPx: number,
): Iterable<Block> {
  const margin = CULL_MARGIN_PX / referenceWidthPx;
  const found = new Map(moving);
  const search = {
    x: visible.x - margin,
    y: visible.y - margin,
    width: visible.width + 2 * margin,
    height: visible.height + 2 * margin,
  };
  for (const uuid of editor.index.search(search)) {
    const block = topLevelOf(editor, uuid);
    if (block) found.set(block.uuid, block);
  }
  return found.values();
}

/** A section where it stands in page space; without its own looks when another layer has them. */
function atBox(section: Block, box: Box, own: boolean): Block {
  const position = { ...section.position, ...box, rotationDeg: 0 };
  if (own) return { ...section, position };
  const { background, border, boxShadow, dropShadow, ...styles } = section.styles;
  return { ...section, position, styles };
}

/** The page's own colour; white unless it says otherwise. */
export function pageColorOf(editor: Editor): string {
  return groundColorOf(editor.fields.style);
}

/** The widest that content shows on a desktop, as a box of page space down to a height in units. */
export function desktopBox(referenceWidthPx: number, height: number): Box {
  const width = Math.max(1, GEOMETRY.maxContentWidthPx / referenceWidthPx);
  return { x: (1 - width) / 2, y: 0, width, height };
}
