import { memo, type ReactNode } from 'react';

/** Resets rules that hosts apply to all elements of a kind, such as CSS resets and frameworks. */
const PLAIN = [
  'min-width:0',
  'min-height:0',
  'max-width:none',
  'max-height:none',
  'margin:0',
  'padding:0',
  'border:0',
  'transition:none',
].join(';');

/** Resets inherited properties that would change the page's text. */
const INHERITED = [
  'text-transform:none',
  'word-spacing:normal',
  'text-indent:0',
  'text-shadow:none',
  'hyphens:manual',
  'font-variant:normal',
  'font-stretch:normal',
].join(';');

/**
 * Protects the canvas from a host's global CSS: `canvas { max-width: 100% }` would collapse the
 * tiles, and `body { text-transform: uppercase }` would change text. The canvas's inline styles
 * override these rules.
 */
export const StyleReset = memo(function StyleReset(): ReactNode {
  return (
    <style>{`
[data-cobble-canvas] > * { ${INHERITED} }
[data-cobble-canvas] :is(canvas, div, svg):not(:is([data-cobble-text], [data-cobble-text-of-other]) *) { ${PLAIN} }`}</style>
  );
});
