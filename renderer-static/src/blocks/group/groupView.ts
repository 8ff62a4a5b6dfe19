import type { StaticView } from '../../RenderOptions.ts';

/** A box that holds other blocks, laid out like a section. Its words, if any, name it as a link. */
export const groupView: StaticView = (group, context) => {
  const html = context.children(group);
  const hasWords = />[^<]*[^<\s][^<]*</.test(html);
  return {
    html,
    classes: ['f'],
    ...(hasWords ? {} : { label: group.altText ?? '' }),
  };
};
