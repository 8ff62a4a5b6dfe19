/** A block that was removed and not restored since, and the entry that removed it. */
export interface RemovedBlock {
  readonly uuid: string;
  readonly seq: number;
}

/** What is known of removed blocks: all that were removed after the horizon, and maybe no other. */
export interface KnownRemovals {
  readonly removed: readonly RemovedBlock[];
  /** What was removed by entries up to this one is no longer known. */
  readonly horizonSeq: number;
}

/**
 * Ids of removed blocks, which only a restore brings back. Each is needed only as long as an op may
 * come whose sender had not heard of the removal; so of too many the oldest are forgotten, and what
 * adds blocks and was made before that horizon is refused (`too_old`).
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

  /** Which entry has removed a block; undefined: none that is known of. */
  seqOf(uuid: string): number | undefined {
    return this.seqs.get(uuid);
  }

  /** Whether blocks may have been removed, and forgotten, of which somebody had not heard. */
  isBeyondHorizon(baseSeq: number): boolean {
    return baseSeq < this.horizon;
  }

  /** Notes who has removed a block; undefined: it is there. */
  set(uuid: string, seq: number | undefined): void {
    if (seq === undefined) this.seqs.delete(uuid);
    else this.seqs.set(uuid, seq);
  }

  /** Forgets the oldest, a quarter at least, when there are more than `max`. */
  trim(max: number): void {
    if (this.seqs.size <= max) return;
    const seqs = [...this.seqs.values()].sort((a, b) => a - b);
    const horizon = seqs[seqs.length - Math.floor((max * 3) / 4) - 1] ?? 0;
    for (const [uuid, seq] of this.seqs) if (seq <= horizon) this.seqs.delete(uuid);
    this.horizon = Math.max(this.horizon, horizon);
  }
}
