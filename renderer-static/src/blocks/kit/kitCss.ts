import type { CssDeclarations } from '@cobble/engine';

/** Addresses are for elements that check them; a kit's block stays in its place on the page. */
const FORBIDDEN = /url\(|image-set\(|\bfixed\b|\bsticky\b/i;

/**
 * The declarations of a kit's view that may stand in a page's sheet; whatever it hands over. The
 * sheet looks at each value once more.
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
