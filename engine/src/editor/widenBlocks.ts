import type { Block } from '../model/Block.ts';
import { withPosition } from './blockPosition.ts';
import { roundLength } from '../model/Position.ts';

/** Returns a section with another width, and its children at unchanged positions on the page. */
export function widenBlocks(section: Block, children: readonly Block[], width: number): Block[] {
  const shift = (width - section.position.width) / 2;
  const shifted =
    shift === 0
      ? []
      : children.map((child) => withPosition(child, { x: roundLength(child.position.x + shift) }));
  return [withPosition(section, { width }), ...shifted];
}
