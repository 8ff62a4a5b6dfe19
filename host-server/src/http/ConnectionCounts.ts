import type { EventEmitter } from 'node:events';
import { ADDRESSES_PER_NETWORK, networkKey } from '../shared/addressKeys.ts';

/** Counts what is open for each key, such as the connections of a network address. */
export class ConnectionCounts {
  private readonly max: number;
  private readonly open = new Map<string, number>();

  /** @param max how many a key may have at most. */
  constructor(max: number) {
    this.max = max;
  }

  /**
   * Counts one more for a key until `emitter` closes. Returns false if the key has too many.
   *
   * @param max how many it may have now; default: as many as ever.
   */
  admit(key: string, emitter: Pick<EventEmitter, 'once'>, max = this.max): boolean {
    if (!this.hasRoom(key, max)) return false;
    this.open.set(key, (this.open.get(key) ?? 0) + 1);
    emitter.once('close', () => {
      const left = (this.open.get(key) ?? 1) - 1;
      if (left === 0) this.open.delete(key);
      else this.open.set(key, left);
    });
    return true;
  }

  /** Whether a key may have one more than now. */
  hasRoom(key: string, max: number): boolean {
    return (this.open.get(key) ?? 0) < max;
  }
}

/**
 * Counts what is open for each network address, and for each IPv6 /48 network, whose addresses may
 * have {@link ADDRESSES_PER_NETWORK} times as many together.
 */
export class AddressCounts {
  private readonly max: number;
  private readonly addresses: ConnectionCounts;
  private readonly networks: ConnectionCounts;

  /** @param max how many an address may have at most. */
  constructor(max: number) {
    this.max = max;
    this.addresses = new ConnectionCounts(max);
    this.networks = new ConnectionCounts(ADDRESSES_PER_NETWORK * max);
  }

  /**
   * Like `ConnectionCounts.admit`, for a network address.
   *
   * @param address a result of `addressKey`.
   */
  admit(address: string, emitter: Pick<EventEmitter, 'once'>, max = this.max): boolean {
    const network = networkKey(address);
    if (network === null) return this.addresses.admit(address, emitter, max);
    const maxOfNetwork = ADDRESSES_PER_NETWORK * max;
    return (
      this.networks.hasRoom(network, maxOfNetwork) &&
      this.addresses.admit(address, emitter, max) &&
      this.networks.admit(network, emitter, maxOfNetwork)
    );
  }
}
