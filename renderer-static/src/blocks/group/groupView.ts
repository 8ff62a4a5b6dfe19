import type { StaticView } from '../../RenderOptions.ts';

/** A box that holds other blocks, laid out like a section. */
export const groupView: StaticView = (group, context) => ({
  html: context.children(group),
  classes: ['f'],
  label: group.altText ?? '',
});
