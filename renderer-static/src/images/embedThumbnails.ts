import { type Block, findDefinition } from '@cobble/engine';

/** What of a block says what it shows. */
type Shown = Pick<Block, 'type' | 'content'>;

/**
 * The address at which another site has an image of a block's piece of it, made of checked parts;
 * null where it has none. Pages never load it from there: `RenderOptions.images` is asked for a
 * copy (`Image.url`).
 *
 * @param block of any type; its content need not have been checked
 */
export function thumbnailAddressOf({ type, content }: Shown): string | null {
  const definition = findDefinition(type);
  const { imageUrl } = definition?.embed ?? {};
  if (imageUrl === undefined) return null;
  const parsed = definition?.content.safeParse(content);
  return parsed?.success ? imageUrl(parsed.data) : null;
}

/**
 * The pieces of other sites on a page of which those have images, by the images' addresses: what
 * a host has to have copies of, so that visitors do not load them from strangers.
 *
 * @param page as JSON can hold it; nothing of it need have been checked
 */
export function embedThumbnails(page: { readonly things?: unknown }): ReadonlyMap<string, Shown> {
  const found = new Map<string, Shown>();
  const { things } = page;
  if (typeof things !== 'object' || things === null) return found;
  for (const thing of Object.values(things) as unknown[]) {
    if (!isShown(thing)) continue;
    const { type, content } = thing;
    const address = thumbnailAddressOf({ type, content });
    if (address !== null) found.set(address, { type, content });
  }
  return found;
}

function isShown(thing: unknown): thing is Shown {
  return (
    typeof thing === 'object' &&
    thing !== null &&
    'content' in thing &&
    'type' in thing &&
    typeof thing.type === 'string'
  );
}
