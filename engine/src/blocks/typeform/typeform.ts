import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedUrlSchema } from '../embedUrl.ts';

const ID = /^[A-Za-z\d]{4,40}$/;
const HOST = /^[a-z\d-]{1,63}\.typeform\.com$/;

/** The form's canonical URL, or null for any other URL. */
function pageUrl(url: string): string | null {
  const address = readWebAddress(url);
  if (!address || !HOST.test(address.host)) return null;
  const [first, id = '', ...more] = address.path;
  return first === 'to' && ID.test(id) && more.length === 0
    ? `https://${address.host}/to/${id}`
    : null;
}

const content = z.looseObject({
  typeformURL: embedUrlSchema('a form on Typeform', (url) => pageUrl(url) !== null),
});

/** A form on Typeform. */
export const typeform = defineBlock({
  type: 'typeform',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 480, height: 500 }),
  defaultContent: () => ({ typeformURL: '' }),
  defaultStyles: { borderRadiusPx: 10 },
  altText: () => 'Form',
  recognize: (url) => {
    const page = pageUrl(url);
    return page === null ? null : { typeformURL: page };
  },
  embed: {
    platform: 'Typeform',
    icon: 'typeform',
    color: '#262627',
    action: 'Open the form',
    pageUrl: ({ typeformURL }) => pageUrl(typeformURL),
    frameUrl: ({ typeformURL }) => {
      const page = pageUrl(typeformURL);
      return page === null ? null : `${page}?typeform-embed=embed-widget`;
    },
  },
});
