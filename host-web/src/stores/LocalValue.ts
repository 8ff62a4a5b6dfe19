import type { z } from 'zod';

/** The part of `localStorage` that is used; tests hand in their own. */
export type LocalStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * One value kept in the browser, checked by a schema when read. Whatever is missing, old, or of
 * another shape reads as null; a browser that keeps nothing (private windows, full quota) is no
 * error, since everything here is a convenience.
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
      // A full or forbidden store: the value lives on in memory.
    }
  }

  clear(): void {
    try {
      this.#storage?.removeItem(this.#key);
    } catch {
      // As above.
    }
  }
}

/** The browser's store, or null where it may not be used at all. */
export function browserStorage(): LocalStorage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** What lasts as long as the tab, or null where it may not be used at all. */
export function tabStorage(): LocalStorage | null {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}
