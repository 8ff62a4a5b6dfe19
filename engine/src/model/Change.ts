import type { Block } from './Block.ts';
import type { PageFields } from './Page.ts';

/**
 * The one kind of change that history, autosave, the clipboard and rooms speak: what was added,
 * what was replaced (from, to), what was removed, and which fields of the page changed. Plain JSON,
 * invertible without the page.
 */
export interface Change {
  readonly added: Readonly<Record<string, Block>>;
  readonly updated: Readonly<Record<string, readonly [from: Block, to: Block]>>;
  readonly removed: Readonly<Record<string, Block>>;
  readonly page?: { readonly from: Partial<PageFields>; readonly to: Partial<PageFields> };
}

/** The change that changes nothing. */
export const EMPTY_CHANGE: Change = { added: {}, updated: {}, removed: {} };
