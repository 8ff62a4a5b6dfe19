import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedIdSchema } from '../embedUrl.ts';

const ID = /^[\w-]{11}$/;
const HOSTS = new Set(['youtube.com', 'music.youtube.com', 'youtube-nocookie.com']);
const FORMS = new Set(['embed', 'v', 'e', 'shorts', 'live']);

const content = z.looseObject({ youtubeID: embedIdSchema(ID, 'the id of a YouTube video') });

function recognize(url: string): z.infer<typeof content> | null {
  const address = readWebAddress(url);
  if (!address) return null;
  const { host, path, query } = address;
  const [first = '', second = ''] = path;
  let id: string | null = null;
  if (host === 'youtu.be') id = first;
  else if (HOSTS.has(host))
    id = first === 'watch' ? query.get('v') : FORMS.has(first) ? second : null;
  return id !== null && ID.test(id) ? { youtubeID: id } : null;
}

/** A video on YouTube. Default size 329 by 185, which is 16:9. */
export const youtube = defineBlock({
  type: 'youtube',
  content,
  capabilities: { keepsAspect: true },
  role: 'frame',
  defaultSizePx: () => ({ width: 329, height: 185 }),
  defaultContent: () => ({ youtubeID: '' }),
  defaultStyles: { borderRadiusPx: 10 },
  aspectRatio: () => 9 / 16,
  altText: () => 'YouTube video',
  recognize,
  embed: {
    platform: 'YouTube',
    icon: 'youtube',
    color: '#FF0000',
    action: 'Watch on YouTube',
    isVideo: true,
    pageUrl: ({ youtubeID: id }) => (id ? `https://www.youtube.com/watch?v=${id}` : null),
    // The domain that sets no cookies until the visitor plays the video.
    frameUrl: ({ youtubeID: id }) =>
      id ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1` : null,
    imageUrl: ({ youtubeID: id }) => (id ? `https://i.ytimg.com/vi/${id}/hqdefault.jpg` : null),
  },
});
