import { escapeHtml } from '../html/escapeHtml.ts';
import { contentSecurityPolicy } from '../document/contentSecurityPolicy.ts';
import { attributesHtml } from '../html/attributes.ts';
import { createTranslate, type PageMessages } from '../messages/createTranslate.ts';

/** A visible page, for lists of pages. */
export interface ListedPage {
  readonly address: string;
  /** ISO 8601, or an untrusted string in its place. */
  readonly updatedAt: string;
}

const NOT_FOUND_CSS =
  '*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:center;padding:32px 16px;' +
  'background:#FBF7F0;color:#1E1A16;font:400 16px/1.5 system-ui,sans-serif}main{width:100%;max-width:480px}' +
  'h1{margin:0 0 12px;font:800 36px/1.1 system-ui,sans-serif;text-wrap:balance}p{margin:0 0 16px}a{color:#2B4EFF}' +
  'a:focus-visible{outline:3px solid #FFB52E;outline-offset:3px;border-radius:6px}';

/**
 * The 404 page. It may be served at any URL, so it loads nothing and links to the index page by
 * path.
 *
 * @param indexPath path of the site's index page, or null if there is none
 */
export function notFoundHtml(
  siteName: string | undefined,
  indexPath: string | null,
  messages?: PageMessages,
): string {
  const t = createTranslate(messages);
  const title = `${t('notFound')}${siteName === undefined ? '' : ` · ${siteName}`}`;
  const policy = contentSecurityPolicy(NOT_FOUND_CSS, { asset: '', font: '' });
  const homeLink =
    indexPath === null
      ? ''
      : `\n<p><a${attributesHtml({ href: indexPath })}>${escapeHtml(t('notFoundHome'))}</a></p>`;
  return `<!DOCTYPE html>
<html${attributesHtml({ lang: t('lang') })}>
<head>
<meta${attributesHtml({ 'http-equiv': 'Content-Security-Policy', content: policy })}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${NOT_FOUND_CSS}</style>
</head>
<body>
<main>
<h1>${escapeHtml(t('notFound'))}</h1>
<p>${escapeHtml(t('notFoundText'))}</p>${homeLink}
</main>
</body>
</html>
`;
}

/**
 * robots.txt.
 *
 * @param sitemap its URL, or null if there is none
 */
export function robotsTxt(allowsCrawlers: boolean, sitemap: string | null): string {
  const rule = allowsCrawlers ? 'Allow: /' : 'Disallow: /';
  return `User-agent: *\n${rule}\n${sitemap === null ? '' : `\nSitemap: ${sitemap}\n`}`;
}

/** sitemap.xml, which requires absolute URLs. */
export function sitemapXml(pages: readonly ListedPage[]): string {
  const entries = pages.map(({ address, updatedAt }) => {
    const changed = Number.isNaN(Date.parse(updatedAt))
      ? ''
      : `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>`;
    return `<url><loc>${escapeHtml(address)}</loc>${changed}</url>`;
  });
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
  ].join('\n')}\n`;
}
