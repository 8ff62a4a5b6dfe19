import { builtinBlocks, type BuiltinBlockType } from '@cobble/engine';

type ContentOf<Type extends BuiltinBlockType> = ReturnType<
  (typeof builtinBlocks)[Type]['content']['parse']
>;

/**
 * A block's content once it has passed its type's own schema, else null: for views that make
 * addresses of it, which need all of it to be right.
 */
export function knownContent<Type extends BuiltinBlockType>(
  type: Type,
  content: object,
): ContentOf<Type> | null {
  const parsed = builtinBlocks[type].content.safeParse(content);
  return parsed.success ? (parsed.data as ContentOf<Type>) : null;
}
