interface Slot<Value> {
  readonly value: Value;
  readonly size: number;
  isUsed: boolean;
}

/**
 * A cache of the most recently used values, up to a total size. Reading only marks a value as used,
 * which is cheap; when space is needed, the oldest value that has not been used since the last pass
 * is evicted. Nothing expires: the owner invalidates a value with `delete`. Sizes are in the unit
 * of `sizeOf`, such as bytes.
 */
export class LruCache<Value> {
  private readonly maxSize: number;
  private readonly sizeOf: (value: Value) => number;
  // A Map iterates in insertion order, so the first slot is the next candidate for eviction.
  private readonly slots = new Map<string, Slot<Value>>();
  private size = 0;

  constructor(maxSize: number, sizeOf: (value: Value) => number) {
    this.maxSize = maxSize;
    this.sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const slot = this.slots.get(key);
    if (slot === undefined) return undefined;
    slot.isUsed = true;
    return slot.value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    const size = this.sizeOf(value);
    if (size > this.maxSize) return;
    this.evictFor(size);
    this.slots.set(key, { value, size, isUsed: false });
    this.size += size;
  }

  delete(key: string): void {
    const slot = this.slots.get(key);
    if (slot === undefined) return;
    this.slots.delete(key);
    this.size -= slot.size;
  }

  /** Deletes the values whose keys match, in one pass over all of them. */
  deleteWhere(matches: (key: string) => boolean): void {
    for (const key of this.slots.keys()) if (matches(key)) this.delete(key);
  }

  private evictFor(size: number): void {
    // A slot that moves to the end is visited again in this loop, now as unused.
    for (const [key, slot] of this.slots) {
      if (this.size + size <= this.maxSize) return;
      this.delete(key);
      if (!slot.isUsed) continue;
      this.slots.set(key, { ...slot, isUsed: false });
      this.size += slot.size;
    }
  }
}
