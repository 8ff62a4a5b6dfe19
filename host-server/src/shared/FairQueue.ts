import { ApiError } from './ApiError.ts';

/** Options of a {@link FairQueue}. */
export interface FairQueueOptions {
  /** How many tasks may run at once. */
  readonly concurrency: number;
  /** How many tasks of one key may run at once; default: no limit but `concurrency`. */
  readonly concurrencyPerKey?: number;
  /**
   * Keys whose tasks have recently run for longer than this in total are heavy, ms. Together, heavy
   * keys leave a slot free for the others, and they wait for the others and for heavy keys that have
   * used less. Default: no limit.
   */
  readonly heavyMs?: number;
  /** The time in which a key's total halves, ms; default: ten seconds. */
  readonly halfLifeMs?: number;
  /**
   * How many tasks of all keys together may wait. A further one is refused, or takes the place of
   * the latest task of the key that has the most waiting, if that key has at least two more.
   */
  readonly maxWaiting: number;
  /** How many tasks of one key may wait. */
  readonly maxWaitingPerKey: number;
  /** How long a task may wait before it is refused with err_unavailable, ms; default: no limit. */
  readonly maxWaitMs?: number;
  /** When a refused client may try again, s; default: 5. */
  readonly retryAfterSeconds?: number;
}

/** How long a key's tasks have recently run, as of `atMs`. */
interface Usage {
  readonly ms: number;
  readonly atMs: number;
}

const DEFAULT_HALF_LIFE_MS = 10_000;

interface WaitingTask {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Runs a limited number of tasks at once, for work that needs a scarce resource such as memory.
 * Keys, usually accounts, take turns, except heavy ones (`heavyMs`): however many tasks a key has,
 * each of the other keys starts one between two of them. Tasks of one key start in the order in
 * which they were added.
 */
export class FairQueue<Key> {
  private readonly options: FairQueueOptions;
  /** Waiting tasks by key; the key whose turn is next comes first. */
  private readonly waiting = new Map<Key, WaitingTask[]>();
  private waitingCount = 0;
  /** Number of running tasks by key. */
  private readonly running = new Map<Key, number>();
  private runningCount = 0;
  /** Recent usage by key, oldest first, without keys that have used little. */
  private readonly usage = new Map<Key, Usage>();
  /** Number of running tasks whose keys were heavy when the tasks started. */
  private heavyCount = 0;
  private idleListeners: (() => void)[] = [];
  private isClosed = false;

  private readonly nowMs: () => number;

  /** @param nowMs a monotonic clock; tests replace it. */
  constructor(options: FairQueueOptions, nowMs: () => number = () => performance.now()) {
    this.options = options;
    this.nowMs = nowMs;
  }

