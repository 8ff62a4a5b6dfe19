import * as z from 'zod';
import { assetUrlSchema } from '../../links/assetUrl.ts';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  /** The stored file; '' while there is none or it is being uploaded. */
  url: assetUrlSchema,
  title: z.string().max(500),
  /** The file is on its way and `url` is '' until it is there; never part of what is published. */
  isUploading: z.boolean().optional(),
});

/** Something to listen to, with a title and the browser's own player. */
export const audio = defineBlock({
  type: 'audio',
  content,
  capabilities: { uploads: true },
  role: 'media',
  defaultSizePx: () => ({ width: 420, height: 112 }),
  defaultContent: () => ({ url: '', title: '' }),
  defaultStyles: { borderRadiusPx: 12 },
  plainText: ({ title }) => title,
  altText: ({ title }) => title || 'Audio',
});
