import type { ServerResponse } from 'node:http';
import type { BodyBudgetLimits } from './BodyBudget.ts';

const MB = 1024 * 1024;

/** How much of a file a streamed response reads at a time, bytes. */
export const STREAMED_BYTES = 32 * 1024;
/** How much memory a request may take that waits until the response before it is complete, bytes. */
const WAITING_REQUEST_BYTES = 160 * 1024;

/** Bodies that wait for clients to receive them: three of the largest pages per network address. */
export const RESPONSE_BUDGET: BodyBudgetLimits = {
  bytesPerAddress: 24 * MB,
  bytesInTotal: 64 * MB,
};

/** What each response is streamed from, see {@link streamedFrom}. */
const sources = new WeakMap<ServerResponse, Buffer>();

/**
 * Counts bytes in memory that a response is streamed from, such as a compressed body that is
 * unpacked on the way, whenever the stream waits for its client. Call it before the stream begins.
 */
export function streamedFrom(response: ServerResponse, source: Buffer): void {
  sources.set(response, source);
}

/** A response whose body, or a part of it, waits for its client. */
interface Waiting {
  readonly response: ServerResponse;
  /** Stops counting it. */
  readonly remove: () => void;
}

/** Counts bodies; one that several responses share counts once. */
class SharedBodies {
  bytes = 0;
  private readonly uses = new Map<object, number>();

  add(body: object, bytes: number): void {
    const uses = this.uses.get(body) ?? 0;
    if (uses === 0) this.bytes += bytes;
    this.uses.set(body, uses + 1);
  }

  remove(body: object, bytes: number): void {
    const uses = this.uses.get(body) ?? 0;
    if (uses > 1) this.uses.set(body, uses - 1);
    else if (this.uses.delete(body)) this.bytes -= bytes;
  }
}

interface AddressBodies {
  readonly bodies: SharedBodies;
  /** Oldest first. */
  readonly waiting: Set<Waiting>;
}

/**
 * Bounds what stays in memory because clients receive responses slowly or not at all, per network
 * address and in total (docs/decisions/0136): complete bodies, what streamed ones have read, and
 * requests that wait until a response is complete. Beyond its own limit, an address loses the
 * responses whose clients have received nothing for the longest; beyond the total limit, the address
 * with the most bytes does.
 */
export class ResponseBudget {
  private readonly limits: BodyBudgetLimits;
  private readonly all = new SharedBodies();
  private readonly byAddress = new Map<string, AddressBodies>();
  private readonly addresses = new WeakMap<ServerResponse, string>();

  constructor(limits: BodyBudgetLimits = RESPONSE_BUDGET) {
    this.limits = limits;
  }

  /**
   * Watches a response.
   *
   * @param address who receives it: a result of `clientAddress`.
   */
  watch(address: string, response: ServerResponse): void {
    const write = response.write.bind(response) as (...parameters: readonly unknown[]) => boolean;
    const end = response.end.bind(response) as (...parameters: readonly unknown[]) => void;
    const isWaiting = (): boolean => response.writableLength > 0 && !response.destroyed;
    // What is counted until the client receives it.
    let parts: readonly Waiting[] = [];
    const receive = (): void => {
      for (const each of parts) each.remove();
      parts = [];
    };
    // Express replaces the prototype of a response, so a subclass would not do.
    response.write = (...parameters: readonly unknown[]): boolean => {
      const canContinue = write(...parameters);
      if (!canContinue && parts.length === 0 && isWaiting()) {
        // Before the stream writes more.
        response.prependOnceListener('drain', receive);
        // A stream has read as much again.
        const streamed = this.add(address, response, response, 2 * response.writableLength);
        const source = sources.get(response);
        parts =
          source === undefined || response.destroyed
            ? [streamed]
            : [streamed, this.add(address, response, source, source.length)];
      }
      return canContinue;
    };
    const watched = (...parameters: readonly unknown[]): ServerResponse => {
      end(...parameters);
      if (!isWaiting()) return response;
      const [body] = parameters;
      if (Buffer.isBuffer(body)) this.add(address, response, body, body.length);
      // Node copies a string for each response.
      else if (typeof body === 'string') this.add(address, response, { body }, body.length);
      // The last part of a stream.
      else if (parts.length === 0)
        parts = [this.add(address, response, response, response.writableLength)];
      return response;
    };
    response.end = watched as ServerResponse['end'];
    this.addresses.set(response, address);
  }

  /** Counts a request that waits until a response that is being watched is complete. */
  addRequestAfter(response: ServerResponse): void {
    const address = this.addresses.get(response);
    if (address !== undefined && !response.destroyed)
      this.add(address, response, {}, WAITING_REQUEST_BYTES);
  }

  /**
   * Counts bytes until the response closes or `remove` is called. `counted` identifies those that
   * responses share.
   */
  private add(address: string, response: ServerResponse, counted: object, bytes: number): Waiting {
    const own = this.byAddress.get(address) ?? { bodies: new SharedBodies(), waiting: new Set() };
    const waiting: Waiting = {
      response,
      remove: () => {
        if (!own.waiting.delete(waiting)) return;
        response.off('close', waiting.remove);
        own.bodies.remove(counted, bytes);
        this.all.remove(counted, bytes);
        if (own.waiting.size === 0) this.byAddress.delete(address);
      },
    };
    this.byAddress.set(address, own);
    own.waiting.add(waiting);
    own.bodies.add(counted, bytes);
    this.all.add(counted, bytes);
    response.once('close', waiting.remove);
    while (own.bodies.bytes > this.limits.bytesPerAddress && own.waiting.size > 1) dropOldest(own);
    while (this.all.bytes > this.limits.bytesInTotal) dropOldest(this.largest() ?? own);
    return waiting;
  }

  private largest(): AddressBodies | null {
    let found: AddressBodies | null = null;
    for (const each of this.byAddress.values())
      if (each.bodies.bytes > (found?.bodies.bytes ?? -1)) found = each;
    return found;
  }
}

/** Closes the connection of the response that has waited longest. */
function dropOldest({ waiting }: AddressBodies): void {
  for (const { response, remove } of waiting) {
    remove();
    response.destroy();
    return;
  }
}
