import type { Block } from '../../model/Block.ts';
import type { EditorCore } from '../EditorCore.ts';

/** Copies of blocks, not yet on the page. */
export interface Clones {
  /** In the order given, with fresh ids; parents among them are remapped, others are kept. */
  readonly blocks: readonly Block[];
  /** From the old id to the new one. */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * Copies blocks under fresh ids. Copies are not locked, and an html id that the page has already
 * is dropped, as two of them would make links ambiguous.
 */
export function cloneBlocks(core: EditorCore, blocks: readonly Block[]): Clones {
  const ids = new Map(blocks.map((block) => [block.uuid, core.environment.createId()]));
  const taken = new Set<string>();
  for (const { properties } of core.blocks.values())
    if (properties.htmlId !== undefined) taken.add(properties.htmlId);
  return {
    ids,
    blocks: blocks.map((block) => {
      const { locked: _, parentUuid, ...rest } = block;
      const { htmlId, ...others } = block.properties;
      const keepsId = htmlId !== undefined && !taken.has(htmlId);
      if (keepsId) taken.add(htmlId);
      return {
        ...rest,
        uuid: ids.get(block.uuid) ?? block.uuid,
        ...(parentUuid === undefined ? {} : { parentUuid: ids.get(parentUuid) ?? parentUuid }),
        properties: keepsId ? { ...others, htmlId } : others,
      };
    }),
  };
}

/** A shift of 8 to 64 px to the lower right, in fractions of the window's width. */
export function cloneJitter(
  core: EditorCore,
  range: { readonly min: number; readonly max: number },
): { dx: number; dy: number } {
  const length = (): number =>
    (range.min + core.environment.random() * (range.max - range.min)) / core.referenceWidth;
  return { dx: length(), dy: length() };
}
