import type { StaticView } from '../../RenderOptions.ts';

/** A frame for blocks of an unknown type. */
export const unknownView: StaticView = (block) => ({
  html: '',
  classes: ['quiet', 'unknown'],
  label: block.altText ?? '',
  role: 'img',
});
