import { builtinBlocks, type BuiltinBlockType } from '@cobble/engine';

type ContentOf<Type extends BuiltinBlockType> = ReturnType<
  (typeof builtinBlocks)[Type]['content']['parse']
>;

/**
 * Parses a block's content by its type's schema; null if it does not match. For views that build
 * URLs from the content and need all of it to be valid.
 */
export function parseContent<Type extends BuiltinBlockType>(
  type: Type,
  content: object,
): ContentOf<Type> | null {
  const parsed = builtinBlocks[type].content.safeParse(content);
  return parsed.success ? (parsed.data as ContentOf<Type>) : null;
}
