import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedUrlSchema } from '../embedUrl.ts';

const CHANNEL = /^\w{3,25}$/;
const VIDEO = /^v?\d{1,20}$/;
const CLIP = /^[\w-]{3,100}$/;
/** Pages of Twitch itself, which show no channel. */
const OWN_PAGES = new Set([
  ...['directory', 'downloads', 'jobs', 'settings', 'subscriptions', 'turbo', 'search', 'store'],
  ...['videos', 'wallet', 'inventory', 'drops', 'friends', 'login', 'signup', 'team', 'broadcast'],
]);

interface Media {
  readonly kind: 'channel' | 'video' | 'clip';
  readonly id: string;
}

/** What a URL shows; null unless it is a channel, video or clip on Twitch. */
function mediaOf(url: string): Media | null {
  const address = readWebAddress(url);
  if (!address) return null;
  const { host, path, query } = address;
  const [first = '', second = '', third = ''] = path;
  if (host === 'clips.twitch.tv')
    return mediaFrom('clip', (first === 'embed' ? query.get('clip') : first) ?? '');
  if (host === 'player.twitch.tv') {
    const video = query.get('video');
    return video === null
      ? mediaFrom('channel', query.get('channel') ?? '')
      : mediaFrom('video', video);
  }
  if (host !== 'twitch.tv') return null;
  if (first === 'videos') return mediaFrom('video', second);
  if (second === 'clip') return mediaFrom('clip', third);
  if (second === 'v' || second === 'video') return mediaFrom('video', third);
  return second === '' ? mediaFrom('channel', first) : null;
}

function mediaFrom(kind: Media['kind'], id: string): Media | null {
  if (kind === 'video') return VIDEO.test(id) ? { kind, id: id.replace('v', '') } : null;
  if (kind === 'clip') return CLIP.test(id) ? { kind, id } : null;
  return CHANNEL.test(id) && !OWN_PAGES.has(id.toLowerCase()) ? { kind, id } : null;
}

function pageUrl(url: string): string | null {
  const media = mediaOf(url);
  if (media?.kind === 'clip') return `https://clips.twitch.tv/${media.id}`;
  return media && `https://www.twitch.tv/${media.kind === 'video' ? 'videos/' : ''}${media.id}`;
}

const content = z.looseObject({
  twitchURL: embedUrlSchema('a channel, video or clip on Twitch', (url) => mediaOf(url) !== null),
});

/** A channel, video or clip on Twitch, 16:9. */
export const twitch = defineBlock({
  type: 'twitch',
  content,
  capabilities: { keepsAspect: true },
  role: 'frame',
  defaultSizePx: () => ({ width: 480, height: 270 }),
  defaultContent: () => ({ twitchURL: '' }),
  defaultStyles: { borderRadiusPx: 10 },
  aspectRatio: () => 9 / 16,
  altText: ({ twitchURL }) => {
    const media = mediaOf(twitchURL);
    return media?.kind === 'channel' ? `${media.id} on Twitch` : `Twitch ${media?.kind ?? 'video'}`;
  },
  recognize: (url) => {
    const page = pageUrl(url);
    return page === null ? null : { twitchURL: page };
  },
  embed: {
    platform: 'Twitch',
    icon: 'twitch',
    color: '#9146FF',
    action: 'Watch on Twitch',
    isVideo: true,
    pageUrl: ({ twitchURL }) => pageUrl(twitchURL),
    frameUrl: ({ twitchURL }, host) => {
      const media = mediaOf(twitchURL);
      if (!media) return null;
      const parent = `parent=${encodeURIComponent(host)}&autoplay=true`;
      return media.kind === 'clip'
        ? `https://clips.twitch.tv/embed?clip=${media.id}&${parent}`
        : `https://player.twitch.tv/?${media.kind}=${media.id}&${parent}`;
    },
  },
});
