import * as z from 'zod';
import { blockIdSchema } from '../../model/Block.ts';
import { clientIdSchema } from './clientMessages.ts';
import { positionUnitSchema } from './intents.ts';

const counter = z.number().int().min(0);
const edit = z.object({ path: z.array(z.string()), to: z.unknown().optional() });

/**
 * The effect of an op on the page: concrete values and no conditions, so that every replay gives
 * the same page. Applied in this order: whole, added, updated, removed, page.
 */
export const pagePatchSchema = z.object({
  /** A whole page that replaces the previous one; only in the room's own migration op. */
  whole: z.looseObject({ things: z.record(z.string(), z.unknown()) }).optional(),
  /** Added blocks, parents before their children. */
  added: z.array(z.looseObject({ uuid: blockIdSchema })).optional(),
  updated: z
    .array(
      z.object({
        uuid: blockIdSchema,
        position: positionUnitSchema.optional(),
        zIndex: z.number().int().optional(),
        groupOrder: z.number().int().optional(),
        values: z.array(edit).optional(),
      }),
    )
    .optional(),
  removedUuids: z.array(blockIdSchema).optional(),
  page: z.array(edit).optional(),
});

/** The client id of a room's own ops. Not a valid id for clients. */
export const ROOM_CLIENT_ID = '@room';

/** One entry of a room's stream: the decision on one op, and its acknowledgement. */
export const streamEntrySchema = z.object({
  seq: counter,
  /** The number of the owner that stored it. */
  epoch: counter,
  clientId: clientIdSchema.or(z.literal(ROOM_CLIENT_ID)),
  accountId: z.number().int(),
  mid: counter,
  /** Applied as sent, modified because the page had changed, or rejected. */
  status: z.enum(['applied', 'modified', 'rejected']),
  patch: pagePatchSchema,
  /** Why it was rejected, or why values of it were left out (`content_version_differs`). */
  code: z.string().max(64).optional(),
  /** For example the removed blocks (`gone`), or the path of an invalid value. */
  details: z.record(z.string(), z.unknown()).optional(),
});

/** The effect of an entry on the page. */
export type PagePatch = z.infer<typeof pagePatchSchema>;
/** One entry of a room's stream: the decision on one op, and its acknowledgement. */
export type StreamEntry = z.infer<typeof streamEntrySchema>;
