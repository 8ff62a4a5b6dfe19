import * as z from 'zod';
import { assetUrlSchema } from '../../links/assetUrl.ts';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  /** The stored file; '' if there is none yet. In the editor, a temporary URL during the upload. */
  url: assetUrlSchema,
  title: z.string().max(500),
  /** For hosts that show a placeholder (`url` is '') during the upload. Never published. */
  isUploading: z.boolean().optional(),
});

/** An audio file with a title, played by the browser's own player. */
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
