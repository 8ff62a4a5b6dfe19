import { attributesHtml, type Attributes } from '../../html/attributes.ts';
import type { PaintedWidth } from '../../images/PaintedWidth.ts';
import type { Image } from '../../images/Image.ts';
import { sourcesHtml } from '../../images/imageHtml.ts';
import type { StaticContext } from '../../RenderOptions.ts';
import { pausableHtml, STILL_ONLY } from './pauseControls.ts';

/** Renders an animated image with its lighter video or WebP if there is one, else as the GIF. */
export function animatedImageHtml(
  attributes: Attributes & { readonly class: string },
  image: Image,
  width: PaintedWidth,
  context: StaticContext,
): string {
  const { asset } = context;
  const { motion } = image;
  const img = (more: Attributes): string => `<img${attributesHtml({ ...attributes, ...more })}>`;
  if (motion === undefined) {
    const stills = sourcesHtml(image, width, asset, STILL_ONLY);
    return stills === '' ? img({}) : `<picture>${stills}${img({})}</picture>`;
  }
  // The still is the first frame; the GIF itself would move.
  const still = stillOf(image, width, context);
  const stillHtml = `${sourcesHtml(image, width, asset)}${img({ src: still ?? attributes.src, loading: 'lazy', fetchpriority: null })}`;
  const gif = img({ loading: 'lazy', fetchpriority: null });
  if (motion.type === 'image/webp') {
    const source = { type: motion.type, srcset: asset(motion.url) };
    return pausableHtml(
      { still: stillHtml, moving: `<source${attributesHtml(source)}>${gif}` },
      attributes.alt,
      context,
    );
  }
  return pausableHtml(
    {
      still: stillHtml,
      moving: gif,
      video: {
        address: context.media(motion.url),
        type: motion.type,
        poster: still,
        image: attributes,
      },
    },
    attributes.alt,
    context,
  );
}

/**
 * The URL for elements without `srcset`: the smallest file that is sharp at 1x on a desktop, else
 * the largest; null if there is none.
 */
function stillOf(image: Image, width: PaintedWidth, context: StaticContext): string | null {
  const files = image.sources.at(-1)?.files ?? [];
  const file = files.find((each) => each.width >= width.onDesktopPx) ?? files.at(-1);
  return file === undefined ? null : context.asset(file.url);
}
