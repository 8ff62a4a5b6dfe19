import * as z from 'zod';
import { blockIdSchema } from '../../model/Block.ts';
import { MAX_LENGTH } from '../../model/Position.ts';
import { ROOM_LIMITS } from './limits.ts';

const length = z.number().min(-MAX_LENGTH).max(MAX_LENGTH);
const size = z.number().min(0).max(MAX_LENGTH);
const order = z.number().int().min(-1_000_000).max(1_000_000);

/** A place as a unit; `parentUuid` is null for a section. */
export const placeUnitSchema = z.object({
  parentUuid: blockIdSchema.nullable(),
  x: length,
  y: length,
  width: size,
  height: size,
  rotationDeg: z.number().min(-360).max(360),
});

/** A key on the way to a value: never one through which a prototype could be reached. */
const pathKey = z
  .string()
  .max(200)
  .refine((key) => key !== '__proto__' && key !== 'constructor' && key !== 'prototype');
const path = z.array(pathKey).min(1).max(40);

/** A property by its path; without `to` it is taken away; with `from` only if it says that still. */
export const valueEditSchema = z.object({
  path,
  to: z.unknown().optional(),
  from: z.unknown().optional(),
  /** Whether `from` counts: an absent value cannot be told in JSON. */
  guarded: z.literal(true).optional(),
});

/** What is to become of one block, in the parts that merge one by one. */
export const thingUpdateSchema = z.object({
  uuid: blockIdSchema,
  /** The whole place, and the parent in whose space it was meant when it names the same parent. */
  position: placeUnitSchema.extend({ seenParentUuid: blockIdSchema.nullable() }).optional(),
  /** The place is written only where this is still the place. */
  positionFrom: placeUnitSchema.optional(),
  /**
   * The order of painting: `above` names the sibling below it (null: it is the lowest), absent for
   * blocks that only got another number. `to` is taken if it gives that order, else a new one made.
   */
  zIndex: z
    .object({ to: order, above: blockIdSchema.nullable().optional(), from: order.optional() })
    .optional(),
  /** A section's place among the sections: `after` names the one before it (null: the first). */
  groupOrder: z
    .object({ to: order, after: blockIdSchema.nullable().optional(), from: order.optional() })
    .optional(),
  values: z.array(valueEditSchema).max(1000).optional(),
});

const things = z
  .array(z.looseObject({ uuid: blockIdSchema }))
  .min(1)
  .max(ROOM_LIMITS.maxThingsPerIntent);

/**
 * Undoing or redoing: the sender has seen to it that it touches only what was its own, so that a
 * lock set since on what holds the blocks does not count.
 */
const replay = z.literal(true).optional();

/**
 * What an op is made of. Names and fields are the specification's messages. Blocks are checked when
 * the op is applied, not here, so that a wrong one is answered with its code and path.
 */
export const intentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('add-things'), things }),
  z.object({ type: z.literal('restore-things'), things }),
  z.object({
    type: z.literal('remove-things'),
    removedUuids: z.array(blockIdSchema).min(1).max(ROOM_LIMITS.maxThingsPerIntent),
    replay,
  }),
  z.object({
    type: z.literal('update-things'),
    updated: z.array(thingUpdateSchema).min(1).max(ROOM_LIMITS.maxThingsPerIntent),
    replay,
  }),
  z.object({
    type: z.literal('update-page'),
    /** The parts of the page that change, by path below `settings` or `style`, or a flag. */
    partialPage: z.array(valueEditSchema).min(1).max(1000),
  }),
]);

/** What an op is made of, in order. */
export const intentsSchema = z.array(intentSchema).min(1).max(ROOM_LIMITS.maxIntentsPerOp);

/** One thing that an op wants done to the page. */
export type Intent = z.infer<typeof intentSchema>;
export type ThingUpdate = z.infer<typeof thingUpdateSchema>;
export type RoomValueEdit = z.infer<typeof valueEditSchema>;
