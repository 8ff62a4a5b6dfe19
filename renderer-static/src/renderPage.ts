import { GEOMETRY, type Page, readKits, inputError } from '@cobble/engine';
import { bundledFontFiles, type FontLookup } from '@cobble/engine/fonts';
import { backgroundCss } from './css/blockCss.ts';
import { attributionSpaceCss, baseCss, phoneBaseCss } from './css/baseCss.ts';
import { scaledLength } from './css/lengths.ts';
import { PHONE_QUERY } from './css/phoneQuery.ts';
import { declarationsCss } from './css/StyleSheet.ts';
import { byteLengthOf } from './document/byteLengthOf.ts';
import { ATTRIBUTION_CSS, attributionHtml } from './document/attributionHtml.ts';
import { contentSecurityPolicy, portableDigest } from './document/contentSecurityPolicy.ts';
import { headHtml, webAddress } from './document/headHtml.ts';
import { shareImageOf } from './document/shareImageOf.ts';
import {
  analyticsIdOf,
  VISIT_COUNTING_CSS,
  VISIT_COUNTING_SCRIPT,
  VISIT_COUNTING_SOURCES,
  visitCountingHtml,
} from './document/visitCounting.ts';
import { checkLookup } from './checkLookup.ts';
import { checkRenderOptions } from './checkRenderOptions.ts';
import { attributesHtml } from './html/attributes.ts';
import { escapeHtml } from './html/escapeHtml.ts';
import { addResponsiveBackground } from './layout/addResponsiveBackground.ts';
import { WIDE_QUERY } from './layout/contentEdgeCss.ts';
import { renderSection } from './layout/renderSection.ts';
import { RenderState } from './layout/RenderState.ts';
import { readPage, type SafePage } from './page/readPage.ts';
import type { RenderedPage, RenderOptions } from './RenderOptions.ts';

/** Target of the skip link. `cleanHtmlId` never returns this id, so no block can have it. */
const CONTENT_ID = 'cobble:content';
const SHA256_BASE64 = /^[\w+/]{43}=$/;

/**
 * Renders a page as a complete HTML document for publishing, preview and export. Pure, in Node and
 * in browsers. The document has no JavaScript unless visits are counted or an embed can be activated.
 *
 * The page is untrusted: any JSON object renders to a safe document, and invalid parts are left out.
 *
 * @param page the page's JSON, as in the editor
 * @throws CobbleError `input_invalid` (details: `path`) for a page that is not an object, for an
 *   option or a field of an option that does not exist, has the wrong type or cannot be used, and
 *   for a lookup that returns a promise or another wrong value; `kit_invalid` for invalid kits; and
 *   `page_too_large` (details: `limit`) for a document above `maxBytes`. An error that a function of
 *   the options throws is passed on
 */
