import type { IncomingMessage } from 'node:http';
import { AddressTurns } from './AddressTurns.ts';

/** What a body must be able to do; a request can. */
export type PausableBody = Pick<IncomingMessage, 'pause' | 'resume' | 'destroyed'>;

/**
 * How many chunks of bodies are processed in a turn of the event loop. A chunk has at most 64 KB,
 * and counting its values takes up to half a millisecond.
 */
const CHUNKS_PER_TURN = 4;

/**
 * Lets bodies that arrive at the same time take turns, so that however many are sent, a turn of the
 * event loop handles a few chunks of them and then everything else. Network addresses alternate.
 */
export class BodyTurns {
  private readonly waiting = new AddressTurns<PausableBody>();
  private isScheduled = false;

  /**
   * Pauses a body that has just received a chunk until it is its turn to receive the next one.
   *
   * @param address who sends it: a result of `clientAddress`.
   */
  wait(address: string, body: PausableBody): void {
    body.pause();
    this.waiting.add(address, body);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      for (let chunks = 0; chunks < CHUNKS_PER_TURN;) {
        const body = this.waiting.take();
        if (body === null) return;
        if (body.destroyed) continue;
        body.resume();
        chunks += 1;
      }
      if (!this.waiting.isEmpty) this.schedule();
    });
  }
}
