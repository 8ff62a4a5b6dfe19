import * as z from 'zod';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  /** HTML by the author. It is never inserted into the page, only into a sandboxed frame. */
  ceCode: z.string().max(100_000),
});

/** HTML by the author, for plans that allow it. It is rejected without html. */
export const codeEmbed = defineBlock({
  type: 'code-embed',
  content,
  role: 'frame',
  needs: 'codeEmbeds',
  defaultSizePx: () => ({ width: 420, height: 280 }),
  defaultContent: () => ({ ceCode: '' }),
  altText: () => 'Embedded code',
});
