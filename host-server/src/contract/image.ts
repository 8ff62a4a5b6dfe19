import { z } from 'zod';

/** Largest number of images in one call. */
export const MAX_IMAGE_NAMES = 100;

const NAME = /^[0-9a-f]{32}\.(?:png|gif|jpg)$/;

/** Names of stored images, separated by commas; other names are ignored. */
export const imageNamesSchema = z
  .string()
  .max(MAX_IMAGE_NAMES * 40)
  .transform((text) =>
    text
      .split(',')
      .filter((name) => NAME.test(name))
      .slice(0, MAX_IMAGE_NAMES),
  );

/** Largest number of embeds in one call. */
export const MAX_EMBEDS = 100;

/** Embed blocks as in a page; other blocks are ignored. */
export const embedsSchema = z
  .array(z.object({ type: z.string().max(40), content: z.record(z.string(), z.unknown()) }))
  .max(MAX_EMBEDS);

/** An image for `renderPage`. */
export const imageSchema = z.object({
  url: z.string().optional(),
  width: z.number().int(),
  height: z.number().int(),
  sources: z
    .array(
      z.object({
        type: z.enum(['image/avif', 'image/webp']),
        files: z.array(z.object({ url: z.string(), width: z.number().int() })).readonly(),
      }),
    )
    .readonly(),
  placeholder: z.string().optional(),
  isAnimated: z.boolean().optional(),
  motion: z.object({ type: z.enum(['video/mp4', 'image/webp']), url: z.string() }).optional(),
});
