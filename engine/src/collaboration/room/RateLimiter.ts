import type { Clock } from '../Clock.ts';
import type { ClientMessage, SentOp } from '../protocol/clientMessages.ts';
import { countCommands } from '../protocol/intents.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';

/** Messages that get a response; all others are dropped beyond the limits. */
const WITH_RESPONSE: ReadonlySet<ClientMessage['type']> = new Set([
  'hello',
  'catch-up',
  'acquire-locks',
  'release-locks',
  'ops',
  'op-part',
]);

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
   * Counts a message.
   *
   * @param blocks the number of blocks on the page, on which the cost of commands depends
   * @returns null if it is within the limits; `drop` for an unstored message beyond them; otherwise
   *   the delay after which to retry
   */
  check(
    message: ClientMessage,
    chars: number,
    blocks: number,
  ): null | 'drop' | { readonly retryAfterMs: number } {
    const now = this.clock.now();
    // The first part of an op is charged for the whole op.
    const isFirstPart = message.type === 'op-part' && message.index === 0;
    const size = isFirstPart ? Math.max(chars, message.chars) : chars + costOf(message, blocks);
    const count = message.type === 'ops' ? message.ops.length : 1;
    const bucket = message.type === 'ops' || isFirstPart ? this.ops : this.messages;
    if (bucket.take(count, now) && this.chars.take(size, now)) return null;
    if (!WITH_RESPONSE.has(message.type)) return 'drop';
    return { retryAfterMs: Math.max(bucket.waitMs(count), this.chars.waitMs(size)) + 100 };
  }

  /** Counts the commands of an op that has arrived in parts. */
  chargeCommands(op: SentOp, blocks: number): void {
    this.charge(costOfCommands(op, blocks));
  }

  /** Counts the characters of a response. */
  charge(chars: number): void {
    this.chars.charge(chars);
  }
}

/** The characters that a message counts as for what it makes the room do with each block. */
function costOf(message: ClientMessage, blocks: number): number {
  // The response contains the page.
  if (message.type === 'hello' && message.lastSeq === null)
    return blocks * ROOM_LIMITS.commandCharsPerBlock;
  const ops = message.type === 'ops' ? message.ops : [];
  return ops.reduce((sum, op) => sum + costOfCommands(op, blocks), 0);
}

/** The characters that the commands of an op count as. */
function costOfCommands({ intents }: SentOp, blocks: number): number {
  return countCommands(intents) * blocks * ROOM_LIMITS.commandCharsPerBlock;
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

  /**
   * Takes tokens. Returns false, and takes none, if there are not enough. What exceeds `burst` is
   * taken from later tokens.
   */
  take(count: number, nowMs: number): boolean {
    const refilled = (Math.max(0, nowMs - this.updatedMs) / 1000) * this.perSecond;
    this.tokens = Math.min(this.burst, this.tokens + refilled);
    this.updatedMs = nowMs;
    if (this.tokens < Math.min(count, this.burst)) return false;
    this.tokens -= count;
    return true;
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
