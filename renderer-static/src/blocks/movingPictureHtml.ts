import { attributesHtml, type Attributes } from '../html/attributes.ts';
import type { PaintedWidth } from '../pictures/PaintedWidth.ts';
import type { Picture } from '../pictures/Picture.ts';
import { sourcesHtml } from '../pictures/pictureHtml.ts';
import type { StaticContext } from '../RenderOptions.ts';
import { pausableHtml, STILL_ONLY } from './pausableHtml.ts';

/** What moves is a video or a lighter picture where there is one; else it is the GIF as it is. */
export function movingPictureHtml(
  image: Attributes & { readonly class: string },
  picture: Picture,
  width: PaintedWidth,
  context: StaticContext,
): string {
  const { asset } = context;
  const { motion } = picture;
  const img = (more: Attributes): string => `<img${attributesHtml({ ...image, ...more })}>`;
  if (motion === undefined) {
    const stills = sourcesHtml(picture, width, asset, STILL_ONLY);
    return stills === '' ? img({}) : `<picture>${stills}${img({})}</picture>`;
  }
  // A picture's first frame; the GIF would move.
  const still = stillOf(picture, width, context);
  const stillHtml = `${sourcesHtml(picture, width, asset)}${img({ src: still ?? image.src, loading: 'lazy', fetchpriority: null })}`;
  const gif = img({ loading: 'lazy', fetchpriority: null });
  if (motion.type === 'image/webp') {
    const source = { type: motion.type, srcset: asset(motion.url) };
    return pausableHtml(
      { still: stillHtml, moving: `<source${attributesHtml(source)}>${gif}` },
      image.alt,
      context,
    );
  }
  return pausableHtml(
    {
      still: stillHtml,
      moving: gif,
      video: { address: context.media(motion.url), type: motion.type, poster: still, image },
    },
    image.alt,
    context,
  );
}

/** One file for what takes no list of them: the smallest that is sharp on an ordinary screen. */
function stillOf(picture: Picture, width: PaintedWidth, context: StaticContext): string | null {
  const files = picture.sources.at(-1)?.files ?? [];
  const file = files.find((each) => each.width >= width.onDesktopPx) ?? files.at(-1);
  return file === undefined ? null : context.asset(file.url);
}
