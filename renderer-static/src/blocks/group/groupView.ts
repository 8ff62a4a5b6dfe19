import type { StaticView } from '../../RenderOptions.ts';

/** A group, laid out like a section. If it is a link, its text names it. */
export const groupView: StaticView = (group, context) => {
  const html = context.children(group);
  const hasText = />[^<]*[^<\s][^<]*</.test(html);
  return {
    html,
    classes: ['f'],
    ...(hasText ? {} : { label: group.altText ?? '' }),
  };
};
