import * as z from 'zod';
import { defineBlock } from '../BlockDefinition.ts';

/** What a code embed shows where its code may not run. */
export const SAFE_MODE_NOTICE = 'Disabled in Safe Mode';

const content = z.looseObject({
  /** HTML of the author's own. It is never part of a page: it stands in a frame without rights. */
  ceCode: z.string().max(100_000),
});

/** The author's own HTML, for plans that allow it. Without its html it is refused. */
export const codeEmbed = defineBlock({
  type: 'code-embed',
  content,
  role: 'frame',
  needs: 'codeEmbeds',
  defaultSizePx: () => ({ width: 420, height: 280 }),
  defaultContent: () => ({ ceCode: '' }),
  altText: () => 'Embedded code',
});
