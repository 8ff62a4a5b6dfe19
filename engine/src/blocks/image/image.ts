import * as z from 'zod';
import { assetUrlSchema } from '../../links/assetUrl.ts';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  /** The stored image; '' for a placeholder. In the editor, a temporary URL during the upload. */
  url: assetUrlSchema,
  /** Size of the stored image, in px. */
  naturalWidth: z.number().int().min(1).max(20_000).optional(),
  naturalHeight: z.number().int().min(1).max(20_000).optional(),
  /** For hosts that show a placeholder (`url` is '') during the upload. Never published. */
  isUploading: z.boolean().optional(),
});

/**
 * An image. It covers its box (`cover`), so a changed aspect ratio crops it and never distorts it.
 *
 * Content: `url` is a path under `/assets/` or an `http(s)` URL ('' for a placeholder);
 * `naturalWidth` and `naturalHeight` are the stored image's size in px; `isUploading` marks a
 * placeholder whose image is being uploaded. Its text alternative is the block's `altText`.
 */
export const image = defineBlock({
  type: 'image',
  content,
  capabilities: { keepsAspect: true, uploads: true, mirrors: true },
  defaultContent: () => ({ url: '' }),
  defaultStyles: {},
  aspectRatio: ({ naturalWidth, naturalHeight }) =>
    naturalWidth && naturalHeight ? naturalHeight / naturalWidth : null,
});
