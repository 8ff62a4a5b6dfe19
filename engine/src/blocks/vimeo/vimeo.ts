import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedIdSchema } from '../embedUrl.ts';

const ID = /^\d{1,20}$/;
const HASH = /^[\da-f]{6,40}$/i;

const content = z.looseObject({
  vimeo: z.looseObject({
    id: embedIdSchema(ID, 'the id of a Vimeo video'),
    /** The key in the URL of an unlisted video. */
    hash: z.string().regex(HASH, 'must be the key of an unlisted video').optional(),
  }),
});

function recognize(url: string): z.infer<typeof content> | null {
  const address = readWebAddress(url);
  if (!address) return null;
  const { host, path, query } = address;
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  // The path ends with the id, or with the key of an unlisted video: /123/abc, /channels/x/123.
  const at = path.findIndex((part) => ID.test(part));
  const id = path[at];
  if (id === undefined || path.length > at + 2) return null;
  const hash = path[at + 1] ?? query.get('h');
  if (hash === null) return { vimeo: { id } };
  return HASH.test(hash) ? { vimeo: { id, hash } } : null;
}

/** A video on Vimeo, 16:9. */
export const vimeo = defineBlock({
  type: 'vimeo',
  content,
  capabilities: { keepsAspect: true },
  role: 'frame',
  defaultSizePx: () => ({ width: 480, height: 270 }),
  defaultContent: () => ({ vimeo: { id: '' } }),
  defaultStyles: { borderRadiusPx: 10 },
  aspectRatio: () => 9 / 16,
  altText: () => 'Vimeo video',
  recognize,
  embed: {
    platform: 'Vimeo',
    icon: 'vimeo',
    color: '#1AB7EA',
    action: 'Watch on Vimeo',
    isVideo: true,
    pageUrl: ({ vimeo: { id, hash } }) =>
      id ? `https://vimeo.com/${id}${hash ? `/${hash}` : ''}` : null,
    frameUrl: ({ vimeo: { id, hash } }) =>
      id
        ? `https://player.vimeo.com/video/${id}?${hash ? `h=${hash}&` : ''}dnt=1&autoplay=1`
        : null,
  },
});
