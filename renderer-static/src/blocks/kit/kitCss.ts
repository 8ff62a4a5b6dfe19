import type { CssDeclarations } from '@cobble/engine';

/** URLs belong in attributes, which are checked, and a block must stay in its position. */
const FORBIDDEN = /url\(|image-set\(|\bfixed\b|\bsticky\b/i;

/**
 * The allowed declarations of a kit's view. The input may be anything; the style sheet checks each
 * value again.
 */
export function kitCss(declarations: unknown): CssDeclarations {
  if (!Array.isArray(declarations)) return [];
  return declarations.flatMap((pair: unknown) => {
    if (!Array.isArray(pair)) return [];
    const [property, value] = pair as unknown[];
    return typeof property === 'string' && typeof value === 'string' && !FORBIDDEN.test(value)
      ? [[property, value] as const]
      : [];
  });
}
