import { memo, type ReactNode } from 'react';

/** What a host may say of all elements of a kind, as resets and frameworks do, and what it then is here. */
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

/** What is inherited from the host and would change the page's words. */
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
 * Keeps a host's rules for all elements from the canvas: `canvas { max-width: 100% }` would fold up
 * its tiles, `body { text-transform: uppercase }` change words. The canvas's own looks are written
 * on its elements, and stand above these.
 */
export const OwnLooks = memo(function OwnLooks(): ReactNode {
  return (
    <style>{`
[data-cobble-canvas] > * { ${INHERITED} }
[data-cobble-canvas] :is(canvas, div, svg):not([data-cobble-text] *) { ${PLAIN} }`}</style>
  );
});
