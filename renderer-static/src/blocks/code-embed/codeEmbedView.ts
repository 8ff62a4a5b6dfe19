import { CARD_COLORS, parseUrl } from '@cobble/engine';
import { fontFamilyCss } from '@cobble/engine/fonts';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { escapeHtml } from '../../html/escapeHtml.ts';
import { field, string } from '../../page/readFields.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { placeholderView } from '../placeholder/placeholderView.ts';
import { CODE_EMBED_SANDBOX, codeEmbedDocument } from './codeEmbedDocument.ts';

const MAX_LENGTH = 100_000;

const CODE_CSS =
  'iframe.fill{border:0;border-radius:inherit}' +
  `.ce{position:absolute;inset:0;display:grid;place-items:center;overflow:hidden;border-radius:inherit;background:#EFE8DB;color:${CARD_COLORS.action};` +
  `font-family:${fontFamilyCss('Inter')};line-height:1.4;text-align:center}`;

/**
 * Renders an author's HTML in a frame with an opaque origin. It cannot read or change the page, its
 * cookies or its storage, nor navigate it. Scripts run only if `StaticContext.codeUrl` returns a
 * URL.
 */
export const codeEmbedView: StaticView = (block, context) => {
  const code = string(field(block.content, 'ceCode'), MAX_LENGTH)?.trim() ?? '';
  if (code === '') return placeholderView('code', block);
  context.useCss(CODE_CSS);
  if (context.isSafeMode) {
    const notice = context.t('safeMode');
    context.useFont('Inter', { text: notice, bold: false, italic: false });
    const size = context.classFor([
      ['font-size', context.fontSize(16)],
      ['padding', context.length(12)],
    ]);
    return { html: `<div class="ce ${size}">${escapeHtml(notice)}</div>` };
  }
  const inset = insetCss(paddingPxOf(block, context.referenceWidthPx), context.length);
  const served = addressOf(context.codeUrl(block.uuid, code));
  if (served !== null) context.useFrames(served.source);
  const frame = attributesHtml({
    class: `fill ${context.classFor(inset)}`,
    title: block.altText?.trim() || context.t.orElse('altText.code-embed', 'Embedded code'),
    // A srcdoc frame inherits the page's policy, which allows none of its scripts, so the sandbox
    // does not either.
    ...(served === null
      ? { sandbox: 'allow-popups allow-popups-to-escape-sandbox', srcdoc: codeEmbedDocument(code) }
      : { sandbox: CODE_EMBED_SANDBOX, src: served.url, referrerpolicy: 'no-referrer' }),
    loading: 'lazy',
  });
  return { html: `<iframe${frame}></iframe>` };
};

/** Parses an http(s) URL or a relative path, with the source that allows it in `frame-src`. */
function addressOf(url: string | null): { readonly url: string; readonly source: string } | null {
  if (url === null) return null;
  if (/^[\w][\w./-]*$/.test(url)) return { url, source: "'self'" };
  const parsed = /^https?:/i.test(url) ? parseUrl(url) : null;
  return parsed && { url: parsed.href, source: parsed.origin };
}
