import * as z from 'zod';
import { defineBlock } from '../BlockDefinition.ts';

const ids = z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).max(100);

const content = z.looseObject({
  /** The accounts whose posts are shown. `channelIds` has no effect. */
  channelFilters: z.looseObject({ accountIds: ids, channelIds: ids }),
});

/** The newest posts of some accounts. */
export const channel = defineBlock({
  type: 'channel',
  content,
  capabilities: { hasText: true },
  role: 'list',
  defaultSizePx: () => ({ width: 480, height: 320 }),
  defaultContent: () => ({ channelFilters: { accountIds: [], channelIds: [] } }),
  defaultStyles: { borderRadiusPx: 12 },
  altText: () => 'Posts',
});
