import type { IncomingMessage } from 'node:http';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';

/** How slowly a body may arrive. */
export interface BodyPace {
  /** How long it may take, besides the time that `bytesPerSecond` grants, ms. */
  readonly baseMs: number;
  /** Each second's worth of bytes that has arrived grants another second; null grants none. */
  readonly bytesPerSecond: number | null;
  /** How long it may pause, ms. */
  readonly idleMs: number;
}

/** Bodies that are received into memory, and those that nobody reads. */
export const MEMORY_PACE: BodyPace = { baseMs: 30_000, bytesPerSecond: null, idleMs: 30_000 };

/** Uploads, which are received into files: 64 MB at the slowest rate take 69 minutes. */
export const UPLOAD_PACE: BodyPace = {
  baseMs: 30_000,
  bytesPerSecond: 16 * 1024,
  idleMs: 15_000,
};

const CHECK_EVERY_MS = 500;
const watches = new WeakMap<IncomingMessage, BodyWatch>();

/**
 * Watches how fast a request's body arrives (docs/decisions/0136). When it is too slow, its reader
 * is notified, so that the client gets a response; a body that is still incomplete at the next check,
 * or that nobody reads, loses its connection. Time that a reader takes does not count.
 */
export class BodyWatch {
  private pace: BodyPace;
  private onLate: ((error: ApiError) => void) | null = null;
  private readonly request: IncomingMessage;
  private startedAt = Date.now();
  private readonly bytesBefore: number;
  private bytes = 0;
  private arrivedAt = Date.now();
  private checkedAt = Date.now();
  private isLate = false;
  private readonly timer: NodeJS.Timeout;

  private constructor(request: IncomingMessage, pace: BodyPace) {
    this.request = request;
    this.pace = pace;
    this.bytesBefore = request.socket.bytesRead;
    this.timer = setInterval(() => {
      this.check();
    }, CHECK_EVERY_MS).unref();
  }

  /**
   * Starts to watch a request, if it has a body. Its connection is closed if the body is too slow.
   *
   * @param pace the pace until a reader sets another one.
   */
  static start(request: IncomingMessage, pace: BodyPace): void {
    if (hasBody(request) && !watches.has(request))
      watches.set(request, new BodyWatch(request, pace));
  }

  /**
   * Sets the pace of a body that is going to be read.
   *
   * @param onLate called once if the body is too slow, with the refusal.
   */
  static setPace(
    request: IncomingMessage,
    pace: BodyPace,
    onLate: (error: ApiError) => void,
  ): void {
    BodyWatch.start(request, pace);
    const watch = watches.get(request);
    if (watch !== undefined) Object.assign(watch, { pace, onLate });
  }

  /**
   * For how long nothing of a request's body has arrived, although the server would receive it, ms; up
   * to half a second less. 0 for a request without a body, or whose body is complete.
   */
  static stalledMs(request: IncomingMessage): number {
    const watch = watches.get(request);
    return watch === undefined || request.complete ? 0 : Date.now() - watch.arrivedAt;
  }

  private check(): void {
    const { request, pace } = this;
    if (request.complete || request.destroyed || request.socket.destroyed) {
      clearInterval(this.timer);
      return;
    }
    if (this.isLate) {
      clearInterval(this.timer);
      request.socket.destroy();
      return;
    }
    const now = Date.now();
    const sinceCheckMs = now - this.checkedAt;
    this.checkedAt = now;
    if (this.isFull()) {
      this.arrivedAt = now;
      // Nobody may ever read it otherwise.
      if (this.onLate !== null) {
        // A busy server checks later.
        this.startedAt += sinceCheckMs;
        return;
      }
    }
    const bytes = request.socket.bytesRead - this.bytesBefore;
    if (bytes > this.bytes) this.arrivedAt = now;
    this.bytes = bytes;
    const grantedMs = pace.bytesPerSecond === null ? 0 : (bytes / pace.bytesPerSecond) * 1000;
    if (now - this.startedAt <= pace.baseMs + grantedMs && now - this.arrivedAt <= pace.idleMs)
      return;
    this.isLate = true;
    this.onLate?.(new ApiError('err_bad_request', { message: messages.api.bodyTooSlow }));
  }

  /** Whether the body waits for the server, for example for a slow disk, and not for the client. */
  private isFull(): boolean {
    const { readableLength, readableHighWaterMark } = this.request;
    return readableLength >= readableHighWaterMark;
  }
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
