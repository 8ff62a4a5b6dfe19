import * as z from 'zod';
import { assetUrlSchema } from '../../links/assetUrl.ts';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  /** The stored image; '' while it is a placeholder or is being uploaded. */
  url: assetUrlSchema,
  /** Size of the stored image, px. */
  naturalWidth: z.number().int().min(1).max(20_000).optional(),
  naturalHeight: z.number().int().min(1).max(20_000).optional(),
  /** The file is on its way and `url` is '' until it is there; never part of what is published. */
  isUploading: z.boolean().optional(),
});

/** An image. Its box shows it with `cover`, so that a changed ratio crops and never distorts. */
export const image = defineBlock({
  type: 'image',
  content,
  capabilities: { keepsAspect: true, uploads: true, mirrors: true },
  defaultContent: () => ({ url: '' }),
  defaultStyles: {},
  aspectRatio: ({ naturalWidth, naturalHeight }) =>
    naturalWidth && naturalHeight ? naturalHeight / naturalWidth : null,
});
