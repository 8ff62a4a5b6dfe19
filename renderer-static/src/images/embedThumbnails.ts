import { type Block, findDefinition } from '@cobble/engine';

/** The fields of a block that identify the content it embeds. */
type EmbedContent = Pick<Block, 'type' | 'content'>;

/**
 * Returns the URL of an embed's thumbnail on its site, built from checked parts; null if there is
 * none. Pages never load it from there: `RenderOptions.images` returns a copy (`Image.url`).
 *
 * @param block a block of any type, with unchecked content
 */
export function thumbnailAddressOf({ type, content }: EmbedContent): string | null {
  const definition = findDefinition(type);
  const { imageUrl } = definition?.embed ?? {};
  if (imageUrl === undefined) return null;
  const parsed = definition?.content.safeParse(content);
  return parsed?.success ? imageUrl(parsed.data) : null;
}

/**
 * Collects a page's embeds that have thumbnails, by the thumbnails' URLs. Hosts copy these images
 * so that visitors do not load them from other sites.
 *
 * @param page untrusted JSON
 */
export function embedThumbnails(page: {
  readonly things?: unknown;
}): ReadonlyMap<string, EmbedContent> {
  const found = new Map<string, EmbedContent>();
  const { things } = page;
  if (typeof things !== 'object' || things === null) return found;
  for (const thing of Object.values(things) as unknown[]) {
    if (!isEmbedContent(thing)) continue;
    const { type, content } = thing;
    const address = thumbnailAddressOf({ type, content });
    if (address !== null) found.set(address, { type, content });
  }
  return found;
}

function isEmbedContent(thing: unknown): thing is EmbedContent {
  return (
    typeof thing === 'object' &&
    thing !== null &&
    'content' in thing &&
    'type' in thing &&
    typeof thing.type === 'string'
  );
}
