import { FACADE_COLORS, fontFamilyCss, SAFE_MODE_NOTICE } from '@cobble/engine';
import { insetCss, paddingPxOf } from '../../css/blockCss.ts';
import { attributesHtml } from '../../html/attributes.ts';
import { field, string } from '../../safe/read.ts';
import type { StaticView } from '../../RenderOptions.ts';
import { quietView } from '../quiet/quietView.ts';

const MAX_LENGTH = 100_000;

const CODE_CSS =
  'iframe.fill{border:0;border-radius:inherit}' +
  `.ce{position:absolute;inset:0;display:grid;place-items:center;overflow:hidden;border-radius:inherit;background:#EFE8DB;color:${FACADE_COLORS.action};` +
  `font-family:${fontFamilyCss('Inter')};line-height:1.4;text-align:center}`;

/**
 * The author's own HTML, in a frame of an origin that is nobody's: it cannot see or change the page,
 * its cookies or its storage, lead the page elsewhere, or run a script.
 */
export const codeEmbedView: StaticView = (block, context) => {
  const code = string(field(block.content, 'ceCode'), MAX_LENGTH)?.trim() ?? '';
  if (code === '') return quietView('code', block);
  context.useCss(CODE_CSS);
  if (context.isSafeMode) {
    context.useFont('Inter', { text: SAFE_MODE_NOTICE, bold: false, italic: false });
    const size = context.classFor([
      ['font-size', context.fontSize(16)],
      ['padding', context.length(12)],
    ]);
    return { html: `<div class="ce ${size}">${SAFE_MODE_NOTICE}</div>` };
  }
  const inset = insetCss(paddingPxOf(block, context.referenceWidthPx), context.length);
  const frame = attributesHtml({
    class: `fill ${context.classFor(inset)}`,
    title: block.altText?.trim() || 'Embedded code',
    // Without allow-scripts, and never with allow-same-origin: a frame of this page's own markup
    // lives under the page's policy, which lets no script run. Scripts need the third origin
    // (architecture.md, idea 10), from which alone such frames are to be served with them.
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    // A link in it opens beside the page: the frame itself may go nowhere.
    srcdoc: `<!DOCTYPE html><meta charset="utf-8"><base target="_blank">${code}`,
    loading: 'lazy',
  });
  return { html: `<iframe${frame}></iframe>` };
};
