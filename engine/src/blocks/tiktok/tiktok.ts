import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedIdSchema } from '../embedUrl.ts';

const NAME = /^[\w.]{1,30}$/;
const ID = /^\d{1,20}$/;
const FORMS = new Set(['video', 'photo']);

const content = z.looseObject({
  username: embedIdSchema(NAME, 'a TikTok username').optional(),
  videoId: embedIdSchema(ID, 'the id of a TikTok video'),
});

function recognize(url: string): z.infer<typeof content> | null {
  const address = readWebAddress(url);
  if (address?.host !== 'tiktok.com') return null;
  const [first = '', second = '', third = ''] = address.path;
  if (first.startsWith('@')) {
    const username = first.slice(1);
    const isValidName = username === '' || NAME.test(username);
    return isValidName && FORMS.has(second) && ID.test(third) ? { username, videoId: third } : null;
  }
  // /embed/<id>, /embed/v2/<id>, /player/v1/<id>
  const id = /^v\d$/.test(second) ? third : second;
  return (first === 'embed' || first === 'player') && ID.test(id)
    ? { username: '', videoId: id }
    : null;
}

/** A video on TikTok, 9:16. */
export const tiktok = defineBlock({
  type: 'tiktok',
  content,
  capabilities: { keepsAspect: true },
  role: 'frame',
  defaultSizePx: () => ({ width: 325, height: 578 }),
  defaultContent: () => ({ username: '', videoId: '' }),
  defaultStyles: { borderRadiusPx: 12 },
  aspectRatio: () => 16 / 9,
  altText: ({ username }) => (username ? `TikTok video by @${username}` : 'TikTok video'),
  recognize,
  embed: {
    platform: 'TikTok',
    icon: 'tiktok',
    color: '#000000',
    action: 'Watch on TikTok',
    isVideo: true,
    pageUrl: ({ username = '', videoId: id }) =>
      id ? `https://www.tiktok.com/@${username}/video/${id}` : null,
    frameUrl: ({ videoId: id }) =>
      id ? `https://www.tiktok.com/player/v1/${id}?autoplay=1` : null,
  },
});
