import type { StaticView } from '../../RenderOptions.ts';

/** A quiet frame where a block of a type stands that this renderer does not know. */
export const unknownView: StaticView = (block) => ({
  html: '',
  classes: ['quiet', 'unknown'],
  label: block.altText ?? '',
  role: 'img',
});
