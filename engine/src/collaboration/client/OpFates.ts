import { EMPTY_CHANGE } from '../../model/Change.ts';
import type { Acknowledgement } from '../protocol/roomMessages.ts';
import type { ClientDesk } from './ClientDesk.ts';
import { type FoundText, textsOfIntents } from './lostTextsOf.ts';
import type { PendingOp } from './OpQueue.ts';
import type { RejectedOp } from './RoomClient.ts';

/** What becomes of one's own ops: answered ones wait no longer, and words that got nowhere are kept. */
export class OpFates {
  private readonly desk: ClientDesk;
  private readonly onAnswer: () => void;

  /** @param onAnswer the room has answered for an op that waited */
  constructor(desk: ClientDesk, onAnswer: () => void) {
    this.desk = desk;
    this.onAnswer = onAnswer;
  }

  /** The room has said what became of an op; if it was this client's. */
  answered(fate: Acknowledgement): void {
    const { desk } = this;
    if (fate.clientId !== desk.clientId) return;
    const op = desk.queue?.answer(fate.mid);
    if (!op) return;
    this.onAnswer();
    const gone = fate.details?.gone;
    if (fate.status === 'rejected') {
      this.reject(op, fate.code ?? 'malformed', fate.details);
    } else if (Array.isArray(gone)) {
      this.keepTexts(textsOfIntents(op.intents, new Set(gone.map(String))));
    }
  }

  /**
   * What a role does not allow is taken back here, as the room will never answer for it.
   *
   * @param lastMid the newest op that the room has taken before: what became of it is yet to be heard
   */
  refusePending(code: string, lastMid: number): void {
    const { desk } = this;
    const { queue } = desk;
    if (!queue || !desk.shared) return;
    for (const op of queue.pending.filter(({ mid }) => mid > lastMid)) {
      queue.answer(op.mid);
      desk.deeds.done(op.mid, EMPTY_CHANGE);
      this.reject(op, code);
    }
    desk.rebase([]);
    desk.showQueue();
  }

  /** An op is not done: its words are kept, and whoever listens is told. */
  reject(op: PendingOp, code: string, details?: Readonly<Record<string, unknown>>): void {
    this.keepTexts(textsOfIntents(op.intents));
    const rejected: RejectedOp = { mid: op.mid, code, intents: op.intents };
    this.desk.tell((each) => each.onRejected?.(details ? { ...rejected, details } : rejected));
  }

  /** Keeps words that did not get into the page, to be offered. */
  keepTexts(texts: readonly FoundText[]): void {
    const { queue, options } = this.desk;
    for (const { thingUuid, text } of texts)
      queue?.keepText({
        id: options.createId(),
        thingUuid,
        text,
        keptAtMs: options.clock.now(),
      });
    this.desk.showQueue();
  }
}
