import * as z from 'zod';
import { blockIdSchema } from '../../model/Block.ts';
import { defineBlock } from '../BlockDefinition.ts';

/**
 * The layouts of a group. All of them are laid out as freeform: children keep their positions
 * (docs/decisions/0009).
 */
export const LAYOUT_KINDS = ['freeform', 'grid', 'horizontal', 'vertical'] as const;

const content = z.looseObject({
  groupDisplay: z.enum(LAYOUT_KINDS),
  /** The order of sections from the top of the page; unused in nested groups. */
  groupOrder: z.number().int().min(0).max(100_000),
  /**
   * The ids of the children in the author's reading order. Ids of other blocks are ignored.
   * Children that are not listed are read in the order of their positions.
   */
  readingOrder: z.array(blockIdSchema).max(10_000).optional(),
});

/** A box that contains other blocks. Without a parent it is a section of the page. */
export const group = defineBlock({
  type: 'group',
  content,
  capabilities: { containsBlocks: true, hasText: true },
  role: 'group',
  defaultContent: () => ({ groupDisplay: 'freeform' as const, groupOrder: 0 }),
  remapIds: (value, idOf) =>
    value.readingOrder
      ? { ...value, readingOrder: value.readingOrder.flatMap((uuid) => idOf(uuid) ?? []) }
      : value,
});
