import type { Block } from '@cobble/engine';
import type { SafePage } from '../page/readPage.ts';
import { field } from '../page/readFields.ts';

/** Height of a typical desktop's first screen, px at the reference width. */
const FIRST_SCREEN_PX = 800;
/** Smaller images are not the largest contentful paint, px². */
const MIN_AREA_PX = 20_000;

/** Whether a block is large enough to be the largest contentful paint. */
export function isLarge({ position }: Block, referenceWidthPx: number): boolean {
  return position.width * position.height * referenceWidthPx ** 2 >= MIN_AREA_PX;
}

/**
 * Returns the uuid of the image block that covers the largest part of the first screen, or null if
 * none is large. Images that only some screens show are ignored.
 */
export function lcpCandidateOf(page: SafePage): string | null {
  let best: string | null = null;
  let bestArea = MIN_AREA_PX;
  const ref = page.referenceWidthPx;
  const visit = (container: Block, topPx: number): void => {
    for (const block of page.childrenOf.get(container.uuid) ?? []) {
      if (block.properties.hideOn !== undefined) continue;
      const top = topPx + block.position.y * ref;
      if (top >= FIRST_SCREEN_PX) continue;
      if (block.type === 'group') visit(block, top);
      else if (block.type === 'image' && field(block.content, 'url')) {
        const visibleHeight =
          Math.min(FIRST_SCREEN_PX, top + block.position.height * ref) - Math.max(0, top);
        const area = visibleHeight * Math.min(block.position.width * ref, FIRST_SCREEN_PX * 2);
        if (area > bestArea) [best, bestArea] = [block.uuid, area];
      }
    }
  };
  let top = 0;
  for (const section of page.sections) {
    if (top >= FIRST_SCREEN_PX) break;
    if (section.properties.hideOn === undefined) visit(section, top);
    top += section.position.height * ref;
  }
  return best;
}
