import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { SenderHistory } from './Resolution.ts';

/** The number of entries, or of block ids in them, after which a new span begins. */
const MAX_ENTRIES = 2000;
const MAX_IDS = 20_000;

/** An entry that wrote values to a block, and its sender. */
interface Writer {
  readonly seq: number;
  readonly clientId: string;
}

/** Who has changed which block last, in consecutive entries. */
interface Span {
  /** The seq before the first entry. */
  readonly afterSeq: number;
  entries: number;
  ids: number;
  readonly added: Map<string, string>;
  readonly locked: Map<string, string>;
  readonly removed: Map<string, string>;
  /** The newest writer of a block's values, and the newest before it by another client. */
  readonly written: Map<string, readonly [newest: Writer, other: Writer | null]>;
}

/**
 * Who has added, locked, removed and written to which block, according to the newest entries of the
 * stream: an op's claim to be an undo is not trusted. Older entries are not attributed to anyone.
 * An index of two spans: when the newer one is full, it replaces the older one.
 */
export class StreamHistory {
  private older: Span | null = null;
  private newer: Span;

  /** @param seq the head of the stream, before the first entry that is added */
  constructor(seq: number) {
    this.newer = emptySpan(seq);
  }

  /** How many ids of blocks it remembers. */
  get idCount(): number {
    return this.spans.reduce((sum, { ids }) => sum + ids, 0);
  }

  /** Adds the next entry, which may not be stored yet. */
  add(entry: StreamEntry): void {
    if (this.newer.entries >= MAX_ENTRIES || this.newer.ids >= MAX_IDS) {
      this.older = this.newer;
      this.newer = emptySpan(entry.seq - 1);
    }
    // The room's own migration replaces all blocks.
    if (entry.patch.whole)
      for (const { added, locked, removed } of this.spans)
        for (const senders of [added, locked, removed]) senders.clear();
    addEntry(this.newer, entry);
  }

  /**
   * What a client has done.
   *
   * @param ifUnknown the result for a block that no known entry concerns; default: false
   */
  of(
    isClient: (clientId: string) => boolean,
    ifUnknown: (uuid: string) => boolean = () => false,
  ): SenderHistory {
    const isLast = (key: 'added' | 'locked' | 'removed') => (uuid: string) => {
      const last = this.newer[key].get(uuid) ?? this.older?.[key].get(uuid);
      return last === undefined ? ifUnknown(uuid) : isClient(last);
    };
    return {
      hasAdded: isLast('added'),
      hasLocked: isLast('locked'),
      hasRemoved: isLast('removed'),
    };
  }

  /** Whether others have written values to a block after a seq, or may have in dropped entries. */
  mayHaveWrittenSince(seq: number, clientId: string, uuid: string): boolean {
    if (seq < (this.older ?? this.newer).afterSeq) return true;
    return this.spans.some(({ written }) => {
      const other = written.get(uuid)?.find((writer) => writer?.clientId !== clientId);
      return other ? other.seq > seq : false;
    });
  }

  private get spans(): Span[] {
    return this.older ? [this.newer, this.older] : [this.newer];
  }
}

function emptySpan(afterSeq: number): Span {
  return {
    afterSeq,
    entries: 0,
    ids: 0,
    added: new Map(),
    locked: new Map(),
    removed: new Map(),
    written: new Map(),
  };
}

function addEntry(span: Span, { seq, clientId, patch }: StreamEntry): void {
  const { added = [], updated = [], removedUuids = [] } = patch;
  for (const { uuid } of added) {
    span.added.set(uuid, clientId);
    // A new block counts as locked or unlocked by its author.
    span.locked.set(uuid, clientId);
  }
  for (const { uuid, values } of updated) {
    if (!values) continue;
    if (values.some(({ path }) => path[0] === 'locked')) span.locked.set(uuid, clientId);
    const [newest, other] = span.written.get(uuid) ?? [];
    const before = newest?.clientId === clientId ? other : newest;
    span.written.set(uuid, [{ seq, clientId }, before ?? null]);
  }
  for (const uuid of removedUuids) span.removed.set(uuid, clientId);
  span.entries += 1;
  span.ids += added.length + updated.length + removedUuids.length;
}
