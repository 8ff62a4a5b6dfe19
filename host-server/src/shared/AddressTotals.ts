import { ADDRESSES_PER_NETWORK, networkKey } from './addressKeys.ts';

/**
 * Counts something for each network address, and for each IPv6 /48 network, whose addresses may have
 * {@link ADDRESSES_PER_NETWORK} times as much together: none of them uses up what its neighbours
 * may have.
 */
export class AddressTotals {
  /** Of addresses, and of networks: their keys differ. */
  private readonly totals = new Map<string, number>();

  /** How many an address has. */
  of(address: string): number {
    return this.totals.get(address) ?? 0;
  }

  /**
   * Whether an address may have one more.
   *
   * @param address a result of `addressKey`.
   * @param max how many an address may have.
   */
  hasRoom(address: string, max: number): boolean {
    const network = networkKey(address);
    return (
      this.of(address) < max && (network === null || this.of(network) < ADDRESSES_PER_NETWORK * max)
    );
  }

  /** Counts one more for an address, or one less. */
  add(address: string, difference: 1 | -1): void {
    for (const key of [address, networkKey(address)]) {
      if (key === null) continue;
      const total = this.of(key) + difference;
      if (total === 0) this.totals.delete(key);
      else this.totals.set(key, total);
    }
  }
}
