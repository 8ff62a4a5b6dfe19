import type { Point } from '../model/Position.ts';
import { isSection } from '../model/Block.ts';
import type { EditorState } from './EditorState.ts';

/**
 * The top-most block at a point of page space, or null over empty room. Groups are not hit, as they
 * show nothing but what they hold, unless they have a background or a border; sections only when
 * asked for. With `below`, the next one under that block, for cycling through what overlaps.
 */
export function hitTest(
  state: EditorState,
  point: Point,
  options: { below?: string; includeSections?: boolean } = {},
): string | null {
  const hits = state.index.at(point).filter((uuid) => {
    const block = state.blocks.get(uuid);
    if (!block) return false;
    if (isSection(block)) return options.includeSections === true;
    return block.type !== 'group' || isVisible(block.styles);
  });
  const from = options.below === undefined ? -1 : hits.indexOf(options.below);
  return hits[from + 1] ?? null;
}

function isVisible(styles: { readonly background?: unknown; readonly border?: unknown }): boolean {
  return styles.background !== undefined || styles.border !== undefined;
}
