import { checkHyperlink } from '@cobble/engine';
import { attributesHtml } from '../html/attributes.ts';
import { escapeHtml } from '../html/escapeHtml.ts';
import type { Translate } from '../messages/createTranslate.ts';

/** The logo: three cobbles. */
const LOGO =
  '<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><rect x="1" y="10" width="8.5" height="8.5" rx="2.8" fill="#2B4EFF"/>' +
  '<rect x="10.8" y="10.6" width="8" height="7.9" rx="2.8" fill="#1E1A16"/><rect x="5.2" y="1" width="9" height="8" rx="2.8" fill="#FFB52E" transform="rotate(-6 10 5)"/></svg>';

/** "Made on Cobble", or '' without a valid target. */
export function attributionHtml(url: string | null | undefined, t: Translate): string {
  if (!url || checkHyperlink(url) !== null) return '';
  return `<footer class="made"><a${attributesHtml({ href: url })}>${LOGO}${escapeHtml(t('attribution'))}</a></footer>`;
}

/** A small pill in the corner, readable on any background. */
export const ATTRIBUTION_CSS =
  '.made{position:fixed;z-index:9;right:12px;bottom:12px}' +
  '.made a{display:flex;align-items:center;gap:6px;padding:7px 12px 7px 9px;border:1.5px solid #1E1A16;border-radius:99px;' +
  'background:#FBF7F0;color:#1E1A16;font:600 12px/1.2 system-ui,sans-serif;text-decoration:none;box-shadow:0 2px 6px #1E1A1626}' +
  '.made a:hover{background:#fff}' +
  '@media (prefers-reduced-motion:no-preference){.made a{transition:translate .16s ease-out}.made a:hover{translate:0 -2px}}' +
  '@media print{.made{display:none}}';
