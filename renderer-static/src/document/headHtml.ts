import { attributesHtml } from '../html/attributes.ts';
import { escapeHtml } from '../html/escapeHtml.ts';
import type { SafePage } from '../page/readPage.ts';

/** The address when it is one of the web, else null. */
export function webAddress(url: string | undefined): string | null {
  return url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url)
    ? new URL(url).href
    : null;
}

/** What a page says about itself, for tabs, searches and previews of links. */
export function headHtml(page: SafePage, url: string | null, picture: string | null): string {
  const meta = (attributes: Readonly<Record<string, string>>): string =>
    `<meta${attributesHtml(attributes)}>`;
  const graph = (property: string, content: string): string => meta({ property, content });
  const lines = [
    '<meta charset="utf-8">',
    meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    `<title>${escapeHtml(page.title)}</title>`,
    page.description && meta({ name: 'description', content: page.description }),
    url && `<link${attributesHtml({ rel: 'canonical', href: url })}>`,
    graph('og:type', 'website'),
    graph('og:title', page.title),
    page.description && graph('og:description', page.description),
    url && graph('og:url', url),
    url && picture && graph('og:image', new URL(picture, url).href),
    meta({ name: 'generator', content: 'Cobble' }),
  ];
  return lines.filter(Boolean).join('\n');
}
