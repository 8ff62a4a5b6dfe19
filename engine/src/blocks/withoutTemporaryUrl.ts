import { isTemporaryUrl } from '../links/assetUrl.ts';
import type { BlockDefinition } from './BlockDefinition.ts';

/**
 * The block as it is stored: without the temporary URL of an upload, which is valid in the editor
 * only. Returns the same block if it has none.
 */
export function withoutTemporaryUrl<B extends { readonly content: object }>(
  block: B,
  definition: BlockDefinition | null,
): B {
  if (definition?.capabilities.uploads !== true) return block;
  const { url } = block.content as { readonly url?: unknown };
  return typeof url === 'string' && isTemporaryUrl(url)
    ? { ...block, content: { ...block.content, url: '' } }
    : block;
}
