interface Slot<Value> {
  readonly value: Value;
  readonly bytes: number;
  isUsed: boolean;
}

/**
 * A cache of the most recently used values, up to a total size. Reading only marks a value as used,
 * which is cheap; when space is needed, the oldest value that was not used since the last pass is
 * evicted. Nothing expires: the owner invalidates a value by `delete`.
 */
export class LruCache<Value> {
  private readonly maxBytes: number;
  private readonly sizeOf: (value: Value) => number;
  // A Map iterates in insertion order, so the first slot is the next to evict.
  private readonly slots = new Map<string, Slot<Value>>();
  private bytes = 0;

  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.maxBytes = maxBytes;
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
    const bytes = this.sizeOf(value);
    if (bytes > this.maxBytes) return;
    this.evictFor(bytes);
    this.slots.set(key, { value, bytes, isUsed: false });
    this.bytes += bytes;
  }

  delete(key: string): void {
    const slot = this.slots.get(key);
    if (slot === undefined) return;
    this.slots.delete(key);
    this.bytes -= slot.bytes;
  }

  private evictFor(bytes: number): void {
    // A slot that moves to the end is visited again in this loop, now as unused.
    for (const [key, slot] of this.slots) {
      if (this.bytes + bytes <= this.maxBytes) return;
      this.delete(key);
      if (!slot.isUsed) continue;
      this.slots.set(key, { ...slot, isUsed: false });
      this.bytes += slot.bytes;
    }
  }
}
