/** Stands in a frame's address for the host of the page, which only a browser knows for certain. */
export const PAGE_HOST = 'page.invalid';

/**
 * Puts a site's frame in the place of its facade once a visitor presses it, and lets the keyboard
 * into it. Where there is too little room for a player (`fit`), the facade stays the link that it is
 * without scripts. The same text for all pages, so that one hash allows it; all that differs stands
 * in the button.
 */
export const EMBED_SCRIPT =
  "(()=>{const all=[...document.querySelectorAll('.e-go')].map(go=>[go,go.closest('.e')]);" +
  "const fit=()=>{for(const [,box] of all)box.classList.toggle('e-on',box.clientWidth>=200&&box.clientHeight>=80)};" +
  "for(const [go,box] of all)go.onclick=()=>{const {src,sandbox,allow,referrer,title}=go.dataset,frame=document.createElement('iframe');" +
  "frame.title=title;frame.setAttribute('sandbox',sandbox);frame.allow=allow;frame.referrerPolicy=referrer;" +
  `frame.src=src.replace('${PAGE_HOST}',location.hostname);` +
  "for(const each of [...box.children])if(each.tagName!=='IMG')each.remove();box.append(frame);frame.focus()};" +
  "addEventListener('resize',fit);fit()})()";
