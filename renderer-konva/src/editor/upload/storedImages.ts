import type { Block, Page, Things } from '@cobble/engine';
import type { UploadedImage } from '../services/EditorServices.ts';

/**
 * A page with its temporary URLs replaced by stored images.
 *
 * @param stored by temporary URL
 */
export function withStoredImages(page: Page, stored: ReadonlyMap<string, UploadedImage>): Page {
  const changed: Record<string, Block> = {};
  for (const block of Object.values(page.things)) {
    const asset = stored.get(urlOf(block));
    if (asset)
      changed[block.uuid] = { ...block, content: { ...block.content, ...contentOf(asset) } };
  }
  const things: Things = { ...page.things, ...changed };
  return Object.keys(changed).length === 0 ? page : { ...page, things };
}

/** The content of a block that has a stored image. */
export function contentOf(asset: UploadedImage) {
  return { url: asset.url, naturalWidth: asset.width, naturalHeight: asset.height };
}

/** A block with a stored image, whose upload is no longer running. */
export function withAsset(block: Block, asset: UploadedImage): Block {
  const content: Record<string, unknown> = { ...block.content, ...contentOf(asset) };
  // The flag of an author who has left.
  delete content['isUploading'];
  return { ...block, content };
}

/** The URL of a block's image; empty if it has none. */
export function urlOf(block: Block): string {
  const { url } = block.content as { readonly url?: unknown };
  return typeof url === 'string' ? url : '';
}
