import type { ServerResponse } from 'node:http';
import type { BodyBudgetLimits } from './BodyBudget.ts';

const MB = 1024 * 1024;

/** Bodies that wait for clients to receive them: three of the largest pages per network address. */
export const RESPONSE_BUDGET: BodyBudgetLimits = {
  bytesPerAddress: 24 * MB,
  bytesInTotal: 64 * MB,
};

/** A response whose body waits for its client. */
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
 * Bounds the bodies that stay in memory because their clients receive them slowly or not at all,
 * per network address and in total (docs/decisions/0136). Beyond its own limit, an address loses the
 * responses that have waited longest; beyond the total limit, the address with the most bytes does.
 */
export class ResponseBudget {
  private readonly limits: BodyBudgetLimits;
  private readonly all = new SharedBodies();
  private readonly byAddress = new Map<string, AddressBodies>();

  constructor(limits: BodyBudgetLimits = RESPONSE_BUDGET) {
    this.limits = limits;
  }

  /**
   * Watches a response.
   *
   * @param address who receives it: a result of `clientAddress`.
   */
  watch(address: string, response: ServerResponse): void {
    const end = response.end.bind(response) as (...parameters: readonly unknown[]) => void;
    // Express replaces the prototype of a response, so a subclass would not do.
    const watched = (...parameters: readonly unknown[]): ServerResponse => {
      end(...parameters);
      const [body] = parameters;
      const isBody = typeof body === 'string' || Buffer.isBuffer(body);
      if (isBody && response.writableLength > 0 && !response.destroyed)
        this.add(address, response, body);
      return response;
    };
    response.end = watched as ServerResponse['end'];
  }

  private add(address: string, response: ServerResponse, body: string | Buffer): void {
    // Node copies a string for each response.
    const counted = typeof body === 'string' ? { body } : body;
    const bytes = body.length;
    const own = this.byAddress.get(address) ?? { bodies: new SharedBodies(), waiting: new Set() };
    const waiting: Waiting = {
      response,
      remove: () => {
        if (!own.waiting.delete(waiting)) return;
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
