import type { CloseReason, RoomRole } from '@cobble/engine/collaboration';
import { z } from 'zod';

/**
 * What servers send to each other as lines of JSON. `client` is a number that the forwarding server
 * gives each connection and each request. Messages of rooms and clients are checked where they arrive.
 */
const client = z.number().int().min(0);
const page = z.number().int().min(1);
const accountId = z.number().int();
const role = z.enum(['owner', 'editor', 'sampler', 'viewer'] satisfies readonly RoomRole[]);
const reason = z.enum([
  'too_slow',
  'malformed_messages',
  'room_failed',
  'room_moved',
  'room_closed',
  'upgrade_required',
  'refused',
] satisfies readonly CloseReason[]);

const toOwner = z.discriminatedUnion('type', [
  /** Asks for the room of a page to be opened, for a client that will join. */
  z.object({ type: z.literal('prepare'), client, page, accountId }),
  /** A client for which the room was prepared joins. */
  z.object({
    type: z.literal('join'),
    client,
    session: z.object({ accountId, name: z.string().optional(), role }),
  }),
  /** A client has sent a message. */
  z.object({ type: z.literal('message'), client, message: z.unknown() }),
  z.object({ type: z.literal('role'), client, role }),
  z.object({ type: z.literal('left'), client }),
  /** A client has received the oldest part that it has not received. */
  z.object({ type: z.literal('received'), client }),
  z.object({ type: z.literal('draft'), client, page, accountId, request: z.unknown() }),
  /** A page was published. */
  z.object({ type: z.literal('published'), page, published: z.unknown() }),
  /** A page was replaced without its room. */
  z.object({ type: z.literal('replaced'), page }),
]);

const fromOwner = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prepared'), client }),
  /** The room cannot be opened, by a code of the API. */
  z.object({
    type: z.literal('refused'),
    client,
    code: z.string(),
    retryAfterSeconds: z.number().optional(),
  }),
  /** Another server owns the room, or this one is being stopped. */
  z.object({ type: z.literal('elsewhere'), client }),
  /** A message to several clients, which travels once. */
  z.object({ type: z.literal('message'), clients: z.array(client), message: z.unknown() }),
  /** A part of a large message, compressed, in base64. */
  z.object({ type: z.literal('part'), client, gzip: z.string(), isLast: z.boolean() }),
  z.object({ type: z.literal('close'), client, reason }),
  /** A piece of the JSON of a draft. */
  z.object({ type: z.literal('draft'), client, text: z.string(), isLast: z.boolean() }),
]);

/** What a forwarding server sends to the owner of a room. */
export type ToOwner = z.infer<typeof toOwner>;
/** What the owner of a room sends to a forwarding server. */
export type FromOwner = z.infer<typeof fromOwner>;

/** Reads a line of a forwarding server; null if it is none. */
export const readToOwner = readerOf(toOwner);
/** Reads a line of an owner; null if it is none. */
export const readFromOwner = readerOf(fromOwner);

function readerOf<Line>(schema: z.ZodType<Line>): (line: string) => Line | null {
  return (line) => {
    try {
      return schema.parse(JSON.parse(line));
    } catch {
      return null;
    }
  };
}
