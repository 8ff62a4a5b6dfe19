import { createHash } from 'node:crypto';
import type { Page } from '@cobble/engine';
import { createFontLookup } from '@cobble/engine/fonts';
import { renderPage } from '@cobble/renderer-static';
import { CodeEmbedAddresses } from '../code-embeds/CodeEmbedAddresses.ts';
import { shareImageOf } from '../contract/index.ts';
import { withoutPremiumFonts } from '../fonts/withoutPremiumFonts.ts';
import type { PageDocument } from '../pages/repositories/pageRevisions.ts';
import type { RenderResult, RenderInputs } from './tasks.ts';

/**
 * Renders a page for visitors, in the worker.
 *
 * @throws CobbleError page_too_large above `maxBytes`.
 */
export function renderDocument(
  document: PageDocument,
  inputs: RenderInputs,
  maxBytes: number,
): RenderResult {
  const { pageId, slug, siteSlug } = inputs;
  const images = new Map(inputs.images);
  const posts = new Map(inputs.posts);
  const families = new Set(inputs.fonts);
  const { secret, origin } = inputs.codeEmbeds;
  const codeEmbeds = new CodeEmbedAddresses(Buffer.from(secret, 'base64'), origin);
  const codes: Record<string, string> = {};
  // The renderer reads nothing else of a page.
  const page = { ...document, slug, site: { slug: siteSlug } } as unknown as Page;
  const { html: text, csp } = renderPage(
    inputs.hasPremiumFonts ? page : withoutPremiumFonts(page),
    {
      attributionUrl: inputs.attributionUrl,
      safeMode: inputs.safeMode,
      site: inputs.site,
      fonts: createFontLookup((family) => families.has(family)),
      posts: (accountId) => posts.get(accountId) ?? [],
      images: (url) => images.get(url) ?? null,
      ...(inputs.hasShareImage ? { shareImage: shareImageOf({ slug }) } : {}),
      url: inputs.url,
      maxBytes,
      assetBaseUrl: '',
      fontBaseUrl: '/fonts',
      sha256: (part) => createHash('sha256').update(part).digest('base64'),
      codeEmbedUrl: (_uuid, code) => {
        const address = codeEmbeds.addressOf('published', pageId, code);
        codes[address] = code;
        return codeEmbeds.urlOf(address);
      },
    },
  );
  const html = new TextEncoder().encode(text);
  const hash = createHash('sha256').update(csp).update('\0').update(html);
  return {
    html,
    csp,
    etag: hash.digest('base64url').slice(0, 22),
    codes: JSON.stringify(codes),
  };
}
