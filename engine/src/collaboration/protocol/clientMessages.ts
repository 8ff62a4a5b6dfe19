import * as z from 'zod';
import { blockIdSchema } from '../../model/Block.ts';
import { placeUnitSchema } from './intents.ts';
import { ROOM_LIMITS } from './limits.ts';

/** The name under which a client numbers its ops. */
export const clientIdSchema = z.string().regex(/^[\w-]{1,64}$/);
const counter = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const thingUuids = z.array(blockIdSchema).min(1).max(ROOM_LIMITS.maxLocksPerClient);
const number = z.number().min(-100_000).max(100_000);

/** An op on its way to the room; its intents are read when it is applied, and answered for. */
export const sentOpSchema = z.object({
  mid: counter.min(1),
  baseSeq: counter,
  intents: z.array(z.unknown()).min(1),
  /** Locks under which texts were edited: the lock's epoch by block. */
  locks: z.record(blockIdSchema, counter).optional(),
});

/** What is being done to blocks and not stored: places by block, or one offset of many. */
export const progressSchema = z.object({
  type: z.literal('update-things'),
  inProgress: z.literal(true),
  updated: z
    .array(z.object({ uuid: blockIdSchema, position: placeUnitSchema }))
    .max(ROOM_LIMITS.maxPresenceThings),
  /** Blocks that move together, against where the stored page has them. */
  offset: z
    .object({
      thingUuids: z.array(blockIdSchema).max(ROOM_LIMITS.maxPresenceThings),
      dx: number,
      dy: number,
    })
    .optional(),
});

export const cursorSchema = z.object({
  type: z.literal('cursor'),
  /** Page space; null: not over the page. */
  point: z.object({ x: number, y: number }).nullable(),
});

export const selectionSchema = z.object({
  type: z.literal('selection'),
  thingUuids: z.array(blockIdSchema).max(ROOM_LIMITS.maxPresenceThings),
});

/** All that a client says to a room. */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.number().int().min(0).max(1000),
    editorVersion: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
    clientId: clientIdSchema,
    /** The newest entry of the stream that it has; null: it has no page yet. */
    lastSeq: counter.nullable(),
    /** The newest of its ops whose fate it knows. */
    lastMid: counter,
    /** The specification's "authenticate": checked against the session, never believed; -1 is nobody. */
    authenticate: z.object({ accountId: z.number().int() }),
  }),
  z.object({
    type: z.literal('ops'),
    /** The newest op of this client before these whose fate it knows, or that it has just sent. */
    after: counter,
    ops: z.array(sentOpSchema).min(1).max(ROOM_LIMITS.maxOpsPerMessage),
  }),
  z.object({ type: z.literal('catch-up'), lastSeq: counter }),
  z.object({
    type: z.literal('acquire-locks'),
    thingUuids,
    /** The client's own time, said back with the grant: its lease runs from here. */
    at: z.number(),
    /** Locks that it holds to its knowledge: their epochs, to get them back after a break. */
    held: z.record(blockIdSchema, counter).optional(),
  }),
  z.object({ type: z.literal('release-locks'), thingUuids }),
  progressSchema,
  cursorSchema,
  selectionSchema,
]);

/** Anything that a client says to a room. */
export type ClientMessage = z.infer<typeof clientMessageSchema>;
export type ClientMessageOf<Type extends ClientMessage['type']> = Extract<
  ClientMessage,
  { type: Type }
>;
export type SentOp = z.infer<typeof sentOpSchema>;
export type ProgressMessage = z.infer<typeof progressSchema>;
