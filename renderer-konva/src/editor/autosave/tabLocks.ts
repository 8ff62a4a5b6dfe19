/** Locks tell which tabs still run: the browser releases those of a tab that is gone. */
export interface TabLocks {
  /** Runs an action when no other of the same name runs, in this tab or another. */
  inTurn<Value>(name: string, action: () => Promise<Value>): Promise<Value>;
  /** Takes a lock until it is released or the tab is gone; null if another holder has it. */
  hold(name: string): Promise<TabLock | null>;
}

/** A lock that this tab holds. */
export interface TabLock {
  /** Resolves when others can take the lock. */
  release(): Promise<void>;
}

/**
 * Locks of this origin's tabs, by the Web Locks API; null where there is none (in Node, and where
 * the page was not loaded over HTTPS).
 */
export function tabLocks(
  manager: LockManager | undefined = (globalThis as { navigator?: { locks?: LockManager } })
    .navigator?.locks,
): TabLocks | null {
  if (!manager) return null;
  return {
    inTurn: async (name, action) => await manager.request(name, action),
    hold: (name) =>
      new Promise((resolve, reject) => {
        const settled = manager.request(name, { ifAvailable: true }, (lock) => {
          if (lock === null) {
            resolve(null);
            return undefined;
          }
          return new Promise<void>((letGo) => {
            resolve({
              release: async () => {
                letGo();
                await settled;
              },
            });
          });
        });
        settled.catch(reject);
      }),
  };
}
