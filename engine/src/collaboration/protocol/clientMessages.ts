import * as z from 'zod';
import { blockIdSchema, isBlockId } from '../../model/Block.ts';
import { isRecord } from '../../model/json.ts';
import { countCommands, positionUnitSchema } from './intents.ts';
import { ROOM_LIMITS } from './limits.ts';
import { listOf } from './listOf.ts';

/** The id under which a client numbers its ops. */
export const clientIdSchema = z.string().regex(/^[\w-]{1,64}$/);
const { maxCommands } = ROOM_LIMITS;
const counter = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const thingUuids = listOf(blockIdSchema, ROOM_LIMITS.maxLocksPerClient, 1);
/** Lock epochs by block. Stops at the first invalid one: zod would collect a problem for each. */
const lockEpochs = z.custom<Readonly<Record<string, number>>>(
  (value) =>
    isRecord(value) &&
    Object.keys(value).length <= ROOM_LIMITS.maxLocksPerOp &&
    Object.entries(value).every(([uuid, epoch]) => isBlockId(uuid) && isEpoch(epoch)),
);
const number = z.number().min(-100_000).max(100_000);

/**
 * An op as sent to the room. Its intents are parsed when it is applied, so that invalid ones are
 * rejected in the stream.
 */
export const sentOpSchema = z.object({
  mid: counter.min(1),
  baseSeq: counter,
  intents: z.custom<readonly unknown[]>((value) => Array.isArray(value) && value.length > 0),
  /** The epochs of the locks under which texts were edited, by block. */
  locks: lockEpochs.optional(),
});

/** A gesture in progress, not stored: positions by block, or one offset of many blocks. */
export const progressSchema = z.object({
  type: z.literal('update-things'),
  inProgress: z.literal(true),
  updated: listOf(
    z.object({ uuid: blockIdSchema, position: positionUnitSchema }),
    ROOM_LIMITS.maxPresenceThings,
  ),
  /** Blocks that move together, relative to their stored positions. */
  offset: z
    .object({
      thingUuids: listOf(blockIdSchema, ROOM_LIMITS.maxPresenceThings),
      dx: number,
      dy: number,
    })
    .optional(),
});

export const cursorSchema = z.object({
  type: z.literal('cursor'),
  /** In page space; null when the pointer is not over the page. */
  point: z.object({ x: number, y: number }).nullable(),
});

const caretPosition = z.number().int().min(0).max(ROOM_LIMITS.maxCaretPosition);

/** Where a client edits a text: positions in its ProseMirror document, uncommitted edits included. */
export const caretSchema = z.object({
  thingUuid: blockIdSchema,
  anchor: caretPosition,
  head: caretPosition,
});

const viewSize = number.min(0);

/** The visible part of the page, in page space. */
export const viewSchema = z.object({ x: number, y: number, width: viewSize, height: viewSize });

/** Everything about a client's presence except its cursor and gestures: what is absent has ended. */
export const selectionSchema = z.object({
  type: z.literal('selection'),
  thingUuids: listOf(blockIdSchema, ROOM_LIMITS.maxPresenceThings),
  /** The blocks that have no file in the room because the client is still uploading it. */
  uploading: listOf(blockIdSchema, ROOM_LIMITS.maxPresenceThings).optional(),
  caret: caretSchema.optional(),
  /** Sent while someone follows the client. */
  view: viewSchema.optional(),
  /** The id of the client whose view this one follows. */
  following: clientIdSchema.optional(),
  /** The ids of clients that may not follow this one. */
  stoppedFollowers: listOf(clientIdSchema, ROOM_LIMITS.maxStoppedFollowers).optional(),
  /** Whether others are shown neither its name nor what it does. */
  quiet: z.boolean().optional(),
});

/** Any message from a client to a room. */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    protocol: z.number().int().min(0).max(1000),
    editorVersion: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
    clientId: clientIdSchema,
    /** The newest entry of the stream that the client has; null requests the page. */
    lastSeq: counter.nullable(),
    /** Every op of the client up to this one is acknowledged. */
    lastMid: counter,
    /** The specification's "authenticate": checked against the session; -1 for a visitor. */
    authenticate: z.object({ accountId: z.number().int() }),
  }),
  z
    .object({
      type: z.literal('ops'),
      /**
       * The client's op before the first of these: acknowledged, or sent just before; 0 if the
       * client starts over with its oldest pending op, as on a new connection.
       */
      after: counter,
      ops: listOf(sentOpSchema, ROOM_LIMITS.maxOpsPerMessage, 1),
    })
    .refine(({ ops }) => countCommands(ops.flatMap(({ intents }) => intents)) <= maxCommands),
  /** A part of the JSON of an op that is sent in parts. The next follows its receipt. */
  z.object({
    type: z.literal('op-part'),
    /** As in `ops`. */
    after: counter,
    mid: counter.min(1),
    index: z.number().int().min(0).max(1000),
    /** Characters of all parts. */
    chars: z.number().int().min(1).max(ROOM_LIMITS.maxOpChars),
    text: z.string().min(1).max(ROOM_LIMITS.partChars),
  }),
  z.object({ type: z.literal('catch-up'), lastSeq: counter }),
  z.object({
    type: z.literal('acquire-locks'),
    thingUuids,
    /** The client's time, returned with the grant; the lease is counted from it. */
    at: z.number(),
    /**
     * The epochs of locks that the client believes it holds. At first, a new owner of the room
     * grants only these.
     */
    held: lockEpochs.optional(),
  }),
  z.object({ type: z.literal('release-locks'), thingUuids }),
  progressSchema,
  cursorSchema,
  selectionSchema,
]);

/** Any message from a client to a room. */
export type ClientMessage = z.infer<typeof clientMessageSchema>;
export type ClientMessageOf<Type extends ClientMessage['type']> = Extract<
  ClientMessage,
  { type: Type }
>;
export type SentOp = z.infer<typeof sentOpSchema>;
export type ProgressMessage = z.infer<typeof progressSchema>;

function isEpoch(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
