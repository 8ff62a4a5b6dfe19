import * as z from 'zod';
import { blockIdSchema } from '../../model/Block.ts';
import { clientIdSchema, cursorSchema, progressSchema } from './clientMessages.ts';
import { streamEntrySchema } from './streamEntry.ts';

const counter = z.number().int().min(0);

/** A lock on a block, as all in the room see it. */
export const lockSchema = z.object({
  thingUuid: blockIdSchema,
  clientId: clientIdSchema,
  accountId: z.number().int(),
  /** Its number; an edit of a text names it. */
  epoch: counter,
});

/** What someone in the room is just doing; never stored. */
export const presenceSchema = z.object({
  clientId: clientIdSchema,
  accountId: z.number().int(),
  name: z.string().max(200).optional(),
  cursor: cursorSchema.shape.point.optional(),
  selection: z.array(blockIdSchema).optional(),
  inProgress: progressSchema.nullable().optional(),
});

const acknowledgement = streamEntrySchema.omit({ patch: true });

/** All that a room says to a client. */
export const roomMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    protocol: counter,
    role: z.enum(['owner', 'editor', 'sampler', 'viewer']),
    /** True when the page was made by a newer editor than the client's. */
    readOnly: z.boolean(),
    epoch: counter,
    /** The head of the stream; the page, if there is one, stands there. */
    seq: counter,
    /** The newest op of this client that is in the stream. */
    lastMid: counter,
    /** The whole page; absent when `entries` lead there from where the client is. */
    page: z.unknown().optional(),
    entries: z.array(streamEntrySchema),
    /** With a page: what became of the client's ops that it did not know of. */
    acknowledged: z.array(acknowledgement),
    locks: z.array(lockSchema),
    present: z.array(presenceSchema),
  }),
  /** The next entries of the stream, without a gap among them. */
  z.object({ type: z.literal('stream'), entries: z.array(streamEntrySchema) }),
  /** Where the stream stands, every few seconds: who has missed its end finds out. */
  z.object({ type: z.literal('head'), seq: counter }),
  /** Ops are missing before those that came: send again what comes after. */
  z.object({ type: z.literal('resend'), lastMid: counter }),
  z.object({
    type: z.literal('lock-acquired'),
    locks: z.array(lockSchema),
    /** To whom has asked: when that was, by the own clock. */
    at: z.number().optional(),
  }),
  z.object({ type: z.literal('lock-released'), locks: z.array(lockSchema) }),
  z.object({
    type: z.literal('lock-refused'),
    thingUuids: z.array(blockIdSchema),
    code: z.string().max(64),
    retryAfterMs: z.number().min(0).nullable(),
  }),
  z.object({
    type: z.literal('presence'),
    changed: z.array(presenceSchema),
    left: z.array(clientIdSchema),
  }),
  z.object({ type: z.literal('role'), role: z.enum(['owner', 'editor', 'sampler', 'viewer']) }),
  z.object({
    type: z.literal('update-with-published-page'),
    seq: counter,
    /** What the server says of the published page. */
    page: z.looseObject({ revision: counter.optional(), updatedAt: z.string().optional() }),
    publishedBy: z.object({ accountId: z.number().int(), name: z.string().max(200).optional() }),
  }),
  z.object({ type: z.literal('upgrade-required'), protocol: counter }),
  z.object({
    type: z.literal('error'),
    code: z.string().max(64),
    retryAfterMs: z.number().min(0).optional(),
    /** Of ops that are refused: the newest of the sender's that is taken all the same. */
    lastMid: counter.optional(),
  }),
]);

/** Who is editing a block, and the number of that lock. */
export type Lock = z.infer<typeof lockSchema>;
/** What somebody in the room is doing: pointer, selection, drags in progress; never stored. */
export type Presence = z.infer<typeof presenceSchema>;
export type Acknowledgement = z.infer<typeof acknowledgement>;
/** Anything that a room says to a client. */
export type RoomMessage = z.infer<typeof roomMessageSchema>;
export type RoomMessageOf<Type extends RoomMessage['type']> = Extract<RoomMessage, { type: Type }>;
