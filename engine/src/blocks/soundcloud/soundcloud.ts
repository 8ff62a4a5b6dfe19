import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedUrlSchema } from '../embedUrl.ts';

const PART = /^[\w-]{1,255}$/;
/** Pages of SoundCloud itself, which play nothing. */
const OWN_PAGES = new Set([
  ...['discover', 'stream', 'search', 'upload', 'you', 'pages', 'settings', 'messages', 'charts'],
  ...['jobs', 'people', 'mobile', 'imprint', 'terms-of-use', 'notifications', 'signin', 'logout'],
]);

/** The canonical URL of a track, set or artist, or null for any other URL. */
function pageUrl(url: string): string | null {
  const address = readWebAddress(url);
  if (!address) return null;
  const { host, path, query } = address;
  if (host === 'w.soundcloud.com') {
    const inner = path[0] === 'player' ? query.get('url') : null;
    // A player's URL contains that of a page, never that of another player.
    return inner !== null && !inner.includes('//w.') ? pageUrl(inner) : null;
  }
  const [first = ''] = path;
  if (!path.every((part) => PART.test(part)) || first === '') return null;
  if (host === 'snd.sc' || host === 'on.soundcloud.com')
    return path.length === 1 ? `https://${host}/${first}` : null;
  if (host !== 'soundcloud.com' || path.length > 4 || OWN_PAGES.has(first)) return null;
  return `https://soundcloud.com/${path.join('/')}`;
}

const content = z.looseObject({
  soundcloudURL: embedUrlSchema(
    'a track, set or artist on SoundCloud',
    (url) => pageUrl(url) !== null,
  ),
});

/** A track, set or artist on SoundCloud, from soundcloud.com or its short links. */
export const soundcloud = defineBlock({
  type: 'soundcloud',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 480, height: 166 }),
  defaultContent: () => ({ soundcloudURL: '' }),
  defaultStyles: { borderRadiusPx: 10 },
  altText: () => 'SoundCloud player',
  recognize: (url) => {
    const page = pageUrl(url);
    return page === null ? null : { soundcloudURL: page };
  },
  embed: {
    platform: 'SoundCloud',
    icon: 'soundcloud',
    color: '#FF5500',
    action: 'Listen on SoundCloud',
    pageUrl: ({ soundcloudURL }) => pageUrl(soundcloudURL),
    frameUrl: ({ soundcloudURL }) => {
      const page = pageUrl(soundcloudURL);
      return page === null
        ? null
        : `https://w.soundcloud.com/player/?url=${encodeURIComponent(page)}&auto_play=true`;
    },
  },
});
