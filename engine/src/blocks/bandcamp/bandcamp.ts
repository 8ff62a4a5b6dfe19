import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';
import { embedIdSchema, embedUrlSchema } from '../embedUrl.ts';

const ID = /^\d{1,20}$/;
const SLUG = /^[\w-]{1,200}$/;
const ARTIST = /^[a-z\d-]{1,63}\.bandcamp\.com$/;
const PLAYER = 'https://bandcamp.com/EmbeddedPlayer/';

type Kind = 'album' | 'track';

/**
 * Parses the public page of an album or track. The URL does not contain the id that the player
 * needs.
 */
function pageOf(url: string): { readonly kind: Kind; readonly url: string } | null {
  const address = readWebAddress(url);
  if (!address || !ARTIST.test(address.host)) return null;
  const [kind, slug = '', ...more] = address.path;
  if ((kind !== 'album' && kind !== 'track') || !SLUG.test(slug) || more.length > 0) return null;
  return { kind, url: `https://${address.host}/${kind}/${slug}` };
}

const content = z.looseObject({
  bandcamp: z.looseObject({
    /** The id in the player's URL, from Bandcamp's Share / Embed dialog. */
    id: embedIdSchema(ID, 'the id of an album or track'),
    /** What the id refers to; defaults to album. */
    kind: z.enum(['album', 'track']).optional(),
    /** The public page. */
    url: embedUrlSchema('an album or track on Bandcamp', (url) => pageOf(url) !== null).optional(),
  }),
});
type Content = z.infer<typeof content>;

function recognize(value: string): Content | null {
  const page = pageOf(value);
  if (page) return { bandcamp: { id: '', ...page } };
  const address = readWebAddress(value);
  if (address?.host !== 'bandcamp.com' || address.path[0] !== 'EmbeddedPlayer') return null;
  // /EmbeddedPlayer/v=2/album=1/size=large/track=2 is the album, opened at that track.
  const numberOf = (kind: Kind): string | undefined =>
    address.path.find((part) => part.startsWith(`${kind}=`))?.slice(kind.length + 1);
  const album = numberOf('album');
  const kind = album === undefined ? 'track' : 'album';
  const id = album ?? numberOf('track') ?? '';
  return ID.test(id) ? { bandcamp: { id, kind } } : null;
}

const player = ({ bandcamp: { id, kind = 'album' } }: Content, options: string): string | null =>
  id ? `${PLAYER}${kind}=${id}/${options}` : null;

/** An album or track on Bandcamp. */
export const bandcamp = defineBlock({
  type: 'bandcamp',
  content,
  role: 'frame',
  defaultSizePx: () => ({ width: 350, height: 470 }),
  defaultContent: () => ({ bandcamp: { id: '' } }),
  defaultStyles: { borderRadiusPx: 10 },
  altText: ({ bandcamp: { kind = 'album' } }) => `Bandcamp ${kind}`,
  recognize,
  embed: {
    platform: 'Bandcamp',
    icon: 'bandcamp',
    color: '#408294',
    action: 'Listen on Bandcamp',
    pageUrl: (value) => {
      const page = value.bandcamp.url ? pageOf(value.bandcamp.url) : null;
      return page?.url ?? player(value, '');
    },
    frameUrl: (value) => player(value, 'size=large/bgcol=ffffff/linkcol=0687f5/transparent=true/'),
  },
});
