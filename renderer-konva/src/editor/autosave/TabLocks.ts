/** The part of the Web Locks API that autosave uses. */
export type LockApi = Pick<LockManager, 'request' | 'query'>;

/** A lock that this tab holds. */
export interface TabLock {
  /** Resolves when other tabs can take the lock. */
  release(): Promise<void>;
}

/** What `take` returns where there are no locks: every tab gets one. */
const NO_LOCK: TabLock = { release: () => Promise.resolve() };

/**
 * Web Locks show which tabs are still running: the browser releases those of a tab that is gone,
 * even after a crash. If they are missing (a page loaded without HTTPS), refused (a sandboxed
 * frame) or late, a tab cannot know about others: no lock counts as taken, and each can be taken.
 */
export class TabLocks {
  private api: LockApi | null;
  private readonly limitMs: number;
  /** What `heldNames` returned last, for when there is no time to wait for it. */
  lastHeld: ReadonlySet<string> = new Set();

  /** @param limitMs how long to wait for the browser's response; default 3000 */
  constructor(api: LockApi | null, limitMs = 3000) {
    this.api = api;
    this.limitMs = limitMs;
  }

  /** The names of the locks that this tab or another holds. */
  async heldNames(): Promise<ReadonlySet<string>> {
    const answer = await this.ask((api) => api.query());
    this.lastHeld = new Set((answer?.held ?? []).flatMap(({ name }) => name ?? []));
    return this.lastHeld;
  }

  /**
   * Takes a lock. Returns null if it is held already.
   *
   * @param isWaiting whether to wait a third of the limit for the holder to release it
   */
  async take(name: string, { isWaiting = false } = {}): Promise<TabLock | null> {
    let isWanted = true;
    const request = (api: LockApi) =>
      new Promise<TabLock | null>((resolve, reject) => {
        const wait = new AbortController();
        const options = isWaiting ? { signal: wait.signal } : { ifAvailable: true };
        const ended = api.request(name, options, (lock) => {
          // Returning releases a lock that was granted too late.
          if (!isWanted || lock === null) {
            resolve(null);
            return undefined;
          }
          return new Promise<void>((letGo) => {
            const release = async () => {
              letGo();
              await this.ask(() => ended);
            };
            resolve({ release });
          });
        });
        ended.catch(reject);
        if (!isWaiting) return;
        setTimeout(() => {
          wait.abort();
          resolve(null);
        }, this.limitMs / 3);
      });
    const lock = await this.ask(request);
    isWanted = false;
    return lock === undefined ? NO_LOCK : lock;
  }

  /** Returns undefined without locks; also from now on if the browser refuses or never responds. */
  private async ask<Answer>(
    question: (api: LockApi) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (!this.api) return undefined;
    // In steps, so that a page that is busy for a while does not miss a response that has arrived.
    let steps = 10;
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
      const limit = new Promise<never>((_, reject) => {
        timer = setInterval(() => {
          steps -= 1;
          if (steps === 0) reject(new Error('no answer'));
        }, this.limitMs / 10);
      });
      return await Promise.race([question(this.api), limit]);
    } catch {
      this.api = null;
      return undefined;
    } finally {
      clearInterval(timer);
    }
  }
}
