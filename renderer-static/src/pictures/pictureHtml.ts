import { attributesHtml, type Attributes } from '../html/attributes.ts';
import type { PaintedWidth } from './PaintedWidth.ts';
import type { Picture } from './Picture.ts';

/** What a `picture` needs so that its `img` is rounded as its block is. */
export const PICTURE_CSS = 'picture{border-radius:inherit}';

/** The address to load a file from; null leaves it out. */
type Asset = (url: string) => string | null;

/**
 * An `img`, in a `picture` with the files that screens may take where such are known; old browsers
 * take the `img` as it is.
 */
export function pictureHtml(
  image: Attributes,
  picture: Pick<Picture, 'sources'> | null,
  width: PaintedWidth | null,
  asset: Asset,
): string {
  const img = `<img${attributesHtml(image)}>`;
  const sources = picture && width ? sourcesHtml(picture, width, asset) : '';
  return sources === '' ? img : `<picture>${sources}${img}</picture>`;
}

/** @param media where they hold */
export function sourcesHtml(
  { sources }: Pick<Picture, 'sources'>,
  width: PaintedWidth,
  asset: Asset,
  media: string | null = null,
): string {
  return sources
    .map(({ type, files }) => {
      const srcset = width
        .among(files)
        .flatMap((file) => {
          const address = asset(file.url);
          return address === null ? [] : [`${address} ${String(file.width)}w`];
        })
        .join(',');
      if (srcset === '') return '';
      return `<source${attributesHtml({ type, media, srcset, sizes: width.sizes })}>`;
    })
    .join('');
}
