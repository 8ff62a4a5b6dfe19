import { ROOM_LIMITS } from '@cobble/engine/collaboration';
import { Decoder } from 'socket.io-parser';

/** Socket.IO's packet that connects: the page's id, and nothing large. */
const CONNECT = /^0.{0,100}$/;
/** The packets that disconnect, and the receipt of a part. */
const SHORT = /^(?:1|3\d{1,10}\[\])$/;
const MESSAGE = '2["message",';

/** How many values a message may have, with those of its envelope. */
const MAX_VALUES = ROOM_LIMITS.maxMessageValues + 2;
const MAX_DEPTH = ROOM_LIMITS.maxMessageDepth + 2;

/**
 * Reads packets of Socket.IO. Whatever a client of ours does not send is refused before it is
 * parsed, which would take seconds for a message of many values: the connection is then closed. Each
 * connection has its own decoder.
 */
export class RoomDecoder extends Decoder {
  private readonly mayParse: () => boolean;
  private readonly whenItsTurn: (parse: () => void) => void;
  /** Whether the packet that connects has been received. */
  private hasConnected = false;

  /**
   * @param mayParse whether the sender of this packet has not sent too much.
   * @param whenItsTurn calls a function, which may throw, when this packet may be parsed: default: now.
   */
  constructor(
    mayParse: () => boolean,
    whenItsTurn: (parse: () => void) => void = (parse) => {
      parse();
    },
  ) {
    super();
    this.mayParse = mayParse;
    this.whenItsTurn = whenItsTurn;
  }

  override add(packet: unknown): void {
    if (typeof packet !== 'string' || !this.mayParse() || !isExpected(packet))
      throw new Error('Not a packet of a room');
    if (CONNECT.test(packet)) {
      // Socket.IO would connect again for each that arrives before the first is admitted.
      if (this.hasConnected) throw new Error('Not a packet of a room: it has connected before');
      this.hasConnected = true;
    }
    this.whenItsTurn(() => {
      super.add(packet);
    });
  }
}

function isExpected(packet: string): boolean {
  if (packet.startsWith(MESSAGE)) return hasFewValues(packet, MAX_VALUES, MAX_DEPTH);
  return CONNECT.test(packet) || SHORT.test(packet);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether JSON has at most so many values, nested at most so deep, and no object with more keys than
 * rooms accept, which would take long to parse. Reads the text once.
 */
export function hasFewValues(json: string, maxValues: number, maxDepth: number): boolean {
  let values = 1;
  let depth = 0;
  /** The number of keys of each object that is open; null for a list. */
  const keys: (number | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    // An opening bracket, or a comma before the next value.
    else if (code === 0x5b || code === 0x7b) {
      values += 1;
      depth += 1;
      keys[depth] = code === 0x7b ? 1 : null;
    } else if (code === 0x2c) {
      values += 1;
      const count = keys[depth] ?? null;
      if (count === ROOM_LIMITS.maxKeys) return false;
      if (count !== null) keys[depth] = count + 1;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (values > maxValues || depth > maxDepth) return false;
  }
  return true;
}

/** The index of the quote that ends a string. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
