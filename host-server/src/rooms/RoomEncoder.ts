import { Encoder, type Packet, PacketType } from 'socket.io-parser';

/**
 * Writes packets of Socket.IO. A message that is sent to many clients is written once, instead of once
 * for each: with 30 in a room, that is most of what an edit costs.
 */
export class RoomEncoder extends Encoder {
  /** As long as the messages exist, which is until they are sent. */
  private static readonly written = new WeakMap<object, unknown[]>();

  override encode(packet: Packet): unknown[] {
    const message = messageOf(packet);
    if (message === null) return super.encode(packet) as unknown[];
    const written = RoomEncoder.written.get(message) ?? (super.encode(packet) as unknown[]);
    RoomEncoder.written.set(message, written);
    return written;
  }
}

/** What everyone may be sent; null for anything else, such as a part that is to be confirmed. */
function messageOf({ type, nsp, id, data }: Packet): object | null {
  if (type !== PacketType.EVENT || nsp !== '/' || id !== undefined) return null;
  const [name, message] = data as readonly unknown[];
  if (name !== 'message' || typeof message !== 'object') return null;
  return message;
}
