import type { PageAddress } from '../publishing/SiteKey.ts';
import type { PublishedPages } from '../publishing/PublishedPages.ts';
import type { FoundPreview, PreviewImages } from './PreviewImages.ts';
import type { PreviewKind } from './previewSizes.ts';

/**
 * An image of the page that stands at an address, for anyone: there is one where the page is open,
 * and of the very publication that visitors get. Private, restricted and disabled pages have none.
 */
export async function findOpenPreview(
  {
    pages,
    previews,
  }: {
    readonly pages: Pick<PublishedPages, 'find' | 'forget'>;
    readonly previews: PreviewImages;
  },
  address: PageAddress,
  kind: PreviewKind,
): Promise<FoundPreview> {
  const found = await pages.find(address);
  if (found.kind !== 'open') return { kind: 'none' };
  const preview = await previews.find(found.pageId, kind, found.bytes.etag);
  if (preview.kind !== 'changed') return preview;
  // Published or rendered anew since that was read: who may see it is asked once more.
  pages.forget(address);
  const again = await pages.find(address);
  if (again.kind !== 'open') return { kind: 'none' };
  return previews.find(again.pageId, kind, again.bytes.etag);
}