export function renderPage(page: Page, options: RenderOptions = {}): RenderedPage {
  checkRenderOptions(options);
  const safe = readPage(page, readKits(options.kits), options.messages?.untitled);
  const state = new RenderState(safe, options);
  const sections = renderSections(state);
  // Before the variants of the background: link previews use the first file of the page.
  const frameCss = pageCss(state);
  addPageBackground(state);
  const { t } = state;
  const { site = {} } = options;
  const analyticsId = analyticsIdOf(site.analyticsId);
  const attribution = attributionHtml(options.attributionUrl, t);
  const { fontBaseUrl = '/fonts', fonts: filesOf = bundledFontFiles } = options;
  const fontFiles: FontLookup = (family) => checkLookup('fonts', filesOf(family));
  const fontBase = /^[\w:/.%~-]*$/.test(fontBaseUrl) ? fontBaseUrl : '/fonts';
  const fonts = state.fonts.css(fontFiles, fontBase);
  const preloads = state.fonts.preloadsHtml(fontFiles, fontBase);
  const css = [
    fonts,
    baseCss(safe),
    attribution && ATTRIBUTION_CSS + attributionSpaceCss(safe),
    analyticsId && VISIT_COUNTING_CSS,
    frameCss,
    state.sheet.toCss(),
    state.sheet.toDesktopCss(PHONE_QUERY),
    state.sheet.toWideCss(WIDE_QUERY),
    phoneBaseCss(safe),
    state.sheet.toPhoneCss(PHONE_QUERY),
  ]
    .filter(Boolean)
    .join('\n');
  // Before the digests, which take time too.
  state.requireSize(css.length + sections.length);
  const scripts = [...state.scripts];
  const icon = state.addressOf(site.iconUrl);
  const digest = digestBy(options.sha256);
  const image = shareImageOf(state, () =>
    digest(css + sections)
      .replace(/\W/g, '')
      .slice(0, 12),
  );
  const title = state.hasH1 ? '' : `<h1 class="unseen">${escapeHtml(safe.title)}</h1>`;
  const csp = contentSecurityPolicy(
    css,
    { asset: options.assetBaseUrl ?? '', font: options.fontBaseUrl ?? '' },
    {
      images: [...state.assets, ...(icon === null ? [] : [icon])],
      media: state.media,
      frames: [...state.frames],
      digest,
      scripts: [
        ...(analyticsId === null
          ? []
          : [{ text: VISIT_COUNTING_SCRIPT, ...VISIT_COUNTING_SOURCES }]),
        ...scripts.map((text) => ({ text })),
      ],
    },
  );
  const policy = options.policyInHead === true ? csp : null;
  const linkTo = (href: string): string => state.linkTo(href);
  const html = `<!DOCTYPE html>
<html${attributesHtml({ lang: safe.lang })}>
<head>
${headHtml(safe, { policy, url: webAddress(options.url), image, icon, site, linkTo, t })}
${preloads && `${preloads}\n`}<style>${css}</style>
</head>
<body>
<a class="skip" href="#${CONTENT_ID}">${escapeHtml(t('skipToContent'))}</a>
<div class="page"><main id="${CONTENT_ID}" tabindex="-1">${title}
${sections}</main></div>
${attribution}${analyticsId === null ? '' : visitCountingHtml(analyticsId, t)}${scripts.map((text) => `<script>${text}</script>`).join('')}</body>
</html>
`;
  const weight = { html: byteLengthOf(html), css: byteLengthOf(css) };
  state.requireSize(weight.html);
  return {
    html,
    css,
    csp,
    assets: [
      ...new Set([...state.assets, ...(icon === null ? [] : [icon])]),
      ...state.media,
      ...fontFilesOf(fonts),
    ],
    weight,
    warnings: state.warnings,
  };
}

/** The host's SHA-256 with its results checked, because a wrong one would block all styles. */
function digestBy(sha256: RenderOptions['sha256']): (text: string) => string {
  if (!sha256) return portableDigest;
  return (text) => {
    const digest: unknown = sha256(text);
    if (typeof digest === 'string' && SHA256_BASE64.test(digest)) return digest;
    throw inputError('options.sha256', 'must return the digest in base64, synchronously');
  };
}

function renderSections(state: RenderState): string {
  let originY = 0;
  const { sections } = state.page;
  return sections
    .map((section, index) => {
      const isLast = index === sections.length - 1;
      const html = renderSection(section, { originY, isLast }, state);
      originY += section.position.height * state.page.referenceWidthPx;
      return html;
    })
    .join('');
}

/**
 * Adds the variants of the page's background, which is as wide as the content and as tall as the
 * page.
 */
function addPageBackground(state: RenderState): void {
  const { background, hideOverflow, referenceWidthPx, sections } = state.page;
  const heights = sections.map(({ position }) => position.height * referenceWidthPx);
  const heightPx = heights.reduce((sum, each) => sum + each, 0);
  addResponsiveBackground(state, 'main', background, {
    widthPx: hideOverflow ? referenceWidthPx : GEOMETRY.maxContentWidthPx,
    heightPx,
    referenceWidthPx,
    phone: {
      gutterPx: 0,
      overPx: referenceWidthPx,
      size: { widthPx: referenceWidthPx, heightPx },
    },
  });
}

/** Background, border and surrounding colour of the page. */
function pageCss(state: RenderState): string {
  const { background, border, borderColor }: SafePage = state.page;
  const color = background.color ?? '#FFFFFF';
  const backgroundDeclarations = declarationsCss(
    backgroundCss(background, (url) => state.asset(url)),
  );
  const frame = border
    ? `main::after{${declarationsCss([
        ['z-index', '200000'],
        ['border', `${scaledLength(border.widthPx)} ${border.style} ${border.color}`],
      ])}}`
    : '';
  return `body{${declarationsCss([['background-color', borderColor ?? color]])}}main{${backgroundDeclarations}}${frame}`;
}

function fontFilesOf(css: string): string[] {
  return [...css.matchAll(/url\("([^"]+)"\)/g)].flatMap(([, url]) => url ?? []);
}
