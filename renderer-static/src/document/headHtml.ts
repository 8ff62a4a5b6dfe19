import { checkHyperlink, isAllowedMetaName, parseUrl } from '@cobble/engine';
import { memoize } from '@cobble/engine/memoize';
import { attributesHtml } from '../html/attributes.ts';
import { escapeHtml } from '../html/escapeHtml.ts';
import type { SafePage } from '../page/readPage.ts';
import type { Translate } from '../messages/createTranslate.ts';
import type { RenderedSite } from '../RenderOptions.ts';
import { field, string } from '../page/readFields.ts';
import type { ShareImage } from './shareImageOf.ts';

/** What the head contains besides the page's own fields. */
export interface HeadOptions {
  /** Content-Security-Policy to write, or null if the server sends it as a header. */
  readonly policy: string | null;
  /** The page's public URL; null in previews. */
  readonly url: string | null;
  readonly image: ShareImage | null;
  /** URL of the site's icon. */
  readonly icon: string | null;
  readonly site: RenderedSite;
  /** Returns the URL to write for a link that has been checked. */
  readonly linkTo: (href: string) => string;
  readonly t: Translate;
}

const MAX_META_TAGS = 20;
const MAX_META_LENGTH = 1000;

/** Parses an http(s) URL; null for anything else. */
export function webAddress(url: string | undefined): string | null {
  return url !== undefined && /^https?:\/\//i.test(url) ? (parseUrl(url)?.href ?? null) : null;
}

type Fields = Readonly<Record<string, string>>;
const meta = (attributes: Fields): string => `<meta${attributesHtml(attributes)}>`;
const link = (attributes: Fields): string => `<link${attributesHtml(attributes)}>`;

/**
 * The content of the head element: title, description, icons, Open Graph and the site's meta tags.
 */
export function headHtml(page: SafePage, options: HeadOptions): string {
  const { policy, url, icon, site } = options;
  const lines = [
    // Browsers look for the charset in the first 1024 bytes; the policy must precede all that it
    // governs.
    '<meta charset="utf-8">',
    policy && meta({ 'http-equiv': 'Content-Security-Policy', content: policy }),
    meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    `<title>${escapeHtml(page.title)}</title>`,
    page.description && meta({ name: 'description', content: page.description }),
    url && link({ rel: 'canonical', href: url }),
    meta({ name: 'theme-color', content: themeColorOf(page) }),
    ...iconLines(icon, options),
    feedHtml(site, options),
    ...linkPreviewLines(page, options),
    ...authorMetaLines(site),
    meta({ name: 'generator', content: 'Cobble' }),
  ];
  return lines.filter(Boolean).join('\n');
}

/**
 * Icon links: to the site's own icon or to the product's (ICO, SVG and PNG). Without either, an
 * empty icon if the policy is in the head, else none.
 */
function iconLines(icon: string | null, { policy, site }: HeadOptions): string[] {
  if (icon !== null)
    return [link({ rel: 'icon', href: icon }), link({ rel: 'apple-touch-icon', href: icon })];
  // Without a link, browsers request an icon from the host's root.
  if (site.hasDefaultIcon !== true)
    return policy === null ? [] : [link({ rel: 'icon', href: 'data:,' })];
  return [
    link({ rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
    link({ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
    link({ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
  ];
}

/** Open Graph tags, and what link previews need in addition. */
function linkPreviewLines(page: SafePage, { url, image, site }: HeadOptions): string[] {
  const graph = (property: string, content: string | null | undefined): string =>
    content ? meta({ property: `og:${property}`, content }) : '';
  const address = resolveUrl(image?.address, url);
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
    // Twitter reads everything else from Open Graph.
    meta({ name: 'twitter:card', content: address === null ? 'summary' : 'summary_large_image' }),
  ];
}

/** Resolves a URL against the page's; null if neither is absolute. */
function resolveUrl(address: string | undefined, url: string | null): string | null {
  if (address === undefined) return null;
  return (url === null ? null : parseUrl(address, url)?.href) ?? webAddress(address);
}

/**
 * `language_TERRITORY`, with the most likely territory if the page names none. Memoized by language;
 * never invalidated.
 */
const localeOf = memoize(findLocale, { maxEntries: 100, maxKeyLength: 64 });

function findLocale(lang: string): string | null {
  try {
    const { language, region } = new Intl.Locale(lang).maximize();
    return region === undefined ? null : `${language}_${region}`;
  } catch {
    // It has the form of a language tag, but is not a valid one.
    return null;
  }
}

/** Colour around the page, opaque. */
function themeColorOf({ borderColor, background }: SafePage): string {
  return (borderColor ?? background.color ?? '#FFFFFF').slice(0, 7);
}

function feedHtml({ feedUrl, name }: RenderedSite, { linkTo, t }: HeadOptions): string {
  const href = string(feedUrl, 2048);
  if (!href || checkHyperlink(href) !== null) return '';
  const title = string(name, 200) ?? t('feed');
  return link({ rel: 'alternate', type: 'application/atom+xml', title, href: linkTo(href) });
}

/** Meta tags set by the author, limited to the allowed names. */
function authorMetaLines({ metaTags }: RenderedSite): string[] {
  const tags: readonly unknown[] = Array.isArray(metaTags) ? metaTags : [];
  return tags.slice(0, MAX_META_TAGS).flatMap((tag) => {
    const name = string(field(tag, 'name'), 64);
    const content = string(field(tag, 'content'), MAX_META_LENGTH);
    return name !== null && content !== null && isAllowedMetaName(name)
      ? [meta({ name, content })]
      : [];
  });
}
