import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedUrlSchema } from '../embedUrl.ts';

const SLUG = /^[\w-]{1,100}$/;
const HOST = /^(?:(?!app\.|help\.|discover\.|api\.|assets\.)[a-z\d-]{1,63}\.)?gumroad\.com$/;

/** The product's canonical URL, or null for any other URL. */
function pageUrl(url: string): string | null {
  const address = readWebAddress(url);
  if (!address) return null;
  const [first = '', slug = ''] = address.path;
  if (address.host === 'gum.co') return SLUG.test(first) ? `https://gum.co/${first}` : null;
  if (!HOST.test(address.host) || first !== 'l' || !SLUG.test(slug)) return null;
  return `https://${address.host}/l/${slug}`;
}

const content = z.looseObject({
  gumroad: z.looseObject({
    url: embedUrlSchema('a product on Gumroad', (url) => pageUrl(url) !== null),
  }),
});

/** A product on Gumroad. */
export const gumroad = defineBlock({
  type: 'gumroad',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 420, height: 480 }),
  defaultContent: () => ({ gumroad: { url: '' } }),
  defaultStyles: { borderRadiusPx: 10 },
  altText: () => 'Product on Gumroad',
  recognize: (url) => {
    const page = pageUrl(url);
    return page === null ? null : { gumroad: { url: page } };
  },
  embed: {
    platform: 'Gumroad',
    icon: 'gumroad',
    color: '#FF90E8',
    action: 'See it on Gumroad',
    pageUrl: ({ gumroad: { url } }) => pageUrl(url),
    frameUrl: ({ gumroad: { url } }) => {
      const page = pageUrl(url);
      return page === null ? null : `${page}?embed=true`;
    },
  },
});
