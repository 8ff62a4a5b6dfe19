import { LruCache } from '../../shared/LruCache.ts';

const MB = 1024 * 1024;
/** Values above this are large, bytes. */
const LARGE_BYTES = 4 * MB;
/** Maximum size of the values that are not large, bytes. */
const MAX_BYTES = 16 * MB;
/** Maximum size of the large values, bytes. */
const MAX_LARGE_BYTES = 16 * MB;

/**
 * An {@link LruCache} in which large values have a part of their own, so that a few of them evict
 * only one another. Nothing expires: the owner invalidates a value with `delete`.
 */
export class SizedCache<Value> {
  private readonly sizeOf: (value: Value) => number;
  private readonly others: LruCache<Value>;
  private readonly large: LruCache<Value>;

  /** @param sizeOf in bytes. */
  constructor(sizeOf: (value: Value) => number) {
    this.sizeOf = sizeOf;
    this.others = new LruCache(MAX_BYTES, sizeOf);
    this.large = new LruCache(MAX_LARGE_BYTES, sizeOf);
  }

  get(key: string): Value | undefined {
    return this.others.get(key) ?? this.large.get(key);
  }

  set(key: string, value: Value): void {
    this.delete(key);
    (this.sizeOf(value) > LARGE_BYTES ? this.large : this.others).set(key, value);
  }

  delete(key: string): void {
    this.others.delete(key);
    this.large.delete(key);
  }

  /** Deletes the values whose keys match, in one pass over all of them. */
  deleteWhere(matches: (key: string) => boolean): void {
    this.others.deleteWhere(matches);
    this.large.deleteWhere(matches);
  }
}
