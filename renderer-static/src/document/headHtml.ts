import { checkHyperlink, isAuthorsMetaName, parseUrl } from '@cobble/engine';
import { attributesHtml } from '../html/attributes.ts';
import { escapeHtml } from '../html/escapeHtml.ts';
import type { SafePage } from '../page/readPage.ts';
import type { RenderedSite } from '../RenderOptions.ts';
import { field, string } from '../page/readFields.ts';
import type { ShareImage } from './shareImageOf.ts';

/** What a head says besides what is in the page. */
export interface HeadFacts {
  /** The Content-Security-Policy to say, or null where the server sends it. */
  readonly policy: string | null;
  /** The page's public address; null in preview. */
  readonly url: string | null;
  readonly image: ShareImage | null;
  /** The site's icon, ready to load. */
  readonly icon: string | null;
  readonly site: RenderedSite;
  /** The address to write for a link that has been checked. */
  readonly linkTo: (href: string) => string;
}

const MAX_META_TAGS = 20;
const MAX_META_LENGTH = 1000;

/** The address when it is one of the web, else null. */
export function webAddress(url: string | undefined): string | null {
  return url !== undefined && /^https?:\/\//i.test(url) ? (parseUrl(url)?.href ?? null) : null;
}

type Fields = Readonly<Record<string, string>>;
const meta = (attributes: Fields): string => `<meta${attributesHtml(attributes)}>`;
const link = (attributes: Fields): string => `<link${attributesHtml(attributes)}>`;

/** What a page says about itself, for tabs, searches and previews of links. */
export function headHtml(page: SafePage, facts: HeadFacts): string {
  const { policy, url, icon, site, linkTo } = facts;
  const lines = [
    // First, as browsers look for it in the first 1024 bytes; the policy before all it holds for.
    '<meta charset="utf-8">',
    policy && meta({ 'http-equiv': 'Content-Security-Policy', content: policy }),
    meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    `<title>${escapeHtml(page.title)}</title>`,
    page.description && meta({ name: 'description', content: page.description }),
    url && link({ rel: 'canonical', href: url }),
    meta({ name: 'theme-color', content: themeColorOf(page) }),
    ...iconLines(icon, facts),
    feedHtml(site, linkTo),
    ...cardLines(page, facts),
    ...authorsLines(site),
    meta({ name: 'generator', content: 'Cobble' }),
  ];
  return lines.filter(Boolean).join('\n');
}

/** The site's own icon, or the product's mark: drawn where browsers can, else as pixels. */
function iconLines(icon: string | null, { policy, site }: HeadFacts): string[] {
  if (icon !== null)
    return [link({ rel: 'icon', href: icon }), link({ rel: 'apple-touch-icon', href: icon })];
  // A file on any host: without an icon browsers ask for one at the host's root.
  if (site.hasDefaultIcon !== true)
    return policy === null ? [] : [link({ rel: 'icon', href: 'data:,' })];
  return [
    link({ rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
    link({ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
    link({ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
  ];
}

/** Open Graph, and what cards on other sites need besides it. */
function cardLines(page: SafePage, { url, image, site }: HeadFacts): string[] {
  const graph = (property: string, content: string | null | undefined): string =>
    content ? meta({ property: `og:${property}`, content }) : '';
  const address = absolute(image?.address, url);
  return [
    graph('type', 'website'),
    graph('title', page.title),
    graph('description', page.description),
    graph('url', url),
    graph('site_name', string(site.name, 200)),
    graph('locale', localeOf(page.lang)),
    ...(image && address !== null
      ? [
          graph('image', address),
          graph('image:width', image.size?.width.toString()),
          graph('image:height', image.size?.height.toString()),
          graph('image:alt', image.alt),
        ]
      : []),
    // The rest of a card is read from Open Graph.
    meta({ name: 'twitter:card', content: address === null ? 'summary' : 'summary_large_image' }),
  ];
}

/** An address with its origin, or null where that is not known. */
function absolute(address: string | undefined, url: string | null): string | null {
  if (address === undefined) return null;
  return (url === null ? null : parseUrl(address, url)?.href) ?? webAddress(address);
}

/** What was found out last; pages of one language follow one another. */
let lastLocale: { readonly lang: string; readonly locale: string | null } | null = null;

/** `language_TERRITORY`, the territory the likeliest where the page names none. */
function localeOf(lang: string): string | null {
  if (lastLocale?.lang !== lang) lastLocale = { lang, locale: findLocale(lang) };
  return lastLocale.locale;
}

function findLocale(lang: string): string | null {
  try {
    const { language, region } = new Intl.Locale(lang).maximize();
    return region === undefined ? null : `${language}_${region}`;
  } catch {
    // It looked like a language, and is none that is known.
    return null;
  }
}

/** The colour round the page, opaque. */
function themeColorOf({ borderColor, background }: SafePage): string {
  return (borderColor ?? background.color ?? '#FFFFFF').slice(0, 7);
}

function feedHtml({ feedUrl, name }: RenderedSite, linkTo: HeadFacts['linkTo']): string {
  const href = string(feedUrl, 2048);
  if (!href || checkHyperlink(href) !== null) return '';
  const title = string(name, 200) ?? 'Posts';
  return link({ rel: 'alternate', type: 'application/atom+xml', title, href: linkTo(href) });
}

/** Tags that the site's author set, of the names that they may set. */
function authorsLines({ metaTags }: RenderedSite): string[] {
  const tags: readonly unknown[] = Array.isArray(metaTags) ? metaTags : [];
  return tags.slice(0, MAX_META_TAGS).flatMap((tag) => {
    const name = string(field(tag, 'name'), 64);
    const content = string(field(tag, 'content'), MAX_META_LENGTH);
    return name !== null && content !== null && isAuthorsMetaName(name)
      ? [meta({ name, content })]
      : [];
  });
}
