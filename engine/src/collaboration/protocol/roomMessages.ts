import * as z from 'zod';
import { blockIdSchema, blockTypeSchema, contentVersionSchema } from '../../model/Block.ts';
import {
  caretSchema,
  clientIdSchema,
  cursorSchema,
  progressSchema,
  viewSchema,
} from './clientMessages.ts';
import { ROOM_LIMITS } from './limits.ts';
import { listOf } from './listOf.ts';
import { streamEntrySchema } from './streamEntry.ts';

const counter = z.number().int().min(0);
const MAX_NAME_CHARS = 200;

/** A display name. A longer one is shortened: it is only shown, and must not keep anyone out. */
export const displayNameSchema = z
  .string()
  // Half a surrogate pair is not a character.
  .overwrite((name) => name.slice(0, MAX_NAME_CHARS).replace(/[\ud800-\udbff]$/, ''));

/** A lock on a block. */
export const lockSchema = z.object({
  thingUuid: blockIdSchema,
  clientId: clientIdSchema,
  accountId: z.number().int(),
  /** The lock's number; edits of texts name it. */
  epoch: counter,
});

/** A client in the room, and what it is doing; never stored. */
export const presenceSchema = z.object({
  clientId: clientIdSchema,
  /** -1 for a visitor, and for a client in quiet mode except to other clients of its account. */
  accountId: z.number().int(),
  name: displayNameSchema.optional(),
  /** Whether the client stays until it is in `left`, even if it does nothing. */
  here: z.boolean().optional(),
  /** Whether the client shows neither its name nor what it does. */
  quiet: z.boolean().optional(),
  /** The id of the client whose view it follows. */
  following: clientIdSchema.nullable().optional(),
  /** The ids of clients that may not follow it. */
  stoppedFollowers: z.array(clientIdSchema).optional(),
  cursor: cursorSchema.shape.point.optional(),
  selection: z.array(blockIdSchema).optional(),
  uploading: z.array(blockIdSchema).optional(),
  inProgress: progressSchema.nullable().optional(),
  caret: caretSchema.nullable().optional(),
  /** The visible part of the page; only sent to those who follow the client. */
  view: viewSchema.nullable().optional(),
});

/** The lowest version that the content of a type's blocks has. */
const contentVersion = z.object({ type: blockTypeSchema, version: contentVersionSchema });

/** What was published, and by whom. */
export const publishedSchema = z.object({
  seq: counter,
  /** The published page's new fields. */
  page: z.looseObject({ revision: counter.optional(), updatedAt: z.string().optional() }),
  publishedBy: z.object({ accountId: z.number().int(), name: displayNameSchema.optional() }),
});

const acknowledgement = streamEntrySchema.omit({ patch: true });

/** Any message from a room to a client. */
export const roomMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    protocol: counter,
    role: z.enum(['owner', 'editor', 'sampler', 'viewer']),
    /** Whether the page was made by a newer editor than the client's. */
    readOnly: z.boolean(),
    epoch: counter,
    /** The head of the stream, and the seq of the page if there is one. */
    seq: counter,
    /** The client's newest op in the stream. */
    lastMid: counter,
    /** The page; absent if `entries` continue from the client's `lastSeq`. */
    page: z.unknown().optional(),
    /**
     * Without a page, the lowest versions of the content on the room's page, by type; 1 for a type
     * that is not in the list, and for all types if an older room sends no list. A client whose page
     * has later ones has migrated it, and requests the room's page.
     */
    contentVersions: listOf(contentVersion, ROOM_LIMITS.maxContentVersions).optional(),
    entries: z.array(streamEntrySchema),
    /** Acknowledgements of the client's ops that are not in `entries`. */
    acknowledged: z.array(acknowledgement),
    locks: z.array(lockSchema),
    present: z.array(presenceSchema),
  }),
  /** The next entries of the stream, without gaps. */
  z.object({ type: z.literal('stream'), entries: z.array(streamEntrySchema) }),
  /** The head of the stream, sent every few seconds so that clients notice missing entries. */
  z.object({
    type: z.literal('head'),
    seq: counter,
    /** The epochs of all locks: the message that another one has ended may be lost. */
    lockEpochs: z.array(counter).optional(),
    /** The ids of the clients that are here: the message that another one has left may be lost. */
    here: z.array(clientIdSchema).optional(),
  }),
  /** Ops are missing: send all ops after `lastMid` again. */
  z.object({ type: z.literal('resend'), lastMid: counter }),
  /** The receipt of an `op-part`: the next may be sent. */
  z.object({ type: z.literal('op-part-received'), mid: counter, index: counter }),
  z.object({
    type: z.literal('lock-acquired'),
    locks: z.array(lockSchema),
    /** In the response to a request: its time by the client's clock. */
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
    /** Apply these before `changed`: a client in both has left and returned. */
    left: z.array(clientIdSchema),
  }),
  z.object({ type: z.literal('role'), role: z.enum(['owner', 'editor', 'sampler', 'viewer']) }),
  publishedSchema.extend({ type: z.literal('update-with-published-page') }),
  z.object({ type: z.literal('upgrade-required'), protocol: counter }),
  z.object({
    type: z.literal('error'),
    code: z.string().max(64),
    retryAfterMs: z.number().min(0).optional(),
    /** For rejected ops: the sender's ops up to this one are accepted. */
    lastMid: counter.optional(),
  }),
]);

/** A lock on a block, with its holder. */
export type Lock = z.infer<typeof lockSchema>;
/** A client in the room, and what it is doing; never stored. */
export type Presence = z.infer<typeof presenceSchema>;
export type ContentVersion = z.infer<typeof contentVersion>;
export type Acknowledgement = z.infer<typeof acknowledgement>;
/** Any message from a room to a client. */
export type RoomMessage = z.infer<typeof roomMessageSchema>;
export type RoomMessageOf<Type extends RoomMessage['type']> = Extract<RoomMessage, { type: Type }>;
