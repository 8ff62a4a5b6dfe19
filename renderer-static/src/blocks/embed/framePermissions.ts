import type { EmbedType } from '@cobble/engine';

/** The permissions of a site's frame; everything else is denied. */
export interface FramePermissions {
  /** Label of the button. */
  readonly verb: 'play' | 'show';
  /** `sandbox` tokens in addition to scripts and its own origin. Frames never navigate the page. */
  readonly sandbox: string;
  /** Browser features for `allow`. */
  readonly allow: string;
  /** Whether the frame needs the page's origin as referrer (never the full URL). */
  readonly needsReferrer?: boolean;
  /** Source that the frame's URL redirects to, for `frame-src`; default: none. */
  readonly redirectsTo?: string;
}

/** Links open in a new tab, outside the sandbox. */
const LINKS = 'allow-popups allow-popups-to-escape-sandbox';
const FORMS = `allow-forms ${LINKS}`;

/** The minimum permissions that each site's frame needs; null if the site is never framed. */
export const FRAME_PERMISSIONS = {
  bandcamp: { verb: 'play', sandbox: LINKS, allow: '' },
  codepen: { verb: 'show', sandbox: LINKS, allow: '' },
  'google-forms': { verb: 'show', sandbox: FORMS, allow: '' },
  gumroad: {
    verb: 'show',
    sandbox: FORMS,
    allow: 'payment',
    // Gumroad redirects a product to its seller's subdomain.
    redirectsTo: 'https://*.gumroad.com',
  },
  shopify: null,
  soundcloud: { verb: 'play', sandbox: LINKS, allow: 'autoplay' },
  spotify: { verb: 'play', sandbox: LINKS, allow: 'autoplay; encrypted-media' },
  substack: { verb: 'show', sandbox: FORMS, allow: '' },
  tiktok: { verb: 'play', sandbox: LINKS, allow: 'autoplay; fullscreen' },
  twitch: { verb: 'play', sandbox: LINKS, allow: 'autoplay; fullscreen' },
  twitter: { verb: 'show', sandbox: LINKS, allow: 'fullscreen' },
  typeform: { verb: 'show', sandbox: FORMS, allow: '' },
  // Videos may be restricted to certain sites.
  vimeo: {
    verb: 'play',
    sandbox: LINKS,
    allow: 'autoplay; fullscreen; picture-in-picture',
    needsReferrer: true,
  },
  // The player fails without a referrer.
  youtube: {
    verb: 'play',
    sandbox: `${LINKS} allow-presentation`,
    allow: 'autoplay; fullscreen; picture-in-picture; encrypted-media',
    needsReferrer: true,
  },
} as const satisfies Record<EmbedType, FramePermissions | null>;
