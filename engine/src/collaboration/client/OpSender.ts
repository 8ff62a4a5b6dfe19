import { ROOM_TIMES } from '../protocol/limits.ts';
import type { ClientDesk } from './ClientDesk.ts';
import { opMessages } from './opMessages.ts';

/** How long edits wait for each other before they are sent together, ms. */
const SEND_DELAY_MS = 20;

/** Sends the ops that wait, together and on a timer, and again when no answer comes. */
export class OpSender {
  private readonly desk: ClientDesk;
  private readonly room: { readonly isWelcome: () => boolean; readonly catchUp: () => void };

  /**
   * @param room `catchUp` asks anew for what the stream says, as an answer may have been lost
   */
  constructor(
    desk: ClientDesk,
    room: { readonly isWelcome: () => boolean; readonly catchUp: () => void },
  ) {
    this.desk = desk;
    this.room = room;
  }

  /** Sends all that was not sent on this connection. */
  send(): void {
    const { desk } = this;
    const { queue } = desk;
    if (!queue || !this.room.isWelcome()) return;
    for (const message of opMessages(queue.unsent)) {
      desk.send(message);
      queue.sent(message.ops.at(-1)?.mid ?? 0);
    }
    if (queue.pending.length > 0) this.watchAnswers();
  }

  /** Sends in a moment, with what else is done until then. */
  sendSoon(delayMs: number = SEND_DELAY_MS): void {
    this.desk.timers.once('send', delayMs, () => this.send());
  }

  /** Sends at once what waits for the timer. */
  flush(): void {
    this.desk.timers.stop('send');
    this.send();
  }

  /** The room lacks what comes after an op. */
  resendAfter(mid: number): void {
    this.desk.queue?.rewind(mid);
    this.send();
  }

  /** The room takes nothing for a while. */
  holdBack(delayMs: number): void {
    this.desk.queue?.rewind(0);
    this.sendSoon(delayMs);
  }

  /** Ops that are not answered for long enough were lost, or their answer was. */
  watchAnswers(): void {
    const { queue, timers } = this.desk;
    timers.stop('answers');
    if (!queue || queue.pending.length === 0) return;
    timers.once('answers', ROOM_TIMES.resendAfterMs, () => {
      queue.rewind(0);
      this.room.catchUp();
      this.send();
    });
  }
}
