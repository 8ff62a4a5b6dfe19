import { attributesHtml } from '../html/attributes.ts';
import { escapeHtml } from '../html/escapeHtml.ts';
import type { Translate } from '../messages/createTranslate.ts';

/**
 * Counts a visit with Google Analytics, unless the visitor opted out through Global Privacy
 * Control, Do Not Track or the button. No request is sent before that is known, no cookie is set,
 * and no data is shared with advertisers.
 *
 * The text is the same on all pages (the id is in the element's attributes), so that one hash
 * allows it.
 */
export const VISIT_COUNTING_SCRIPT =
  "(()=>{const box=document.querySelector('.count'),key='cobble:count',nav=navigator;let said=null;" +
  'try{said=localStorage.getItem(key)}catch{}' +
  "if(!box||nav.globalPrivacyControl||nav.doNotTrack==='1'||window.doNotTrack==='1'||said==='no')return;" +
  'const id=box.dataset.id,[no,yes]=box.querySelectorAll("button");' +
  'const say=(answer)=>{box.hidden=true;try{localStorage.setItem(key,answer)}catch{}};' +
  "no.onclick=()=>{window['ga-disable-'+id]=true;say('no')};yes.onclick=()=>say('yes');box.hidden=said==='yes';" +
  'window.dataLayer=window.dataLayer||[];function tag(){window.dataLayer.push(arguments)}' +
  "tag('consent','default',{ad_storage:'denied',ad_user_data:'denied',ad_personalization:'denied',analytics_storage:'denied'});" +
  "tag('js',new Date());tag('config',id);" +
  "const script=document.createElement('script');script.async=true;script.src='https://www.googletagmanager.com/gtag/js?id='+id;document.head.append(script)})()";

/** Origins that the policy must allow for the script. */
export const VISIT_COUNTING_SOURCES = {
  script: 'https://www.googletagmanager.com',
  connect:
    'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
  image: 'https://www.googletagmanager.com https://*.google-analytics.com',
} as const;

/** Returns the id if it is a Google Analytics 4 id, else null. */
export function analyticsIdOf(id: unknown): string | null {
  return typeof id === 'string' && /^G-[A-Z0-9]{10}$/.test(id) ? id : null;
}

/**
 * The opt-out notice and the script. The notice is hidden until the script runs; without it, visits
 * are not counted.
 */
export function visitCountingHtml(id: string, t: Translate): string {
  const box = attributesHtml({
    class: 'count',
    'data-id': id,
    'aria-label': t('visitCounting'),
    lang: t('lang'),
    hidden: true,
  });
  return (
    `<aside${box}><p>${escapeHtml(t('visitCountingText'))}</p>` +
    `<div>${button(t('visitCountingRefuse'))}${button(t('visitCountingAccept'))}</div></aside>` +
    `<script>${VISIT_COUNTING_SCRIPT}</script>`
  );
}

const button = (text: string): string => `<button type="button">${escapeHtml(text)}</button>`;

/** Styles of the notice, in the corner opposite the attribution. */
export const VISIT_COUNTING_CSS =
  '.count{position:fixed;z-index:9;left:12px;bottom:12px;box-sizing:border-box;width:280px;max-width:calc(100vw - 24px);padding:12px 14px;' +
  'border:1.5px solid #1E1A16;border-radius:14px;background:#FBF7F0;color:#1E1A16;font:14px/1.4 system-ui,sans-serif;box-shadow:0 2px 6px #1E1A1626}' +
  '.count[hidden]{display:none}.count p{margin:0 0 10px}.count div{display:flex;gap:8px}' +
  '.count button{min-height:32px;padding:4px 12px;border:1.5px solid #1E1A16;border-radius:99px;background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer}' +
  '.count button:hover{background:#fff}@media (max-width:600px){.count{bottom:58px}}@media print{.count{display:none}}';
