import * as z from 'zod';
import { blockIdSchema } from '../../model/Block.ts';
import { clientIdSchema } from './clientMessages.ts';
import { placeUnitSchema } from './intents.ts';

const counter = z.number().int().min(0);
const edit = z.object({ path: z.array(z.string()), to: z.unknown().optional() });

/**
 * What an op has done to the page, decided once and for all: it names values, never conditions, so
 * that whoever replays it gets the same page. Applied in this order: whole, added, updated, removed.
 */
export const pagePatchSchema = z.object({
  /**
   * The whole page, in the place of all that was before: said by the room alone, when it has brought
   * a page of an older version to its own. Comes first.
   */
  whole: z.looseObject({ things: z.record(z.string(), z.unknown()) }).optional(),
  /** Whole blocks, what holds before what it holds. */
  added: z.array(z.looseObject({ uuid: blockIdSchema })).optional(),
  updated: z
    .array(
      z.object({
        uuid: blockIdSchema,
        position: placeUnitSchema.optional(),
        zIndex: z.number().int().optional(),
        groupOrder: z.number().int().optional(),
        values: z.array(edit).optional(),
      }),
    )
    .optional(),
  removedUuids: z.array(blockIdSchema).optional(),
  page: z.array(edit).optional(),
});

/** Under this name a room's own ops stand in its stream. No client can take it. */
export const ROOM_CLIENT_ID = '@room';

/** One entry of a room's stream: what became of one op. Also its acknowledgement. */
export const streamEntrySchema = z.object({
  seq: counter,
  /** The owner's number under which it was stored. */
  epoch: counter,
  clientId: clientIdSchema.or(z.literal(ROOM_CLIENT_ID)),
  accountId: z.number().int(),
  mid: counter,
  /** Applied as it was meant; changed, as the page had moved on; or not at all. */
  status: z.enum(['applied', 'modified', 'rejected']),
  patch: pagePatchSchema,
  /** Why it was rejected. */
  code: z.string().max(64).optional(),
  /** What about it: blocks that were gone, the path of what is wrong. */
  details: z.record(z.string(), z.unknown()).optional(),
});

/** What an entry does to the page, as it was done. */
export type PagePatch = z.infer<typeof pagePatchSchema>;
/** One numbered entry of the stream of a page: an op, and what became of it. */
export type StreamEntry = z.infer<typeof streamEntrySchema>;
