import { copyJson } from '../../model/json.ts';
import type { Clock } from '../Clock.ts';
import { type ClientMessageOf, type SentOp, sentOpSchema } from '../protocol/clientMessages.ts';
import { ROOM_LIMITS, ROOM_TIMES } from '../protocol/limits.ts';
import { measureJson, OP_SIZE } from '../protocol/measureJson.ts';
import type { ConnectedClient } from './ConnectedClient.ts';

type OpPart = ClientMessageOf<'op-part'>;

/** The parts of an op received so far. */
interface UnfinishedOp {
  readonly mid: number;
  readonly chars: number;
  readonly parts: string[];
  received: number;
  stopTimer: () => void;
}

/**
 * - `SentOp`: the part completes this op; if its text is no op, one that will be rejected
 * - `incomplete`: the sender may send the next part
 * - `repeated`: not the next part of the client's unfinished op
 * - `unknown`: the client has no such unfinished op and must start over
 * - `full`: the unfinished ops of all clients take up too much memory
 */
type PartOutcome = SentOp | 'incomplete' | 'repeated' | 'unknown' | 'full';

/**
 * Joins the parts of large ops: one op of each connection at a time, within a limit for all of them.
 * An op that gets no part for 30 s, or whose connection ends, is dropped; its sender starts over.
 */
export class OpAssembler {
  private readonly unfinished = new Map<ConnectedClient, UnfinishedOp>();
  private receivedChars = 0;
  private readonly clock: Clock;
  private readonly partChars: number;

  /** @param partChars the size of each part but the last */
  constructor(clock: Clock, partChars: number) {
    this.clock = clock;
    this.partChars = partChars;
  }

  /**
   * Whether a part continues an op, all of which was counted with its first part. Parts that are too
   * small do not, so that their number is limited.
   */
  isNext(client: ConnectedClient, { mid, index, chars, text }: OpPart): boolean {
    const op = this.unfinished.get(client);
    if (op?.mid !== mid || op.parts.length !== index || op.chars !== chars) return false;
    const received = op.received + text.length;
    const isWhole = text.length >= this.partChars - 1 && text.length <= this.partChars;
    return received === chars || (isWhole && received < chars);
  }

  /** Adds a part. The first part of an op replaces the client's unfinished op. */
  add(client: ConnectedClient, part: OpPart): PartOutcome {
    const { mid, index, chars, text } = part;
    if (index === 0) {
      this.drop(client);
      const stopTimer = (): void => undefined;
      this.unfinished.set(client, { mid, chars, parts: [], received: 0, stopTimer });
    }
    const op = this.unfinished.get(client);
    if (op?.mid !== mid) return 'unknown';
    if (!this.isNext(client, part)) {
      if (index === 0) this.drop(client);
      return 'repeated';
    }
    if (this.receivedChars + text.length > ROOM_LIMITS.maxUnfinishedChars) {
      this.drop(client);
      return 'full';
    }
    op.parts.push(text);
    op.received += text.length;
    this.receivedChars += text.length;
    op.stopTimer();
    op.stopTimer = this.clock.after(ROOM_TIMES.partsExpireMs, () => this.drop(client));
    if (op.received < op.chars) return 'incomplete';
    this.drop(client);
    return readOp(op.parts.join(''), mid) ?? { mid, baseSeq: 0, intents: [null] };
  }

  /** Drops the unfinished op of a client. */
  drop(client: ConnectedClient): void {
    const op = this.unfinished.get(client);
    if (!op) return;
    op.stopTimer();
    this.receivedChars -= op.received;
    this.unfinished.delete(client);
  }
}

function readOp(text: string, mid: number): SentOp | null {
  try {
    const json: unknown = JSON.parse(text);
    if (measureJson(json, OP_SIZE) === null) return null;
    const parsed = sentOpSchema.safeParse(copyJson(json));
    return parsed.success && parsed.data.mid === mid ? parsed.data : null;
  } catch {
    return null;
  }
}
