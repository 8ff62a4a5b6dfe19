import type { EventEmitter } from 'node:events';
import { AddressTotals } from '../shared/AddressTotals.ts';

/** What is counted until it closes, such as a connection or a response. */
type Closable = Pick<EventEmitter, 'once'> & { readonly destroyed?: boolean };

/** Counts what is open for each key, such as the connections of a network address. */
export class ConnectionCounts {
  private readonly max: number;
  private readonly open = new Map<string, number>();

  /** @param max how many a key may have at most. */
  constructor(max: number) {
    this.max = max;
  }

  /**
   * Counts one more for a key until `emitter` closes. Returns false if the key has too many, or if
   * `emitter` has closed already: it would be counted for ever.
   */
  admit(key: string, emitter: Closable): boolean {
    if (emitter.destroyed === true) return false;
    const open = this.open.get(key) ?? 0;
    if (open >= this.max) return false;
    this.open.set(key, open + 1);
    emitter.once('close', () => {
      const left = (this.open.get(key) ?? 1) - 1;
      if (left === 0) this.open.delete(key);
      else this.open.set(key, left);
    });
    return true;
  }
}

/** Counts what is open for each network address, see {@link AddressTotals}. */
export class AddressCounts {
  private readonly max: number;
  private readonly open = new AddressTotals();

  /** @param max how many an address may have at most. */
  constructor(max: number) {
    this.max = max;
  }

  /**
   * Like `ConnectionCounts.admit`, for a network address.
   *
   * @param address a result of `addressKey`.
   * @param max how many it may have now; default: as many as ever.
   */
  admit(address: string, emitter: Closable, max = this.max): boolean {
    if (emitter.destroyed === true || !this.open.hasRoom(address, max)) return false;
    this.open.add(address, 1);
    emitter.once('close', () => {
      this.open.add(address, -1);
    });
    return true;
  }
}