  /**
   * Runs a task as soon as it is its turn. Returns or throws what the task does.
   *
   * @param key whose turn the task takes.
   * @param signal once aborted, the task is no longer started; its reason is the error.
   * @throws ApiError err_rate_limited when too many tasks of this key wait, err_unavailable when too
   *   many wait in total, the task has waited too long, its place is needed for a key with fewer tasks,
   *   or the queue is closed; then the task is never started.
   */
  run<Value>(key: Key, task: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const refusal = this.refusalFor(key);
      if (refusal !== null) {
        reject(refusal);
        return;
      }
      const leave = (reason: unknown): void => {
        this.remove(key, waiting);
        waiting.refuse(reason);
      };
      const abort = (): void => {
        leave(signal?.reason);
      };
      let timer: NodeJS.Timeout | undefined;
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const refuse = (reason: unknown): void => {
        stopWaiting();
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- see `signal`.
        reject(reason);
      };
      const start = (): void => {
        stopWaiting();
        const isHeavy = this.isHeavy(key);
        const startedAtMs = this.nowMs();
        if (isHeavy) this.heavyCount += 1;
        // The slot is free before the caller continues.
        callNow(task)
          .finally(() => {
            if (isHeavy) this.heavyCount -= 1;
            this.addUsage(key, this.nowMs() - startedAtMs);
            this.release(key);
          })
          .then(resolve, reject);
      };
      const waiting = { start, refuse };
      signal?.addEventListener('abort', abort);
      const { maxWaitMs } = this.options;
      if (maxWaitMs !== undefined)
        timer = setTimeout(() => {
          leave(this.refusal('err_unavailable'));
        }, maxWaitMs);
      const ofKey = this.waiting.get(key);
      if (ofKey === undefined) this.waiting.set(key, [waiting]);
      else ofKey.push(waiting);
      this.waitingCount += 1;
      this.startNext();
    });
  }

  /** Waits until no task runs or waits. */
  async settled(): Promise<void> {
    while (this.runningCount + this.waitingCount > 0)
      await new Promise<void>((resolve) => {
        this.idleListeners.push(resolve);
      });
  }

  /** Refuses all waiting and later tasks with err_unavailable. Running tasks continue. */
  close(): void {
    this.isClosed = true;
    const tasks = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.waitingCount = 0;
    for (const { refuse } of tasks) refuse(this.refusal('err_unavailable'));
    this.notifyIfIdle();
  }

  private refusalFor(key: Key): ApiError | null {
    const { maxWaiting, maxWaitingPerKey } = this.options;
    if (this.isClosed) return this.refusal('err_unavailable');
    // It starts at once: whoever waits cannot start now.
    if (this.mayStart(key)) return null;
    const ofKey = this.waiting.get(key)?.length ?? 0;
    if (ofKey >= maxWaitingPerKey) return this.refusal('err_rate_limited');
    if (this.waitingCount < maxWaiting) return null;
    return this.makeRoom(ofKey) ? null : this.refusal('err_unavailable');
  }

  /**
   * Refuses the latest task of the key that has the most, so that a few keys cannot keep the others
   * out. Returns false if it would then have fewer than the key that gets its place.
   *
   * @param count how many tasks of that key wait already.
   */
  private makeRoom(count: number): boolean {
    let most: { readonly key: Key; readonly tasks: readonly WaitingTask[] } | null = null;
    for (const [key, tasks] of this.waiting)
      if (tasks.length > (most?.tasks.length ?? count + 1)) most = { key, tasks };
    const latest = most?.tasks.at(-1);
    if (most === null || latest === undefined) return false;
    this.remove(most.key, latest);
    latest.refuse(this.refusal('err_unavailable'));
    return true;
  }

  private remove(key: Key, task: WaitingTask): void {
    const tasks = this.waiting.get(key) ?? [];
    const index = tasks.indexOf(task);
    if (index === -1) return;
    tasks.splice(index, 1);
    if (tasks.length === 0) this.waiting.delete(key);
    this.waitingCount -= 1;
    this.notifyIfIdle();
  }

  private refusal(code: 'err_unavailable' | 'err_rate_limited'): ApiError {
    return new ApiError(code, { retryAfterSeconds: this.options.retryAfterSeconds ?? 5 });
  }

  private mayStart(key: Key): boolean {
    const { concurrency, concurrencyPerKey = concurrency } = this.options;
    if (this.runningCount >= concurrency) return false;
    if ((this.running.get(key) ?? 0) >= concurrencyPerKey) return false;
    return this.heavyCount < Math.max(1, concurrency - 1) || !this.isHeavy(key);
  }

  private isHeavy(key: Key): boolean {
    const { heavyMs = Infinity } = this.options;
    return this.usageOf(key) > heavyMs;
  }

  private usageOf(key: Key): number {
    const usage = this.usage.get(key);
    if (usage === undefined) return 0;
    const { halfLifeMs = DEFAULT_HALF_LIFE_MS } = this.options;
    return usage.ms * 2 ** ((usage.atMs - this.nowMs()) / halfLifeMs);
  }

  private addUsage(key: Key, ms: number): void {
    const { heavyMs } = this.options;
    if (heavyMs === undefined) return;
    const usage = { ms: this.usageOf(key) + ms, atMs: this.nowMs() };
    this.usage.delete(key);
    this.usage.set(key, usage);
    for (const each of this.usage.keys()) {
      if (this.usageOf(each) > heavyMs / 100) break;
      this.usage.delete(each);
    }
  }

  private startNext(): void {
    for (let key = this.next(); key !== null; key = this.next()) {
      const tasks = this.waiting.get(key) ?? [];
      const task = tasks.shift();
      // Its next turn comes after those of all keys that wait now.
      this.waiting.delete(key);
      if (tasks.length > 0) this.waiting.set(key, tasks);
      this.waitingCount -= 1;
      this.runningCount += 1;
      this.running.set(key, (this.running.get(key) ?? 0) + 1);
      task?.start();
    }
  }

  /** The key whose waiting task starts next; null if none may start. */
  private next(): Key | null {
    if (this.runningCount >= this.options.concurrency) return null;
    let found: Key | null = null;
    let least = Infinity;
    for (const key of this.waiting.keys()) {
      if (!this.mayStart(key)) continue;
      if (!this.isHeavy(key)) return key;
      const usage = this.usageOf(key);
      if (usage >= least) continue;
      found = key;
      least = usage;
    }
    return found;
  }

  private release(key: Key): void {
    this.runningCount -= 1;
    const left = (this.running.get(key) ?? 0) - 1;
    if (left > 0) this.running.set(key, left);
    else this.running.delete(key);
    this.startNext();
    this.notifyIfIdle();
  }

  private notifyIfIdle(): void {
    if (this.runningCount + this.waitingCount > 0) return;
    const listeners = this.idleListeners;
    this.idleListeners = [];
    for (const listener of listeners) listener();
  }
}

/** Calls a task at once; an error that it throws rejects the promise. */
async function callNow<Value>(task: () => Promise<Value>): Promise<Value> {
  return task();
}
