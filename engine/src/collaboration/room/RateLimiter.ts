import type { Clock } from '../Clock.ts';
import type { ClientMessage, SentOp } from '../protocol/clientMessages.ts';
import { countCommands, countUndoneRemovals } from '../protocol/intents.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';

/** Messages that are refused beyond the limits; all others are dropped. */
const REFUSED: ReadonlySet<unknown> = new Set<ClientMessage['type']>([
  'hello',
  'catch-up',
  'acquire-locks',
  'release-locks',
  'ops',
  'op-part',
]);

/** Null within the limits; `drop` for an unstored message beyond them; else when to retry. */
export type Limited = null | 'drop' | { readonly retryAfterMs: number };

/** Limits what one connection sends: ops, characters, and other messages. */
export class RateLimiter {
  private readonly ops: TokenBucket;
  private readonly chars: TokenBucket;
  private readonly messages: TokenBucket;
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
    const now = clock.now();
    this.ops = new TokenBucket(ROOM_LIMITS.opBurst, ROOM_LIMITS.opsPerSecond, now);
    this.chars = new TokenBucket(ROOM_LIMITS.charBurst, ROOM_LIMITS.charsPerSecond, now);
    this.messages = new TokenBucket(ROOM_LIMITS.messageBurst, ROOM_LIMITS.messagesPerSecond, now);
  }

  /**
   * Whether a message that is not parsed yet is beyond the limits by its size, or as another one of
   * too many.
   */
  checkUnparsed(type: unknown, chars: number): Limited {
    const now = this.clock.now();
    // How many ops a message contains is only known once it is parsed.
    const isOps = type === 'ops';
    const hasMessage = isOps || this.messages.has(1, now);
    const hasChars = this.chars.has(chars, now);
    if (hasMessage && hasChars) return null;
    const waitMs = isOps ? 0 : this.messages.waitMs(1);
    return limitedFor(type, Math.max(waitMs, this.chars.waitMs(chars)));
  }

  /**
   * Counts a message that is within the limits. A message beyond them costs nothing: the room has
   * only read it, and otherwise its sender would wait longer with every retry.
   *
   * @param blocks the number of blocks on the page, on which the cost of commands and of sending
   *   the page depends
   */
  check(message: ClientMessage, chars: number, blocks: number): Limited {
    const now = this.clock.now();
    // The first part of an op is charged for the whole op.
    const isFirstPart = message.type === 'op-part' && message.index === 0;
    const size = isFirstPart ? Math.max(chars, message.chars) : chars + costOf(message, blocks);
    const count = message.type === 'ops' ? message.ops.length : 1;
    const bucket = message.type === 'ops' || isFirstPart ? this.ops : this.messages;
    const [hasTokens, hasChars] = [bucket.has(count, now), this.chars.has(size, now)];
    if (hasTokens && hasChars) {
      bucket.charge(count);
      this.chars.charge(size);
      return null;
    }
    return limitedFor(message.type, Math.max(bucket.waitMs(count), this.chars.waitMs(size)));
  }

  /** Counts the commands of an op that has arrived in parts. */
  chargeCommands(op: SentOp, blocks: number): void {
    this.charge(costOfCommands(op, blocks));
  }

  /** Counts a message that is malformed or too large. */
  chargeMalformed(chars: number): void {
    this.messages.charge(1);
    this.charge(chars);
  }

  /** Counts the characters of a response. */
  charge(chars: number): void {
    this.chars.charge(chars);
  }
}

/** The limit on a message of a type that may be sent after some time. */
export function limitedFor(type: unknown, waitMs: number): Limited {
  return REFUSED.has(type) ? { retryAfterMs: waitMs + 100 } : 'drop';
}

/** The additional characters that a message counts as, for the work that it causes per block. */
function costOf(message: ClientMessage, blocks: number): number {
  // The response contains the page.
  if (message.type === 'hello' && message.lastSeq === null)
    return blocks * ROOM_LIMITS.commandCharsPerBlock;
  const ops = message.type === 'ops' ? message.ops : [];
  return ops.reduce((sum, op) => sum + costOfCommands(op, blocks), 0);
}

/** The additional characters that commands and undone removals of an op count as. */
function costOfCommands({ intents }: SentOp, blocks: number): number {
  const { commandCharsPerBlock, maxRestoredChars } = ROOM_LIMITS;
  return (
    countCommands(intents) * blocks * commandCharsPerBlock +
    countUndoneRemovals(intents) * maxRestoredChars
  );
}

/** Allows `burst` tokens at once, refilled at `perSecond`. */
class TokenBucket {
  private tokens: number;
  private updatedMs: number;
  private readonly burst: number;
  private readonly perSecond: number;

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.tokens = burst;
    this.updatedMs = nowMs;
  }

  /** Refills the bucket. Returns whether it has enough tokens; a full one always does. */
  has(count: number, nowMs: number): boolean {
    const refilled = (Math.max(0, nowMs - this.updatedMs) / 1000) * this.perSecond;
    this.tokens = Math.min(this.burst, this.tokens + refilled);
    this.updatedMs = nowMs;
    return this.tokens >= Math.min(count, this.burst);
  }

  /** Takes tokens, going into debt if there are not enough. */
  charge(count: number): void {
    this.tokens -= count;
  }

  /** The time until there are enough tokens. */
  waitMs(count: number): number {
    const missing = Math.max(0, Math.min(count, this.burst) - this.tokens);
    return Math.ceil((missing / this.perSecond) * 1000);
  }
}
