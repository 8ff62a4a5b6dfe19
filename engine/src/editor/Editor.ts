import type { ArrangeCalls } from './calls/ArrangeCalls.ts';
import type { EditCalls } from './calls/EditCalls.ts';
import type { ModeCalls } from './calls/ModeCalls.ts';
import type { PageCalls } from './calls/PageCalls.ts';
import type { ReadCalls } from './calls/ReadCalls.ts';

export type { BlockPatch } from './BlockPatch.ts';
export type { ChangeOrigin } from './ChangeOrigin.ts';
export type { EditorOptions } from './EditorOptions.ts';
export type { EditorRefusal } from './EditorRefusal.ts';
export type { NewBlock } from './NewBlock.ts';

/**
 * The headless editor of one page. All reads are MobX-observable; all writes go through it.
 *
 * Calls that answer with a `Result` refuse what they cannot do, an argument of another kind included
 * (`input_invalid`, or `invalid_block` and `invalid_page` for what a block or the page cannot hold;
 * details: `path`). The others throw a CobbleError `input_invalid` for that.
 *
 * Spaces: a block's `position` is relative to its parent, in fractions of the window's width.
 * "Page space" is the same unit with its origin at the window's left edge and the first section's
 * top: what `boxOf`, hits, guides and input events use.
 */
export interface Editor extends ReadCalls, EditCalls, ArrangeCalls, ModeCalls, PageCalls {}
