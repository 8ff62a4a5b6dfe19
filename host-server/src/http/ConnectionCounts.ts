import type { EventEmitter } from 'node:events';

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
    const before = this.open.get(key) ?? 0;
    if (before >= max) return false;
    this.open.set(key, before + 1);
    emitter.once('close', () => {
      const left = (this.open.get(key) ?? 1) - 1;
      if (left === 0) this.open.delete(key);
      else this.open.set(key, left);
    });
    return true;
  }
}
