import type { Block } from '../../model/Block.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { measureMemory } from '../protocol/measureJson.ts';

/** A removed block, and the seq of the entry that removed it. */
export interface RemovedBlock {
  readonly uuid: string;
  readonly seq: number;
}

/** The known removed blocks: at least all that were removed after the horizon. */
export interface KnownRemovals {
  readonly removed: readonly RemovedBlock[];
  /** Removals by entries up to this one may be unknown. */
  readonly horizonSeq: number;
}

/** The removal of one block. */
export interface Removal {
  /** The seq of the entry that removed it. */
  readonly seq: number;
  /** The block before that entry; null if it is no longer known. */
  readonly block: Block | null;
  /** The size of the block. */
  readonly chars: number;
  /** The memory that the block takes, see `memoryOf`. */
  readonly memory: number;
  /** Whether an op named the block; otherwise, its sender may not have known it. */
  readonly isNamed: boolean;
}

/** The removal of a block by an entry. */
export function removalBy(seq: number, block: Block | null = null, isNamed = true): Removal {
  const { chars = 0, memory = 0 } = (block && measureMemory(block)) ?? {};
  return { seq, block, chars, memory, isNamed };
}

/**
 * The ids of removed blocks, which only a restore may bring back. The oldest are dropped when there
 * are too many; ops from before that horizon that add blocks are rejected (`too_old`). With the
 * newest, the block is kept too, for undos by senders that have not seen the removal.
 */
export class Tombstones {
  private readonly removals: Map<string, Removal>;
  private horizon: number;
  private blockMemory = 0;

  constructor({ removed, horizonSeq }: KnownRemovals = { removed: [], horizonSeq: 0 }) {
    this.removals = new Map(removed.map(({ uuid, seq }) => [uuid, removalBy(seq)]));
    this.horizon = horizonSeq;
  }

  get known(): KnownRemovals {
    const removed = [...this.removals].map(([uuid, { seq }]) => ({ uuid, seq }));
    return { removed, horizonSeq: this.horizon };
  }

  /** How many removals are known. */
  get count(): number {
    return this.removals.size;
  }

  /** The memory that the blocks take which are kept, see `memoryOf`. */
  get memory(): number {
    return this.blockMemory;
  }

  /** The removal of a block; undefined if none is known. */
  of(uuid: string): Removal | undefined {
    return this.removals.get(uuid);
  }

  /** The removals by these entries of blocks that their senders did not name. */
  unnamedBy(seqs: ReadonlySet<number>): Removal[] {
    return [...this.removals.values()].filter(({ seq, isNamed }) => !isNamed && seqs.has(seq));
  }

  /** Whether removals after `baseSeq` may be unknown. */
  isBeyondHorizon(baseSeq: number): boolean {
    return baseSeq < this.horizon;
  }

  /** Records the removal of a block; undefined for an existing block. */
  set(uuid: string, removal: Removal | undefined): void {
    this.blockMemory -= this.removals.get(uuid)?.memory ?? 0;
    this.removals.delete(uuid);
    if (!removal) return;
    this.blockMemory += removal.memory;
    this.removals.set(uuid, removal);
  }

  /**
   * If there are more than `max`, drops the oldest until at most three quarters of `max` remain. If
   * the blocks together are too large, drops the oldest blocks, but keeps their ids.
   */
  trim(max: number): void {
    if (this.removals.size > max) this.dropOldest(max);
    if (this.blockMemory <= ROOM_LIMITS.maxRemovedMemory) return;
    const oldestFirst = [...this.removals].sort(([, a], [, b]) => a.seq - b.seq);
    for (const [uuid, { seq }] of oldestFirst) {
      if (this.blockMemory <= (ROOM_LIMITS.maxRemovedMemory * 3) / 4) return;
      this.set(uuid, removalBy(seq));
    }
  }

  private dropOldest(max: number): void {
    const seqs = [...this.removals.values()].map(({ seq }) => seq).sort((a, b) => a - b);
    const horizon = seqs[seqs.length - Math.floor((max * 3) / 4) - 1] ?? 0;
    for (const [uuid, { seq }] of this.removals) if (seq <= horizon) this.set(uuid, undefined);
    this.horizon = Math.max(this.horizon, horizon);
  }
}
