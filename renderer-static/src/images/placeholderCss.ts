import type { CssDeclarations } from '@cobble/engine';
import type { Image } from './Image.ts';

/** Shows an image's placeholder where the image will be: so few px that they look blurred. */
export function placeholderCss({ placeholder }: Pick<Image, 'placeholder'>): CssDeclarations {
  return placeholder === undefined
    ? []
    : [
        ['background-image', `url("${placeholder}")`],
        ['background-size', 'cover'],
        ['background-position', 'center'],
      ];
}
