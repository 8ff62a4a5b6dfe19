import type { CssDeclarations } from '@cobble/engine';
import type { Picture } from './Picture.ts';

/** Shows a picture's placeholder where the picture will be: so few px that they look blurred. */
export function placeholderCss({ placeholder }: Pick<Picture, 'placeholder'>): CssDeclarations {
  return placeholder === undefined
    ? []
    : [
        ['background-image', `url("${placeholder}")`],
        ['background-size', 'cover'],
        ['background-position', 'center'],
      ];
}
