import { ADDRESSES_PER_NETWORK, networkKey } from './addressKeys.ts';
import { AddressTotals } from './AddressTotals.ts';

/** What waits for an address, or for the addresses of an IPv6 /48 network. */
interface Network<Waiting> {
  /** By address; the one whose turn is next comes first. */
  readonly addresses: Map<string, Set<Waiting>>;
  /** How many turns its addresses take before it is the turn of others; 0 before the first. */
  turnsLeft: number;
}

/** The address that has the most in a queue. */
interface Longest<Waiting> {
  readonly address: string;
  readonly latest: Waiting;
  /** How much it has, or an eighth of what its network has, if that is more. */
  readonly count: number;
}

/**
 * A queue in which network addresses take turns, one entry each. All addresses of an IPv6 /48
 * network together take at most {@link ADDRESSES_PER_NETWORK} turns in a round, and turns among
 * themselves.
 */
export class AddressTurns<Waiting> {
  /** By network, or address without one; the one whose turn is next comes first. */
  private readonly networks = new Map<string, Network<Waiting>>();
  private readonly totals = new AddressTotals();
  private total = 0;

  get isEmpty(): boolean {
    return this.total === 0;
  }

  /** How many entries are in the queue. */
  get size(): number {
    return this.total;
  }

  /** How many entries an address has. */
  countOf(address: string): number {
    return this.totals.of(address);
  }

  /**
   * Whether an address may add an entry.
   *
   * @param max how many an address may have.
   */
  hasRoom(address: string, max: number): boolean {
    return this.totals.hasRoom(address, max);
  }

  /**
   * Adds an entry that is not in the queue.
   *
   * @param address a result of `addressKey`.
   */
  add(address: string, entry: Waiting): void {
    const key = networkKey(address) ?? address;
    const network = this.networks.get(key) ?? {
      addresses: new Map<string, Set<Waiting>>(),
      turnsLeft: 0,
    };
    this.networks.set(key, network);
    const entries = network.addresses.get(address);
    if (entries === undefined) network.addresses.set(address, new Set([entry]));
    else entries.add(entry);
    this.totals.add(address, 1);
    this.total += 1;
  }

  /** Removes an entry. Returns false if it is not in the queue. */
  remove(address: string, entry: Waiting): boolean {
    const key = networkKey(address) ?? address;
    const network = this.networks.get(key);
    const entries = network?.addresses.get(address);
    if (network === undefined || entries?.delete(entry) !== true) return false;
    if (entries.size === 0) network.addresses.delete(address);
    if (network.addresses.size === 0) this.networks.delete(key);
    this.totals.add(address, -1);
    this.total -= 1;
    return true;
  }

  /** The one that {@link take} returns next; null if none waits. */
  first(): Waiting | null {
    return this.next(() => true)?.entry ?? null;
  }

  /**
   * Removes and returns the next one; null if none waits.
   *
   * @param mayTake whether an address may take a turn now; default: all may.
   */
  take(mayTake: (address: string) => boolean = () => true): Waiting | null {
    const next = this.next(mayTake);
    if (next === null) return null;
    const { key, network, address, entry } = next;
    if (network.turnsLeft === 0)
      network.turnsLeft = Math.min(network.addresses.size, ADDRESSES_PER_NETWORK);
    network.turnsLeft -= 1;
    this.remove(address, entry);
    moveToEnd(network.addresses, address);
    if (network.turnsLeft === 0) moveToEnd(this.networks, key);
    return entry;
  }

  /** The address that has the most, see {@link Longest}; null if nobody waits. */
  longest(): Longest<Waiting> | null {
    let longest: Longest<Waiting> | null = null;
    for (const [key, { addresses }] of this.networks) {
      let most: { readonly address: string; readonly entries: Set<Waiting> } | null = null;
      for (const [address, entries] of addresses)
        if (entries.size > (most?.entries.size ?? 0)) most = { address, entries };
      if (most === null) continue;
      const { address, entries } = most;
      const count = Math.max(entries.size, this.totals.of(key) / ADDRESSES_PER_NETWORK);
      if (count > (longest?.count ?? 0))
        for (const latest of entries) longest = { address, latest, count };
    }
    return longest;
  }

  private next(mayTake: (address: string) => boolean) {
    for (const [key, network] of this.networks)
      for (const [address, entries] of network.addresses)
        if (mayTake(address)) for (const entry of entries) return { key, network, address, entry };
    return null;
  }
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
