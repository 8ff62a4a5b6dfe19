import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedUrlSchema } from '../embedUrl.ts';

const ID = /^[\w-]{10,200}$/;
const SHORT = /^[\w-]{4,60}$/;
/**
 * Matches a form's path: an optional domain and account, `e/` if the form is published, and the id.
 */
const FORM_PATH = /^\/(?:a\/[\w.-]+\/)?forms\/(?:u\/\d{1,3}\/)?d\/(e\/)?([^/]+)/;

/** The form's canonical URL, or null for any other URL. */
function pageUrl(url: string): string | null {
  const address = readWebAddress(url);
  if (!address) return null;
  const { host, path } = address;
  if (host === 'forms.gle')
    return path.length === 1 && SHORT.test(path[0] ?? '') ? `https://forms.gle/${path[0]}` : null;
  if (host !== 'docs.google.com') return null;
  const [, published = '', id = ''] = FORM_PATH.exec(`/${path.join('/')}`) ?? [];
  return ID.test(id) && id !== 'e'
    ? `https://docs.google.com/forms/d/${published}${id}/viewform`
    : null;
}

const content = z.looseObject({
  googleFormsURL: embedUrlSchema('a form on Google Forms', (url) => pageUrl(url) !== null),
});

/** A form on Google Forms. */
export const googleForms = defineBlock({
  type: 'google-forms',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 480, height: 640 }),
  defaultContent: () => ({ googleFormsURL: '' }),
  defaultStyles: { borderRadiusPx: 10 },
  altText: () => 'Form',
  recognize: (url) => {
    const page = pageUrl(url);
    return page === null ? null : { googleFormsURL: page };
  },
  embed: {
    platform: 'Google Forms',
    icon: 'google-forms',
    color: '#7248B9',
    action: 'Open the form',
    pageUrl: ({ googleFormsURL }) => pageUrl(googleFormsURL),
    frameUrl: ({ googleFormsURL }) => {
      const page = pageUrl(googleFormsURL);
      // Only Google knows where a short link leads.
      return page?.endsWith('/viewform') ? `${page}?embedded=true` : null;
    },
  },
});
