import type { KitContentCode } from '../blocks/checkContent.ts';
import type { Kit } from '../blocks/Kit.ts';
import { migrateKitBlock } from '../blocks/migrateKitBlock.ts';
import type { Block } from '../model/Block.ts';
import { markFrozen } from '../model/json.ts';
import type { Page } from '../model/Page.ts';

/** A block of a kit's type that the kit cannot read: it is kept, and shown as a placeholder. */
export interface KitWarning {
  /** The path of what is wrong, such as `things.<uuid>.content.rings`. */
  readonly path: string;
  readonly code: KitContentCode;
  /** What is wrong with it, for developers. */
  readonly message: string;
  /** What the kit threw, if it did. */
  readonly cause?: unknown;
}

/**
 * Migrates the blocks of kits' types to the versions of the kits. Blocks that a kit cannot read are
 * kept as they are.
 *
 * @param page valid and frozen
 * @param warn called for each block that a kit cannot read
 * @returns the same page if no block changes, otherwise a frozen copy
 */
export function readKitBlocks(
  page: Page,
  kits: readonly Kit[],
  warn: (warning: KitWarning) => void,
): Page {
  if (kits.length === 0) return page;
  const migrated: Record<string, Block> = {};
  for (const [uuid, given] of Object.entries(page.things)) {
    const { block, problem } = migrateKitBlock(given, kits);
    if (block !== given) migrated[uuid] = block;
    if (!problem) continue;
    const path = ['things', uuid, ...problem.path].join('.').slice(0, 400);
    warn({ ...problem, path });
  }
  if (Object.keys(migrated).length === 0) return page;
  const things = markFrozen(Object.freeze({ ...page.things, ...migrated }));
  return Object.freeze({ ...page, things });
}
