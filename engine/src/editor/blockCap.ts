import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';

/** A page and the number of blocks that its owner's plan allows; null for any number. */
interface CappedPage {
  readonly blocks: { readonly size: number };
  readonly maxBlocks: number | null;
}

/**
 * Refuses to add more blocks than the owner's plan allows (details: `max`). A page that is already
 * over the limit, because a plan ended, can still be edited.
 */
export function refuseOverCap(
  { blocks, maxBlocks }: CappedPage,
  more: number,
): Refusal<EditorRefusal> | null {
  return maxBlocks !== null && more > 0 && blocks.size + more > maxBlocks
    ? refuse('things_per_page_limit_exceeded', { max: maxBlocks })
    : null;
}
