import type { BlockDefinition, BlockOf } from './BlockDefinition.ts';
import { group } from './group/group.ts';
import { image } from './image/image.ts';
import { richButton } from './rich-button/richButton.ts';
import { shape } from './shape/shape.ts';
import { stickyNote } from './sticky-note/stickyNote.ts';
import { text } from './text/text.ts';

/** The definitions that every page can hold, by type. */
export const builtinBlocks = {
  group,
  image,
  'rich-button': richButton,
  shape,
  'sticky-note': stickyNote,
  text,
} as const;

/** The name of a built-in type; view maps are `satisfies Record<BuiltinBlockType, ...>`. */
export type BuiltinBlockType = keyof typeof builtinBlocks;

/** A block of a built-in type, told apart by `type`. */
export type BuiltinBlock = {
  [Type in BuiltinBlockType]: BlockOf<(typeof builtinBlocks)[Type]>;
}[BuiltinBlockType];

/** A built-in block of one type. */
export type BuiltinBlockOf<Type extends BuiltinBlockType> = BlockOf<(typeof builtinBlocks)[Type]>;

/**
 * Sees a block as its built-in type, or null when it is of another one. Content was checked when
 * the page was parsed or the block was added, so the type decides.
 */
export function asBuiltin(block: { readonly type: string }): BuiltinBlock | null {
  return Object.hasOwn(builtinBlocks, block.type) ? (block as BuiltinBlock) : null;
}

/** What a third party adds: blocks of its own. The renderers' views join it in their own fields. */
export interface Kit {
  readonly block: BlockDefinition;
}

/** The definition of a type among the built-in ones and the kits, or null for an unknown type. */
export function findDefinition(type: string, kits: readonly Kit[] = []): BlockDefinition | null {
  const kit = kits.find((each) => each.block.type === type);
  if (kit) return kit.block;
  return Object.hasOwn(builtinBlocks, type)
    ? (builtinBlocks[type as BuiltinBlockType] as unknown as BlockDefinition)
    : null;
}
