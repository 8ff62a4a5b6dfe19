interface Slot<Value> {
  readonly value: Value;
  readonly bytes: number;
  isUsed: boolean;
}

/**
 * Keeps the values used last, up to a number of bytes. Use is only noted, so that reading costs
 * nothing; what is oldest gives way when there is no room, unless it was used since it last came up.
 */
export class LruCache<Value> {
  private readonly maxBytes: number;
  private readonly sizeOf: (value: Value) => number;
  // A Map remembers the order of insertion: the first is the next to give way.
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
    this.makeRoom(bytes);
    this.slots.set(key, { value, bytes, isUsed: false });
    this.bytes += bytes;
  }

  delete(key: string): void {
    const slot = this.slots.get(key);
    if (slot === undefined) return;
    this.slots.delete(key);
    this.bytes -= slot.bytes;
  }

  private makeRoom(bytes: number): void {
    // What is moved to the end comes up once more before the loop is over, and is then unused.
    for (const [key, slot] of this.slots) {
      if (this.bytes + bytes <= this.maxBytes) return;
      this.delete(key);
      if (!slot.isUsed) continue;
      this.slots.set(key, { ...slot, isUsed: false });
      this.bytes += slot.bytes;
    }
  }
}

/** Longer texts are worked out anew each time: whoever sends them chooses how long they are. */
const MAX_LENGTH = 300;

/**
 * A function of a text that keeps its last answers, for texts that come with every request and are
 * mostly the same: host names, paths, lists of encodings. However many are sent, `max` are kept.
 *
 * @param work gives the same for the same text, and nothing that anybody changes
 */
export function memoize<Value>(
  max: number,
  work: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const value = work(text);
    if (text.length > MAX_LENGTH) return value;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= max) known.delete(oldest);
    known.set(text, value);
    return value;
  };
}
