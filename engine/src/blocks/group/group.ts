import * as z from 'zod';
import { blockIdSchema } from '../../model/Block.ts';
import { defineBlock } from '../BlockDefinition.ts';

/**
 * How a group lays out what it holds. All kinds are laid out as freeform: what a group holds keeps
 * the places that it has (docs/decisions/0009).
 */
export const LAYOUT_KINDS = ['freeform', 'grid', 'horizontal', 'vertical'] as const;

const content = z.looseObject({
  groupDisplay: z.enum(LAYOUT_KINDS),
  /** The order of sections from the top of the page; unused in nested groups. */
  groupOrder: z.number().int().min(0).max(100_000),
  /**
   * The ids of what it holds in the order in which its author wants them read. Ids of blocks that it
   * does not hold are ignored; blocks that are not named come where their place puts them.
   */
  readingOrder: z.array(blockIdSchema).max(10_000).optional(),
});

/** A box that holds other blocks; without a parent it is a section of the page. */
export const group = defineBlock({
  type: 'group',
  content,
  capabilities: { holdsBlocks: true, holdsText: true },
  role: 'group',
  defaultContent: () => ({ groupDisplay: 'freeform' as const, groupOrder: 0 }),
  remapIds: (value, idOf) =>
    value.readingOrder
      ? { ...value, readingOrder: value.readingOrder.flatMap((uuid) => idOf(uuid) ?? []) }
      : value,
});
