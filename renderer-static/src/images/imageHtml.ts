import { attributesHtml, type Attributes } from '../html/attributes.ts';
import type { PaintedWidth } from './PaintedWidth.ts';
import type { Image } from './Image.ts';

/** Lets an `img` inherit its block's rounded corners through a `picture` element. */
export const IMAGE_CSS = 'picture{border-radius:inherit}';

/** Returns the URL to load a file from; null to leave it out. */
type Asset = (url: string) => string | null;

/** An `img`, inside a `picture` with its variants if there are any. */
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

/** @param media media query of the sources */
export function sourcesHtml(
  { sources }: Pick<Image, 'sources'>,
  width: PaintedWidth,
  asset: Asset,
  media: string | null = null,
): string {
  return sources
    .map(({ type, files }) => {
      const srcset = width
        .selectFiles(files)
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
