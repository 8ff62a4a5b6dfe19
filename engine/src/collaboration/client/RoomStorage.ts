import { copyJson, ENVELOPE_DEPTH } from '../../model/json.ts';

/**
 * Stores what must outlive the tab, for one page and one client (IndexedDB in the product). Two tabs
 * never share a storage: the host gives a tab an unused one or that of a closed tab. Edits of another
 * page in it are neither shown nor sent, and stay in it. Values are plain JSON, which is stored when
 * the call resolves. Calls take effect in the order in which they are made: the client does not wait
 * for one that takes too long. A call may throw, reject or never respond: then the client keeps the
 * data in memory, tries again, and reports it (`storageStatus`). `roomStorageCases` of
 * `@cobble/engine/conformance` checks a storage.
 */
export interface RoomStorage {
  readonly entries: () => Promise<readonly (readonly [key: string, value: unknown])[]>;
  readonly put: (key: string, value: unknown) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
}

/** Creates a storage in memory: nothing outlives the tab. */
export function createMemoryStorage(): RoomStorage {
  const values = new Map<string, unknown>();
  return {
    entries: () => Promise.resolve([...values]),
    put: (key, value) => {
      values.set(key, structuredClone(value));
      return Promise.resolve();
    },
    delete: (key) => {
      values.delete(key);
      return Promise.resolve();
    },
  };
}

/** A frozen copy of a stored value; undefined when it is not JSON. */
export function readStoredJson(value: unknown): unknown {
  try {
    return copyJson(value, { depth: ENVELOPE_DEPTH });
  } catch {
    return undefined;
  }
}

/** Whether a stored value belongs to a page, as far as its `ID` is known. */
export function isOfPage(
  { pageId }: { readonly pageId?: number | undefined },
  page: number | null,
): boolean {
  return pageId === undefined || page === null || pageId === page;
}
