import { GEOMETRY, richTextCss } from '@cobble/engine';
import type { SafePage } from '../page/readPage.ts';
import { cssNumber, MIN_READABLE_PX, PX, scaledFontSize, TEXT_FLOOR } from './lengths.ts';
import { PHONE_QUERY } from './phoneQuery.ts';
import { declarationsCss } from './StyleSheet.ts';

/** Rules that every page starts with. */
export function baseCss(page: SafePage): string {
  const ref = cssNumber(page.referenceWidthPx);
  const texts = richTextCss({
    fontSize: scaledFontSize,
    heading: (level) => `.h${String(level)}`,
  })
    .map(([suffix, declarations]) => `.t${suffix}{${declarationsCss(declarations)}}`)
    .join('');
  const unit = `calc(${ref}*var(${PX}))`;
  return [
    '*,::before,::after{box-sizing:border-box}',
    'html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}',
    'body{margin:0}',
    // Unlike 100vw, the container's width excludes the scroll bar.
    '.page{container-type:inline-size}',
    `main{${PX}:min(1px,100cqw/${ref});${TEXT_FLOOR}:${String(MIN_READABLE_PX)}px;position:relative;` +
      `isolation:isolate;max-width:${page.hideOverflow ? unit : `${String(GEOMETRY.maxContentWidthPx)}px`};` +
      'min-height:100vh;margin:0 auto;overflow-x:clip}',
    'main::after,.s::before,.f::before{content:"";position:absolute;inset:0;border-radius:inherit;pointer-events:none}',
    // Pinned blocks are attached to the screen's edge, which may be outside the content's width.
    page.hasPins && !page.hideOverflow
      ? `@media not ${PHONE_QUERY}{.page{overflow-x:clip}main{overflow-x:visible}}`
      : '',
    '.s{position:relative;display:flow-root;isolation:isolate}',
    '.g,.n{display:grid;align-items:start}',
    '.c,.r,.h,.w{display:contents}',
    '.b{position:relative;display:block;min-width:0;color:inherit;text-decoration:none}',
    '.f{display:flow-root}',
    '.fill{position:absolute;display:block;overflow:visible}',
    'img.fill{object-fit:cover;border-radius:inherit;overflow:clip}',
    '.k{display:flex;align-items:center;gap:.5em}.k svg{flex:none;width:1.2em;height:1.2em}',
    '.quiet{background:#EFE8DB;color:#B9AC95}.quiet svg{position:absolute;inset:0;margin:auto;max-width:160px;width:42%;height:42%}',
    '.unknown{border:1.5px dashed #B9AC95;border-radius:10px}',
    texts,
    '.skip,.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}',
    '.skip:focus{z-index:9;width:auto;height:auto;margin:12px;padding:12px 16px;overflow:visible;clip-path:none;' +
      'border-radius:10px;background:#1E1A16;color:#FBF7F0;font:16px/1.4 system-ui,sans-serif}',
    ':focus-visible{outline:3px solid #2B4EFF;outline-offset:2px;box-shadow:0 0 0 2px #fff}',
    '.e-underline:is(:hover,:focus-visible){text-decoration:underline}',
    '.e-opacity:is(:hover,:focus-visible){opacity:.7}',
    '@media (prefers-reduced-motion:no-preference){' +
      '.e-grow,.e-opacity{transition:scale .16s ease-out,opacity .16s ease-out}.e-grow:is(:hover,:focus-visible){scale:1.05}' +
      '.e-wobble:is(:hover,:focus-visible){animation:wobble .5s ease-out}' +
      '@keyframes wobble{20%{transform:rotate(-3deg)}40%{transform:rotate(2.5deg)}60%{transform:rotate(-1.5deg)}80%{transform:rotate(1deg)}}}',
    '@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}',
    `@media ${PHONE_QUERY}{.no-phone{display:none!important}}`,
    `@media not ${PHONE_QUERY}{.no-desktop{display:none!important}}`,
  ].join('');
}

/** Space that the attribution needs next to the window, px. */
const ATTRIBUTION_SIDE_PX = 170;

/**
 * Bottom padding, so that the last lines can be scrolled out from under the floating attribution.
 * Not needed on screens with enough space next to the window.
 */
export function attributionSpaceCss(page: SafePage): string {
  const widthPx = page.referenceWidthPx + 2 * ATTRIBUTION_SIDE_PX;
  return `@media (max-width:${cssNumber(widthPx)}px){main{padding-bottom:56px}}`;
}

/** Base rules for phones; only the phone rules of blocks come after them. */
export function phoneBaseCss(page: SafePage): string {
  if (page.phoneLayout === 'scaled')
    return `@media ${PHONE_QUERY}{main{max-width:calc(${cssNumber(page.referenceWidthPx)}*var(${PX}))}}`;
  return (
    `@media ${PHONE_QUERY}{` +
    'main{max-width:none}.s{width:auto;margin:0}.g{display:block;margin:0}' +
    '.c{display:grid;align-items:start;position:relative;isolation:isolate;z-index:1}' +
    '.l{display:block}.l>.b{min-height:0}' +
    '.r{display:flex;flex-flow:row wrap;align-items:center;justify-content:center;gap:16px;padding:0 16px}.r>*{min-width:0}' +
    '.w{display:flow-root;align-self:start;container-type:inline-size}.w .r{padding:0}' +
    '.h{display:flow-root;position:relative;isolation:isolate;z-index:1}' +
    '.h>.b{position:absolute;inset:0;z-index:0;width:auto;height:auto;min-height:0;margin:0;rotate:none}' +
    'a.b::after{content:"";position:absolute;top:50%;left:50%;width:max(100%,24px);height:max(100%,24px);translate:-50% -50%}}'
  );
}
