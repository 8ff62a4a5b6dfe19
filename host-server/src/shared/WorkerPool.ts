import { Worker } from 'node:worker_threads';
import { ApiError } from './ApiError.ts';
import { FairQueue } from './FairQueue.ts';
import { type FromWorker, transferable, type WorkerMessage } from './workerMessages.ts';

const RETRY_AFTER_S = 5;
/** Keys whose tasks have recently run for longer leave a thread free for the others, ms. */
export const HEAVY_MS = 2000;
/** A sixth of V8's default, because each thread keeps it. */
const YOUNG_GENERATION_MB = 8;

/** Resource limits of a {@link WorkerPool}. */
export interface WorkerLimits {
  /** How many threads may run at once. */
  readonly threads: number;
  /** Time to start a thread, ms. */
  readonly startMs: number;
  /** Time for a task once a thread works on it, ms. */
  readonly timeMs: number;
  /** JavaScript heap of each thread, MB. */
  readonly heapMb: number;
  /** Idle time after which a thread ends, ms. */
  readonly idleMs: number;
  /** How many tasks of one key may wait. */
  readonly maxWaitingPerKey: number;
  /** How many tasks may wait. */
  readonly maxWaiting: number;
  /** Maximum size of one key's waiting and running tasks: characters of text plus bytes. */
  readonly maxSizePerKey: number;
  /** Maximum size of all waiting and running tasks. A quarter is kept for keys that have none. */
  readonly maxSize: number;
}

/**
 * Why a task has no result: it took too long, needed too much memory, the worker's code threw or
 * its thread ended, or the pool was closed.
 */
export type WorkerFailure = 'too_slow' | 'out_of_memory' | 'crashed' | 'closed';

/** A task without a result. */
export class WorkerError extends Error {
  readonly failure: WorkerFailure;

  constructor(failure: WorkerFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'WorkerError';
    this.failure = failure;
  }
}

/** A thread, and the task it works on. */
interface Thread {
  readonly worker: Worker;
  isReady: boolean;
  task: { readonly end: (result: WorkerMessage | WorkerError) => void } | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs tasks of one worker module in threads, so that untrusted input never blocks the event loop:
 * a task that takes too long or too much memory ends only its thread. Threads start with the first
 * task and end when idle. Keys, such as accounts, take turns.
 */
export class WorkerPool<Task extends WorkerMessage, TaskResult extends WorkerMessage> {
  private readonly module: URL;
  private readonly name: string;
  private readonly limits: WorkerLimits;
  private readonly queue: FairQueue<string>;
  private readonly threads: (Thread | null)[];
  /** Of the tasks that wait and run, by key. */
  private readonly sizes = new Map<string, number>();
  private size = 0;

  /**
   * @param module calls `runWorkerTasks`; without an extension, because it runs from the sources and
   *   from the build.
   * @param name of the threads, for errors and debuggers.
   */
  constructor(module: URL, name: string, limits: WorkerLimits) {
    this.module = new URL(module.href + (import.meta.url.endsWith('.ts') ? '.ts' : '.js'));
    this.name = name;
    this.limits = limits;
    const { threads, maxWaiting, maxWaitingPerKey } = limits;
    this.queue = new FairQueue({
      concurrency: threads,
      // Leaves a thread for others.
      concurrencyPerKey: Math.max(1, threads - 1),
      heavyMs: HEAVY_MS,
      ...{ maxWaiting, maxWaitingPerKey },
    });
    this.threads = Array.from({ length: threads }, () => null);
  }

  /** How many threads exist. */
  get threadCount(): number {
    return this.threads.filter((thread) => thread !== null).length;
  }

  /**
   * Runs a task in a thread. Tasks of one key go to the same thread when possible, so that the
   * worker's caches help.
   *
   * @param key whose turn it takes, such as an account's id.
   * @param task its bytes are transferred: the caller can no longer use them.
   * @throws WorkerError when there is no result; ApiError err_rate_limited or err_unavailable when
   *   the waiting tasks are too many or too large, see {@link FairQueue}.
   */
  async run(key: string, task: Task): Promise<TaskResult> {
    const size = sizeOf(task);
    this.requireSpace(key, size);
    this.add(key, size);
    try {
      return await this.queue.run(key, async () => {
        const result = await this.runIn(this.pick(key), task);
        if (result instanceof WorkerError) throw result;
        return result as TaskResult;
      });
    } finally {
      this.add(key, -size);
    }
  }

  /** How long threads have recently worked on a key's tasks, ms. */
  usageOf(key: string): number {
    return this.queue.usageOf(key);
  }

  /** The same over a longer time. */
  pastUsageOf(key: string): number {
    return this.queue.pastUsageOf(key);
  }

