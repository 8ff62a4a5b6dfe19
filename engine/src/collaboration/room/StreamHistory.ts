import type { SenderHistory } from '../merge/Resolution.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';

/** Who did something last, by block. */
interface LastSenders {
  readonly added: Map<string, string>;
  readonly locked: Map<string, string>;
  readonly removed: Map<string, string>;
}

/**
 * Who has added, locked and removed which block, according to the newest entries of the stream: an
 * op's claim to be an undo is not trusted. Older entries are not attributed to anyone.
 */
export class StreamHistory {
  private readonly newest: StreamEntry[];
  /** An index of `newest`, created when it is first needed; `add` updates it. */
  private index: LastSenders | null = null;

  constructor(recent: readonly StreamEntry[]) {
    this.newest = [...recent];
  }

  /** The newest entries, those of this batch included. */
  get entries(): readonly StreamEntry[] {
    return this.newest;
  }

  /** Adds the next entry. */
  add(entry: StreamEntry): void {
    this.newest.push(entry);
    if (this.index) addEntry(this.index, entry);
  }

  /** What a client has done. */
  of(clientId: string): SenderHistory {
    return {
      hasAdded: (uuid) => this.lastSenders().added.get(uuid) === clientId,
      hasLocked: (uuid) => this.lastSenders().locked.get(uuid) === clientId,
      hasRemoved: (uuid) => this.lastSenders().removed.get(uuid) === clientId,
    };
  }

  private lastSenders(): LastSenders {
    if (this.index) return this.index;
    const index = { added: new Map(), locked: new Map(), removed: new Map() };
    for (const entry of this.newest) addEntry(index, entry);
    this.index = index;
    return index;
  }
}

function addEntry({ added, locked, removed }: LastSenders, { clientId, patch }: StreamEntry): void {
  // The room's own migration replaces all blocks.
  if (patch.whole) for (const senders of [added, locked, removed]) senders.clear();
  for (const { uuid } of patch.added ?? []) {
    added.set(uuid, clientId);
    // A new block counts as locked or unlocked by its author.
    locked.set(uuid, clientId);
  }
  for (const { uuid, values } of patch.updated ?? [])
    if (values?.some(({ path }) => path[0] === 'locked')) locked.set(uuid, clientId);
  for (const uuid of patch.removedUuids ?? []) removed.set(uuid, clientId);
}
