import type { StaticView } from '../../RenderOptions.ts';

/** A placeholder for blocks of an unknown type or with unreadable content: a dashed frame. */
export const unknownView: StaticView = (block) => ({
  html: '',
  classes: ['quiet', 'unknown'],
  label: block.altText ?? '',
  role: 'img',
});