  /** Ends all threads; tasks without a result fail, and later ones are refused. */
  async close(): Promise<void> {
    this.queue.close();
    const error = new WorkerError('closed', `The ${this.name} is closed`);
    await Promise.all(
      this.threads.flatMap((thread) => (thread === null ? [] : [this.end(thread, error)])),
    );
  }

  /** Refuses a task that does not fit beside the others; one that comes alone always fits. */
  private requireSpace(key: string, size: number): void {
    const ofKey = this.sizes.get(key) ?? 0;
    if (ofKey > 0 && ofKey + size > this.limits.maxSizePerKey)
      throw new ApiError('err_rate_limited', { retryAfterSeconds: RETRY_AFTER_S });
    // The last quarter is for keys that have nothing in the pool.
    const maxSize = ofKey > 0 ? 0.75 * this.limits.maxSize : this.limits.maxSize;
    if (this.size > 0 && this.size + size > maxSize)
      throw new ApiError('err_unavailable', { retryAfterSeconds: RETRY_AFTER_S });
  }

  private add(key: string, size: number): void {
    const ofKey = (this.sizes.get(key) ?? 0) + size;
    if (ofKey > 0) this.sizes.set(key, ofKey);
    else this.sizes.delete(key);
    this.size += size;
  }

  /** The key's thread if it exists and is idle, else any idle one, else a new one. */
  private pick(key: string): Thread {
    const { threads } = this;
    const own = indexOf(key, threads.length);
    const running = threads.filter((thread) => thread?.task === null);
    const ownThread = threads[own] ?? null;
    if (ownThread !== null && running.includes(ownThread)) return ownThread;
    if (running[0]) return running[0];
    const free = ownThread === null ? own : threads.indexOf(null);
    return (threads[free] = this.start(free));
  }

  private runIn(thread: Thread, task: Task): Promise<WorkerMessage | WorkerError> {
    const { message, transfers } = transferable(task);
    thread.worker.postMessage(message, transfers);
    return new Promise((resolve) => {
      thread.task = {
        end: (result) => {
          clearTimeout(thread.timer);
          thread.task = null;
          thread.worker.unref();
          thread.timer = setTimeout(() => {
            void this.end(thread, new WorkerError('closed', 'Idle'));
          }, this.limits.idleMs).unref();
          resolve(result);
        },
      };
      // While it works, the process waits for it.
      thread.worker.ref();
      this.watch(thread);
    });
  }

  /** Starts the timer of the thread's task; a task waits for its thread to start first. */
  private watch(thread: Thread): void {
    const { startMs, timeMs } = this.limits;
    clearTimeout(thread.timer);
    thread.timer = setTimeout(
      () => {
        const error = thread.isReady
          ? new WorkerError('too_slow', `It took more than ${String(timeMs)} ms`)
          : new WorkerError('crashed', `A thread did not start within ${String(startMs)} ms`);
        void this.end(thread, error);
      },
      thread.isReady ? timeMs : startMs,
    );
  }

  private start(index: number): Thread {
    const worker = new Worker(this.module, {
      name: this.name,
      resourceLimits: {
        maxOldGenerationSizeMb: this.limits.heapMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    worker.unref();
    const thread: Thread = { worker, isReady: false, task: null, timer: undefined };
    worker.on('message', (message: FromWorker) => {
      if (this.threads[index] !== thread) return;
      if (message.kind === 'ready') {
        thread.isReady = true;
        if (thread.task !== null) this.watch(thread);
      } else if (message.kind === 'result') thread.task?.end(message.message);
      else thread.task?.end(new WorkerError('crashed', message.reason));
    });
    worker.on('error', (error: Error & { code?: unknown }) => {
      const failure = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out_of_memory' : 'crashed';
      void this.end(thread, new WorkerError(failure, error.message, error));
    });
    worker.on('exit', (code) => {
      void this.end(thread, new WorkerError('crashed', `A thread ended with ${String(code)}`));
    });
    return thread;
  }

  /** Ends a thread, and its task with an error. Does nothing when it has ended. */
  private async end(thread: Thread, error: WorkerError): Promise<void> {
    const index = this.threads.indexOf(thread);
    if (index === -1) return;
    this.threads[index] = null;
    thread.task?.end(error);
    clearTimeout(thread.timer);
    await thread.worker.terminate();
  }
}

/** The length of a task's texts and bytes. */
function sizeOf(task: WorkerMessage): number {
  let size = 0;
  for (const value of Object.values(task))
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length;
  return size;
}

/** A number below `count` that depends on the key alone. */
function indexOf(key: string, count: number): number {
  let hash = 0;
  for (const character of key) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % count;
}
