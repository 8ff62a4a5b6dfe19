/** Keeps the values used last, up to a number of bytes. */
export class LruCache<Value> {
  private readonly maxBytes: number;
  private readonly sizeOf: (value: Value) => number;
  // A Map remembers the order of insertion: the first is the one unused for longest.
  private readonly values = new Map<string, Value>();
  private bytes = 0;

  constructor(maxBytes: number, sizeOf: (value: Value) => number) {
    this.maxBytes = maxBytes;
    this.sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.delete(key);
    if (this.sizeOf(value) > this.maxBytes) return;
    this.values.set(key, value);
    this.bytes += this.sizeOf(value);
    for (const oldest of this.values.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.values.get(key);
    if (value === undefined) return;
    this.values.delete(key);
    this.bytes -= this.sizeOf(value);
  }
}
