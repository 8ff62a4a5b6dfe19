import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedIdSchema } from '../embedUrl.ts';

const NAME = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** Subdomains of Substack itself. */
const OWN_HOSTS = new Set(['open', 'on', 'api', 'support', 'blog', 'cdn', 'post', 'reader', 'www']);
/** Pages that represent a publication as a whole; a single post becomes a link instead. */
const PAGES = new Set(['', 'subscribe', 'embed', 'about', 'archive']);

const content = z.looseObject({ substackUsername: embedIdSchema(NAME, 'a Substack username') });

function recognize(url: string): z.infer<typeof content> | null {
  const address = readWebAddress(url);
  if (!address || address.path.length > 1) return null;
  const [first = ''] = address.path;
  let name = '';
  if (address.host === 'substack.com') name = first.startsWith('@') ? first.slice(1) : '';
  else if (address.host.endsWith('.substack.com') && PAGES.has(first))
    name = address.host.slice(0, -'.substack.com'.length);
  return NAME.test(name) && !OWN_HOSTS.has(name) ? { substackUsername: name } : null;
}

/** A newsletter on Substack. */
export const substack = defineBlock({
  type: 'substack',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 480, height: 320 }),
  defaultContent: () => ({ substackUsername: '' }),
  defaultStyles: { borderRadiusPx: 10 },
  altText: ({ substackUsername: name }) =>
    name ? `${name} on Substack` : 'Newsletter on Substack',
  recognize,
  embed: {
    platform: 'Substack',
    icon: 'substack',
    color: '#FF6719',
    action: 'Subscribe on Substack',
    pageUrl: ({ substackUsername: name }) => (name ? `https://${name}.substack.com/` : null),
    frameUrl: ({ substackUsername: name }) => (name ? `https://${name}.substack.com/embed` : null),
  },
});
