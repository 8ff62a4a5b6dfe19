import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedUrlSchema } from '../embedUrl.ts';

const KINDS = new Set(['track', 'album', 'artist', 'show', 'episode', 'playlist']);
const ID = /^[A-Za-z\d]{22}$/;
const PREFIX = /^(?:intl-[a-z]{2,5}|embed|embed-podcast)$/;

/** The item to play as 'album/<id>', or null for any other URL. */
function pathOf(url: string): string | null {
  const address = readWebAddress(url);
  if (address?.host !== 'open.spotify.com' && address?.host !== 'play.spotify.com') return null;
  const path = address.path.filter((part) => !PREFIX.test(part));
  // Playlists used to have their owner in the path: /user/x/playlist/<id>.
  const [kind = '', id = '', ...more] = path[0] === 'user' ? path.slice(2) : path;
  return KINDS.has(kind) && ID.test(id) && more.length === 0 ? `${kind}/${id}` : null;
}

const content = z.looseObject({
  spotifyURL: embedUrlSchema(
    'a track, album, artist, show, episode or playlist on Spotify',
    (url) => pathOf(url) !== null,
  ),
});

const at = (base: string, url: string): string | null => {
  const path = pathOf(url);
  return path === null ? null : base + path;
};
const pageUrl = (url: string): string | null => at('https://open.spotify.com/', url);

/** A track, album, artist, show, episode or playlist on Spotify. Default size 300 by 300. */
export const spotify = defineBlock({
  type: 'spotify',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 300, height: 300 }),
  defaultContent: () => ({ spotifyURL: '' }),
  defaultStyles: { borderRadiusPx: 12 },
  altText: ({ spotifyURL }) => `Spotify ${pathOf(spotifyURL)?.split('/')[0] ?? 'player'}`,
  recognize: (url) => {
    const page = pageUrl(url);
    return page === null ? null : { spotifyURL: page };
  },
  embed: {
    platform: 'Spotify',
    icon: 'spotify',
    color: '#1ED760',
    action: 'Listen on Spotify',
    pageUrl: ({ spotifyURL }) => pageUrl(spotifyURL),
    frameUrl: ({ spotifyURL }) => at('https://open.spotify.com/embed/', spotifyURL),
  },
});
