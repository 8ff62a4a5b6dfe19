import { attributesHtml, type Attributes } from '../html/attributes.ts';
import type { PaintedWidth } from './PaintedWidth.ts';
import type { Image } from './Image.ts';

/** What a `picture` needs so that its `img` is rounded as its block is. */
export const IMAGE_CSS = 'picture{border-radius:inherit}';

/** The address to load a file from; null leaves it out. */
type Asset = (url: string) => string | null;

/**
 * An `img`, in a `picture` with the files that screens may take where such are known; old browsers
 * take the `img` as it is.
 */
export function imageHtml(
  attributes: Attributes,
  image: Pick<Image, 'sources'> | null,
  width: PaintedWidth | null,
  asset: Asset,
): string {
  const img = `<img${attributesHtml(attributes)}>`;
  const sources = image && width ? sourcesHtml(image, width, asset) : '';
  return sources === '' ? img : `<picture>${sources}${img}</picture>`;
}

/** @param media where they hold */
export function sourcesHtml(
  { sources }: Pick<Image, 'sources'>,
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
