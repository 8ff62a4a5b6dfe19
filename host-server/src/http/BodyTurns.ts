import type { IncomingMessage } from 'node:http';
import { AddressTurns } from '../shared/AddressTurns.ts';

/** What a body must be able to do; a request can. */
export type PausableBody = Pick<IncomingMessage, 'pause' | 'resume' | 'destroyed'>;

/** A part of the work on a body: receiving a chunk, or parsing it once it is complete. */
interface Step {
  /** What it costs, in bytes. */
  readonly bytes: number;
  readonly run: () => void;
  readonly isNeeded: () => boolean;
}

/**
 * How much of the bodies is processed in a turn of the event loop, bytes. Counting the values in a
 * chunk of 64 KB takes up to half a millisecond, and parsing and validating as much up to one.
 */
const BYTES_PER_TURN = 128 * 1024;
/** The size of a large chunk. */
const CHUNK_BYTES = 64 * 1024;
/** Handling the call costs more than parsing a smaller body. */
const MIN_BYTES = 10 * 1024;

/**
 * Lets bodies that arrive at the same time take turns, so that however many are sent, a turn of the
 * event loop handles a few chunks of them, or parses a few of them, and then everything else.
 * Network addresses alternate.
 */
export class BodyTurns {
  private readonly waiting = new AddressTurns<Step>();
  private isScheduled = false;

  /**
   * Pauses a body that has just received a chunk until it is its turn to receive the next one.
   *
   * @param address who sends it: a result of `clientAddress`.
   */
  wait(address: string, body: PausableBody): void {
    body.pause();
    this.run(
      address,
      CHUNK_BYTES,
      () => body.resume(),
      () => !body.destroyed,
    );
  }

  /**
   * Reads and drops the rest of a body, so that the client receives the response, but no faster than
   * a body that is wanted.
   */
  drop(address: string, body: PausableBody & Pick<IncomingMessage, 'on' | 'read'>): void {
    // If it has not been read when the response is complete, Node receives it without this.
    body.read();
    body.on('data', () => {
      this.wait(address, body);
    });
    this.wait(address, body);
  }

  /**
   * Processes a part of a body, or a complete one, when it is its turn. What is larger than a turn
   * gets a turn of its own.
   *
   * @param address who sends it: a result of `clientAddress`.
   * @param bytes the size of the part.
   * @param isNeeded called before `process`, which is skipped if it returns false.
   */
  run(address: string, bytes: number, process: () => void, isNeeded: () => boolean): void {
    this.waiting.add(address, { bytes: Math.max(bytes, MIN_BYTES), run: process, isNeeded });
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      let left = BYTES_PER_TURN;
      for (let next = this.waiting.first(); next !== null; next = this.waiting.first()) {
        const isNeeded = next.isNeeded();
        if (isNeeded && next.bytes > left && left < BYTES_PER_TURN) break;
        this.waiting.take();
        if (!isNeeded) continue;
        left -= next.bytes;
        next.run();
      }
      if (!this.waiting.isEmpty) this.schedule();
    });
  }
}
