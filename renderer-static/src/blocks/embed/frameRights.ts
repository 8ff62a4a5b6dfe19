import type { EmbedType } from '@cobble/engine';

/** What a site's frame may do in a page; all else is refused to it. */
export interface FrameRights {
  /** What pressing the facade does, for people. */
  readonly verb: 'Play' | 'Show';
  /** Tokens of `sandbox` besides scripts and its own origin. It never leads the page elsewhere. */
  readonly sandbox: string;
  /** Features of the browser, as in `allow`. */
  readonly allow: string;
  /** It works only where it is told on whose site it stands: the origin, never the page. */
  readonly isToldOrigin?: boolean;
  /** Where its address leads on to, as a source of `frame-src`; absent: nowhere else. */
  readonly leadsTo?: string;
}

/** Its links open beside the page, and are then sites like any other. */
const LINKS = 'allow-popups allow-popups-to-escape-sandbox';
const FORMS = `allow-forms ${LINKS}`;

/** The rights of each site's frames, the least that they work with; null for what is never framed. */
export const FRAME_RIGHTS = {
  bandcamp: { verb: 'Play', sandbox: LINKS, allow: '' },
  codepen: { verb: 'Show', sandbox: LINKS, allow: '' },
  'google-forms': { verb: 'Show', sandbox: FORMS, allow: '' },
  gumroad: {
    verb: 'Show',
    sandbox: FORMS,
    allow: 'payment',
    // A product of gumroad.com lives at its seller's own host.
    leadsTo: 'https://*.gumroad.com',
  },
  shopify: null,
  soundcloud: { verb: 'Play', sandbox: LINKS, allow: 'autoplay' },
  spotify: { verb: 'Play', sandbox: LINKS, allow: 'autoplay; encrypted-media' },
  substack: { verb: 'Show', sandbox: FORMS, allow: '' },
  tiktok: { verb: 'Play', sandbox: LINKS, allow: 'autoplay; fullscreen' },
  twitch: { verb: 'Play', sandbox: LINKS, allow: 'autoplay; fullscreen' },
  twitter: { verb: 'Show', sandbox: LINKS, allow: 'fullscreen' },
  typeform: { verb: 'Show', sandbox: FORMS, allow: '' },
  // Videos may be for certain sites only.
  vimeo: {
    verb: 'Play',
    sandbox: LINKS,
    allow: 'autoplay; fullscreen; picture-in-picture',
    isToldOrigin: true,
  },
  // Without an origin its player says that it is not configured.
  youtube: {
    verb: 'Play',
    sandbox: `${LINKS} allow-presentation`,
    allow: 'autoplay; fullscreen; picture-in-picture; encrypted-media',
    isToldOrigin: true,
  },
} as const satisfies Record<EmbedType, FrameRights | null>;
