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

interface Piece {
  readonly kind: 'channel' | 'video' | 'clip';
  readonly id: string;
}

/** What a URL shows, or null if it is not one of Twitch's. */
function pieceOf(url: string): Piece | null {
  const address = readWebAddress(url);
  if (!address) return null;
  const { host, path, query } = address;
  const [first = '', second = '', third = ''] = path;
  if (host === 'clips.twitch.tv')
    return pieceFrom('clip', (first === 'embed' ? query.get('clip') : first) ?? '');
  if (host === 'player.twitch.tv') {
    const video = query.get('video');
    return video === null
      ? pieceFrom('channel', query.get('channel') ?? '')
      : pieceFrom('video', video);
  }
  if (host !== 'twitch.tv') return null;
  if (first === 'videos') return pieceFrom('video', second);
  if (second === 'clip') return pieceFrom('clip', third);
  if (second === 'v' || second === 'video') return pieceFrom('video', third);
  return second === '' ? pieceFrom('channel', first) : null;
}

function pieceFrom(kind: Piece['kind'], id: string): Piece | null {
  if (kind === 'video') return VIDEO.test(id) ? { kind, id: id.replace('v', '') } : null;
  if (kind === 'clip') return CLIP.test(id) ? { kind, id } : null;
  return CHANNEL.test(id) && !OWN_PAGES.has(id.toLowerCase()) ? { kind, id } : null;
}

function pageUrl(url: string): string | null {
  const piece = pieceOf(url);
  if (piece?.kind === 'clip') return `https://clips.twitch.tv/${piece.id}`;
  return piece && `https://www.twitch.tv/${piece.kind === 'video' ? 'videos/' : ''}${piece.id}`;
}

const content = z.looseObject({
  twitchURL: embedUrlSchema('something on Twitch', (url) => pieceOf(url) !== null),
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
    const piece = pieceOf(twitchURL);
    return piece?.kind === 'channel' ? `${piece.id} on Twitch` : `Twitch ${piece?.kind ?? 'video'}`;
  },
  recognise: (url) => {
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
      const piece = pieceOf(twitchURL);
      if (!piece) return null;
      const parent = `parent=${encodeURIComponent(host)}&autoplay=true`;
      return piece.kind === 'clip'
        ? `https://clips.twitch.tv/embed?clip=${piece.id}&${parent}`
        : `https://player.twitch.tv/?${piece.kind}=${piece.id}&${parent}`;
    },
  },
});
