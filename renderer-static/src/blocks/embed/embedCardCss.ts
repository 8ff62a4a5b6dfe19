import { CARD_COLORS } from '@cobble/engine';
import { fontFamilyCss } from '@cobble/engine/fonts';

const { background, line, title, action, screen } = CARD_COLORS;

/**
 * Styles of embed cards: the site's icon on its colour with text, or for videos a dark screen with
 * a play button. Lengths that depend on the block's size are in shared classes.
 */
export const EMBED_CARD_CSS =
  `.e{position:absolute;inset:0;display:flex;align-items:center;overflow:hidden;border-radius:inherit;background:${background};` +
  `box-shadow:inset 0 0 0 1.5px ${line};color:${title};font-family:${fontFamilyCss('Inter')};line-height:1.3;text-decoration:none}` +
  '.e-c{flex-direction:column;justify-content:center;text-align:center}.e-m{justify-content:center}' +
  '.e-t{display:grid;place-items:center;flex:none;aspect-ratio:1;border-radius:28%}.e-t svg{width:56%;height:56%}' +
  '.e-w{display:block;min-width:0;max-width:100%}.e-w>span{display:block;overflow:hidden;text-overflow:ellipsis}' +
  '.e-h{display:-webkit-box!important;-webkit-box-orient:vertical;-webkit-line-clamp:3;font-weight:600;overflow-wrap:anywhere}' +
  '.e-r .e-h{display:block!important;white-space:nowrap}' +
  `.e-a{white-space:nowrap;color:${action};text-decoration:none}:is(a.e:hover .e-a,a.e-a:hover){color:${title};text-decoration:underline}` +
  // The button covers the card except for its link. Without a button the link covers the whole
  // card.
  `.e-go{display:none;margin:0;padding:0 .75em;border:1.5px solid;border-radius:99px;background:none;color:${title};font:inherit;font-weight:600;line-height:1.5;white-space:nowrap;cursor:pointer}` +
  '.e-on .e-go{display:inline-block}.e-go::after,a.e-a::after{content:"";position:absolute;inset:0}.e-go svg{width:.85em;height:.85em;margin-right:.4em;vertical-align:-.06em}' +
  '.e-on a.e-a{position:relative;z-index:1}.e-on a.e-a::after{inset:-4px -6px}.e-on .e-l{margin-top:.3em}a.e-a:focus-visible{outline-offset:-2px}' +
  `.e-go:hover{background:${title};color:${background}}.e-go:focus-visible{outline:0;box-shadow:none}` +
  '.e-go:focus-visible::after{outline:3px solid #2B4EFF;outline-offset:-3px;box-shadow:inset 0 0 0 5px #fff;border-radius:10px}' +
  '.e-l{display:flex!important;flex-wrap:wrap;justify-content:center;align-items:center;gap:.2em .8em}.e-r .e-l{justify-content:start}.e-r .e-a{max-width:100%;overflow:hidden;text-overflow:ellipsis}' +
  // One line for the button; a link that does not fit next to it wraps out of view.
  '.e-on:is(.e-r,.e-s) .e-l{height:calc(1.5em + 3px)}.e-on.e-s .e-h{-webkit-line-clamp:2}' +
  '.e>iframe{position:absolute;inset:0;width:100%;height:100%;border:0}' +
  // Videos.
  `.e-v{background:${screen};box-shadow:none;color:#fff}.e-v>img{position:absolute;width:100%;height:100%;object-fit:cover}` +
  '.e-v .e-w{position:absolute;inset:auto 0 0;pointer-events:none;background:linear-gradient(rgb(0 0 0/0),rgb(0 0 0/.82) 70%)}' +
  '.e-a svg{width:1.15em;height:1.15em;margin-right:.45em;vertical-align:-.22em}.e-v .e-h{display:block!important;white-space:nowrap}.e-v .e-a,a.e-v:hover .e-a,.e-v a.e-a:hover{color:#fff}' +
  '.e-v a.e-a{display:inline-block;pointer-events:auto}.e-v:not(.e-on) a.e-a::after{inset:-999px 0 0}.e-v .e-go{position:absolute;inset:0;width:100%;height:100%;border:0;border-radius:inherit;background:none}' +
  '.e-p{position:relative;display:grid;place-items:center;margin:auto;aspect-ratio:1;border-radius:50%;background:rgb(255 255 255/.94);color:#1E1A16;box-shadow:0 2px 10px rgb(0 0 0/.35)}' +
  '.e-p svg{width:46%;height:46%;margin-left:8%}' +
  '@media (prefers-reduced-motion:no-preference){.e-p{transition:scale .16s ease-out}a.e:hover .e-p,.e-on:hover .e-p{scale:1.08}}';
