import * as z from 'zod';
import { defineBlock } from '../BlockDefinition.ts';

const ids = z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).max(100);

const content = z.looseObject({
  /** Whose posts, and of which channels; the first account's are asked for. */
  channelFilters: z.looseObject({ accountIds: ids, channelIds: ids }),
});

/** Posts of an account, the newest first. */
export const channel = defineBlock({
  type: 'channel',
  content,
  capabilities: { holdsText: true },
  role: 'list',
  defaultSizePx: () => ({ width: 480, height: 320 }),
  defaultContent: () => ({ channelFilters: { accountIds: [], channelIds: [] } }),
  defaultStyles: { borderRadiusPx: 12 },
  altText: () => 'Posts',
});
