import type { CssDeclarations } from '@cobble/engine';
import type { Image } from './Image.ts';

/** Shows an image's placeholder until the image has loaded. */
export function placeholderCss({ placeholder }: Pick<Image, 'placeholder'>): CssDeclarations {
  return placeholder === undefined
    ? []
    : [
        ['background-image', `url("${placeholder}")`],
        ['background-size', 'cover'],
        ['background-position', 'center'],
      ];
}
