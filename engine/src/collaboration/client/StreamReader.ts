import { CobbleError } from '../../model/CobbleError.ts';
import type { Page } from '../../model/Page.ts';
import { parsePage } from '../../model/parsePage.ts';
import { ROOM_TIMES } from '../protocol/limits.ts';
import type { RoomMessageOf } from '../protocol/roomMessages.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { ClientDesk } from './ClientDesk.ts';
import type { OpFates } from './OpFates.ts';

/**
 * Reads the stream, one entry after the other: reading on while they come without a gap, catching up
 * when there is one, or starting over from a whole page.
 */
export class StreamReader {
  private state: 'reading' | 'catching-up' = 'reading';
  private readonly desk: ClientDesk;
  private readonly fates: OpFates;

  constructor(desk: ClientDesk, fates: OpFates) {
    this.desk = desk;
    this.fates = fates;
  }

  /** The room has welcomed the client: with its page, or with the entries that are missing here. */
  welcome(message: RoomMessageOf<'welcome'>): void {
    const { desk } = this;
    this.stopCatchingUp();
    for (const fate of message.acknowledged) this.fates.answered(fate);
    if (message.page !== undefined) this.takePage(message);
    else {
      desk.state.set({ seq: desk.seq ?? desk.options.baseSeq ?? 0 });
      this.takeEntries(message.entries);
    }
  }

  takeEntries(entries: readonly StreamEntry[]): void {
    const { desk } = this;
    const head = desk.seq ?? 0;
    const next = entries.filter(({ seq }) => seq > head);
    const [first] = next;
    if (!desk.queue || !first) return;
    if (desk.isGap(head, first.seq)) {
      this.catchUp();
      return;
    }
    this.stopCatchingUp();
    if (!next.every(({ patch }) => patch.whole === undefined || this.readPage(patch.whole))) return;
    for (const entry of next) this.fates.answered(entry);
    desk.state.set({ seq: next.at(-1)?.seq ?? head });
    desk.rebase(next);
    for (const entry of next) desk.tell((each) => each.onEntry?.(entry));
    desk.showQueue();
  }

  /** The room says where its stream stands. */
  head(seq: number): void {
    if (seq > (this.desk.seq ?? 0)) this.catchUp();
  }

  /** Asks for what is missing, and again when no answer comes. */
  catchUp(): void {
    if (this.state === 'catching-up') return;
    this.state = 'catching-up';
    const { desk } = this;
    desk.send({ type: 'catch-up', lastSeq: desk.seq ?? 0 });
    desk.timers.once('catch-up', ROOM_TIMES.resendAfterMs, () => {
      if (this.state === 'catching-up') this.catchUpAnew();
    });
  }

  /** Asks though it has asked: the answer may have been lost. */
  catchUpAnew(): void {
    this.stopCatchingUp();
    this.catchUp();
  }

  /** What was asked for has come, or nobody is there to answer. */
  stopCatchingUp(): void {
    this.state = 'reading';
  }

  /** Starts over from the room's page; ops that it holds already are pending no longer. */
  private takePage(message: RoomMessageOf<'welcome'>): void {
    const { desk } = this;
    const { queue } = desk;
    // A page that is older than what is here comes of a hello that was answered twice.
    if (!queue || (desk.seq !== null && message.seq < desk.seq)) return;
    const page = this.readPage(message.page);
    if (!page) return;
    for (const { mid } of [...queue.pending]) if (mid <= message.lastMid) queue.answer(mid);
    desk.deeds.forget(message.lastMid);
    desk.state.set({ seq: message.seq });
    if (desk.shared) desk.enter(desk.shared.reset(page, queue.pending));
    else desk.takeFirst(page, queue);
    desk.showQueue();
  }

  private readPage(value: unknown): Page | null {
    const { kits } = this.desk.options;
    try {
      return parsePage(value, kits ? { kits } : {});
    } catch (error) {
      if (!(error instanceof CobbleError)) throw error;
      // A page that this client cannot read was made for a newer one.
      this.desk.state.set({ status: 'upgrade_required' });
      return null;
    }
  }
}
