/** Placeholder for the page's host in a frame's URL; only the browser knows the real one. */
export const PAGE_HOST = 'page.invalid';

/**
 * Replaces an embed card with the site's frame when a visitor activates it, and moves the focus
 * there. Cards that are too small for a player (`fit`) stay links, as they are without scripts.
 * The text is the same on all pages, so that one hash allows it; everything specific is in the
 * button's attributes.
 */
export const EMBED_SCRIPT =
  "(()=>{const all=[...document.querySelectorAll('.e-go')].map(go=>[go,go.closest('.e')]);" +
  "const fit=()=>{for(const [,box] of all)box.classList.toggle('e-on',box.clientWidth>=200&&box.clientHeight>=80)};" +
  "for(const [go,box] of all)go.onclick=()=>{const {src,sandbox,allow,referrer,title}=go.dataset,frame=document.createElement('iframe');" +
  "frame.title=title;frame.setAttribute('sandbox',sandbox);frame.allow=allow;frame.referrerPolicy=referrer;" +
  `frame.src=src.replace('${PAGE_HOST}',location.hostname);` +
  "for(const each of [...box.children])if(each.tagName!=='IMG')each.remove();box.append(frame);frame.focus()};" +
  "addEventListener('resize',fit);fit()})()";
