import * as z from 'zod';
import { readWebAddress, type WebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedUrlSchema } from '../embedUrl.ts';

const HANDLE = /^[\w%-]{1,255}$/;
const OWN_HOST = /^[a-z\d-]{1,63}\.myshopify\.com$/;

/**
 * The canonical URL of a product. Any host is accepted, because shops have domains of their own.
 */
function pageOf({ hostname, path }: WebAddress): string | null {
  const at = path.indexOf('products');
  const handle = path[at + 1] ?? '';
  if (at < 0 || at + 2 !== path.length || !HANDLE.test(handle)) return null;
  return `https://${hostname}/products/${handle}`;
}

function pageUrl(url: string): string | null {
  const address = readWebAddress(url);
  return address && pageOf(address);
}

const content = z.looseObject({
  url: embedUrlSchema('a product in a shop', (url) => pageUrl(url) !== null),
});

/** A product of a Shopify shop, shown as an embed card because shops cannot be framed. */
export const shopify = defineBlock({
  type: 'shopify',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 320, height: 320 }),
  defaultContent: () => ({ url: '' }),
  defaultStyles: { borderRadiusPx: 10 },
  altText: () => 'Product in a shop',
  // A custom domain does not reveal whether it is a Shopify shop.
  recognize: (url) => {
    const address = readWebAddress(url);
    const page = address && OWN_HOST.test(address.host) ? pageOf(address) : null;
    return page === null ? null : { url: page };
  },
  embed: {
    platform: 'Shopify',
    icon: 'shopify',
    color: '#7AB55C',
    action: 'See it in the shop',
    pageUrl: ({ url }) => pageUrl(url),
    frameUrl: () => null,
  },
});
