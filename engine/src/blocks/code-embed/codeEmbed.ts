import * as z from 'zod';
import { defineBlock } from '../BlockDefinition.ts';

const content = z.looseObject({
  /** The author's HTML. It is never inserted into the page, only into a sandboxed frame. */
  ceCode: z.string().max(100_000),
});

/** The author's own HTML and scripts, on plans that allow them. A new block is empty. */
export const codeEmbed = defineBlock({
  type: 'code-embed',
  content,
  role: 'frame',
  needs: 'codeEmbeds',
  defaultSizePx: () => ({ width: 420, height: 280 }),
  defaultContent: () => ({ ceCode: '' }),
  altText: () => 'Embedded code',
});
