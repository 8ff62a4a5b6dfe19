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

/**
 * The ids of removed blocks, which only a restore may bring back. The oldest are dropped when there
 * are too many; ops from before that horizon that add blocks are rejected (`too_old`).
 */
export class Tombstones {
  private readonly seqs: Map<string, number>;
  private horizon: number;

  constructor({ removed, horizonSeq }: KnownRemovals = { removed: [], horizonSeq: 0 }) {
    this.seqs = new Map(removed.map(({ uuid, seq }) => [uuid, seq]));
    this.horizon = horizonSeq;
  }

  get known(): KnownRemovals {
    const removed = [...this.seqs].map(([uuid, seq]) => ({ uuid, seq }));
    return { removed, horizonSeq: this.horizon };
  }

  /** The seq of the entry that removed a block; undefined if none is known. */
  seqOf(uuid: string): number | undefined {
    return this.seqs.get(uuid);
  }

  /** Whether removals after `baseSeq` may be unknown. */
  isBeyondHorizon(baseSeq: number): boolean {
    return baseSeq < this.horizon;
  }

  /** Records the entry that removed a block; undefined for an existing block. */
  set(uuid: string, seq: number | undefined): void {
    if (seq === undefined) this.seqs.delete(uuid);
    else this.seqs.set(uuid, seq);
  }

  /** If there are more than `max`, drops the oldest until at most three quarters of it remain. */
  trim(max: number): void {
    if (this.seqs.size <= max) return;
    const seqs = [...this.seqs.values()].sort((a, b) => a - b);
    const horizon = seqs[seqs.length - Math.floor((max * 3) / 4) - 1] ?? 0;
    for (const [uuid, seq] of this.seqs) if (seq <= horizon) this.seqs.delete(uuid);
    this.horizon = Math.max(this.horizon, horizon);
  }
}
