import type { z } from 'zod';

/** The part of `localStorage` that is used, so that tests can pass their own. */
export type LocalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A value in browser storage, validated by a schema when read. A missing or invalid value reads as
 * null [AU8]. Failures of the storage (private windows, full quota) are ignored.
 */
export class LocalValue<Value> {
  readonly #key: string;
  readonly #schema: z.ZodType<Value>;
  readonly #storage: LocalStorage | null;

  constructor(key: string, schema: z.ZodType<Value>, storage: LocalStorage | null) {
    this.#key = key;
    this.#schema = schema;
    this.#storage = storage;
  }

  read(): Value | null {
    try {
      const text = this.#storage?.getItem(this.#key);
      return text == null ? null : this.#schema.parse(JSON.parse(text));
    } catch {
      return null;
    }
  }

  write(value: Value): void {
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(value));
    } catch {
      // Storage is full or blocked.
    }
  }

  clear(): void {
    try {
      this.#storage?.removeItem(this.#key);
    } catch {
      // Storage is blocked.
    }
  }
}

/** The browser's `localStorage`, or null if it is blocked. */
export function browserStorage(): LocalStorage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** The tab's `sessionStorage`, or null if it is blocked. */
export function tabStorage(): LocalStorage | null {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}
