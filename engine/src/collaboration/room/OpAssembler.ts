import { copyJson, isRecord } from '../../model/json.ts';
import type { Clock } from '../Clock.ts';
import { type ClientMessageOf, type SentOp, sentOpSchema } from '../protocol/clientMessages.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { ITEM_SIZE, measureJson } from '../protocol/measureJson.ts';
import { OpTextReader } from '../protocol/OpTextReader.ts';
import type { ConnectedClient } from './ConnectedClient.ts';
import type { OpQueue } from './OpQueue.ts';

type OpPart = ClientMessageOf<'op-part'>;

/** The parts of an op received so far. */
interface UnfinishedOp {
  readonly mid: number;
  readonly chars: number;
  readonly reader: OpTextReader;
  /** The number of parts and characters received. */
  parts: number;
  received: number;
  /** The memory that it counts as in the queue's. */
  memory: number;
  stopTimer: () => void;
}

/**
 * Joins the parts of large ops and queues the ops: one op of each connection at a time, within
 * limits for each account and for all. An op that gets no part for 30 s, or whose connection ends,
 * is dropped; its sender starts over.
 */
export class OpAssembler {
  private readonly unfinished = new Map<ConnectedClient, UnfinishedOp>();
  private readonly clock: Clock;
  private readonly queue: OpQueue;
  private readonly partChars: number;

  /** @param partChars the size of each part but the last; a part may be one shorter */
  constructor(clock: Clock, queue: OpQueue, partChars: number) {
    this.clock = clock;
    this.queue = queue;
    this.partChars = partChars;
  }

  /**
   * Whether a part continues an op, all of which was counted with its first part. Parts that are
   * too small do not, so that their number is limited.
   */
  isNext(client: ConnectedClient, { mid, index, chars, text }: OpPart): boolean {
    const op = this.unfinished.get(client);
    if (op?.mid !== mid || op.parts !== index || op.chars !== chars) return false;
    const received = op.received + text.length;
    const isWhole = text.length >= this.partChars - 1 && text.length <= this.partChars;
    return received === chars || (isWhole && received < chars);
  }

  /**
   * Receives a part, and acknowledges it if it continues an op. The first part of an op replaces
   * the client's unfinished op.
   *
   * @returns whether the part completed an op, which is now in the queue
   */
  receive(client: ConnectedClient, part: OpPart): boolean {
    const { after, mid, index, chars, text } = part;
    const newestMid = this.queue.newestMid(client.clientId ?? '');
    if (mid <= newestMid) {
      // Otherwise the next part would remain free of charge.
      if (this.unfinished.get(client)?.mid === mid) this.drop(client);
      return false;
    }
    const offered = { after: index === 0 ? after : newestMid, count: 1, chars };
    if (!this.queue.mayAdd(client, { ...offered, memory: text.length })) {
      this.drop(client);
      return false;
    }
    if (index === 0) this.start(client, mid, chars);
    const op = this.unfinished.get(client);
    if (op?.mid !== mid) {
      client.requestOpsAfter(newestMid);
      return false;
    }
    if (!this.isNext(client, part)) {
      if (index === 0) this.drop(client);
      return false;
    }
    if (!this.hasSpace(client, text.length)) {
      this.drop(client);
      client.refuse('rate_limited', { retryAfterMs: 1000 });
      return false;
    }
    op.received += text.length;
    op.parts += 1;
    op.reader.add(text);
    this.resize(client, op, op.reader.memory);
    op.stopTimer();
    op.stopTimer = this.clock.after(ROOM_TIMES.partsExpireMs, () => this.drop(client));
    client.send({ type: 'op-part-received', mid, index });
    if (op.received < op.chars) return false;
    const { memory } = op;
    this.drop(client);
    const complete = readOp(op) ?? { mid, baseSeq: 0, intents: [null] };
    client.chargeCommands(complete);
    const arrivedMs = this.clock.now();
    return this.queue.add(client, { after, ops: [complete], chars, memory, arrivedMs });
  }

  /** Drops the unfinished op of a client. */
  drop(client: ConnectedClient): void {
    const op = this.unfinished.get(client);
    if (!op) return;
    op.stopTimer();
    this.resize(client, op, 0);
    this.unfinished.delete(client);
  }

  private resize(client: ConnectedClient, op: UnfinishedOp, memory: number): void {
    this.queue.memory.add(client.session.accountId, memory - op.memory);
    op.memory = memory;
  }

  private start(client: ConnectedClient, mid: number, chars: number): void {
    this.drop(client);
    const stopTimer = (): void => undefined;
    const reader = new OpTextReader();
    const none = { parts: 0, received: 0, memory: 0 };
    this.unfinished.set(client, { mid, chars, reader, ...none, stopTimer });
  }

  /** Whether a client's account, and all accounts together, may have this many more characters. */
  private hasSpace(client: ConnectedClient, chars: number): boolean {
    let own = chars;
    let all = chars;
    for (const [other, { received }] of this.unfinished) {
      all += received;
      if (other.session.accountId === client.session.accountId) own += received;
    }
    const { maxUnfinishedChars, maxUnfinishedCharsPerAccount } = ROOM_LIMITS;
    return own <= maxUnfinishedCharsPerAccount && all <= maxUnfinishedChars;
  }
}

function readOp({ reader, mid }: UnfinishedOp): SentOp | null {
  try {
    const json = reader.value;
    if (!isRecord(json)) return null;
    // The intents are copied in several turns of the event loop, when the op is decided on.
    const { intents, ...rest } = json;
    if (measureJson(rest, ITEM_SIZE) === null) return null;
    const parsed = sentOpSchema.safeParse({ ...(copyJson(rest) as object), intents });
    return parsed.success && parsed.data.mid === mid ? parsed.data : null;
  } catch {
    return null;
  }
}
