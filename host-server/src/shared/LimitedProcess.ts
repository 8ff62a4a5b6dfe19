import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FromProcess, ToProcess } from './processMessages.ts';

/** Resource limits of a {@link LimitedProcess}. */
export interface ProcessLimits {
  /** Time to start the process, ms. */
  readonly startMs: number;
  /** Time for a task once the process runs, ms. */
  readonly timeMs: number;
  /** Memory of the whole process, MB; enforced on Linux. */
  readonly memoryMb: number;
  /** JavaScript heap, MB. */
  readonly heapMb: number;
  /** Idle time after which the process ends, ms. */
  readonly idleMs: number;
  /** Number of tasks after which the process is replaced. */
  readonly maxTasks: number;
}

/**
 * Why a task has no result. Either it took too much time or memory, crashed the process or threw, or
 * it is not to blame: no process starts on this machine, or the server is stopping.
 */
export type ProcessFailure =
  'too_slow' | 'too_much_memory' | 'crashed' | 'threw' | 'unavailable' | 'stopping';

/** A task without a result. */
export class ProcessError extends Error {
  readonly failure: ProcessFailure;

  constructor(failure: ProcessFailure, message: string) {
    super(message);
    this.name = 'ProcessError';
    this.failure = failure;
  }
}

const WATCH_MS = 100;
/** Maximum size of each semi-space of V8's young generation, MB; the default is 16. */
const SEMI_SPACE_MB = 4;
/**
 * Environment that makes glibc return the memory of buffers, such as decoded rows of pixels, as soon
 * as they are freed. Without it, an idle process keeps twice the memory. With 128 KB instead of 32, an
 * idle decoder keeps 30 MB more and is 2% faster.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(32 * 1024) };
/** Maximum length of the error output that is kept, characters. */
const MAX_ERROR_OUTPUT = 2000;

interface Work {
  readonly id: number;
  readonly respond: (request: unknown) => Promise<unknown>;
  readonly succeed: (result: unknown) => void;
  readonly fail: (error: unknown) => void;
  /** Called when the process is ready. */
  onReady: () => void;
}

/**
 * Runs tasks in a separate process, one after the other. A task that takes too long or too much
 * memory, or crashes native code, ends only that process. It starts with the first task, unless
 * `prepare` has started it, and ends when idle.
 */
export class LimitedProcess<Task, TaskResult> {
  private readonly name: string;
  private readonly program: URL;
  private readonly limits: ProcessLimits;
  private readonly readMemoryMb: (pid: number) => Promise<number>;
  private child: ChildProcess | null = null;
  private isReady = false;
  private tasks = 0;
  private nextId = 1;
  private work: Work | null = null;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  /**
   * @param options.name of the program, for errors.
   * @param options.program calls `runProcessTasks`.
   * @param options.readMemoryMb for tests: reads a process's memory, MB.
   */
  constructor(options: {
    readonly name: string;
    readonly program: URL;
    readonly limits: ProcessLimits;
    readonly readMemoryMb?: (pid: number) => Promise<number>;
  }) {
    this.name = options.name;
    this.program = options.program;
    this.limits = options.limits;
    this.readMemoryMb = options.readMemoryMb ?? memoryMbOf;
  }

  /** The process's id while it runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Starts the process, unless it is running, so that the next task need not wait for it. */
  prepare(): void {
    if (this.isClosed || this.child !== null) return;
    this.child = this.start();
    this.endWhenIdle();
  }

  /**
   * Runs a task. Must not be called before the previous call has settled.
   *
   * @param respond responds to requests that the task makes. Its error ends the task and is thrown.
   * @throws ProcessError when there is no result.
   */
  async run(task: Task, respond: Work['respond'] = refuseRequests): Promise<TaskResult> {
    if (this.work !== null) throw new Error('Another task is running');
    if (this.isClosed) throw stopping();
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const id = this.nextId++;
    let stopWatching = (): void => undefined;
    try {
      return await new Promise<TaskResult>((resolve, reject) => {
        this.work = {
          id,
          respond,
          succeed: resolve as (result: unknown) => void,
          fail: reject,
          onReady: () => undefined,
        };
        stopWatching = this.watch(child, this.work);
        this.send(child, { kind: 'task', id, task });
      });
    } finally {
      stopWatching();
      this.work = null;
      this.tasks += 1;
      if (this.child === child && this.tasks >= this.limits.maxTasks) this.kill();
      else this.endWhenIdle();
    }
  }

  /** Ends the process and the task in progress. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.idle);
    this.kill();
  }

  private endWhenIdle(): void {
    // One of a process that has ended would end the next one in the middle of a task.
    clearTimeout(this.idle);
    this.idle = setTimeout(() => {
      this.kill();
    }, this.limits.idleMs).unref();
  }

  private start(): ChildProcess {
    this.tasks = 0;
    const child = fork(fileURLToPath(this.program), [], {
      execArgv: [
        ...loaderArguments(process.execArgv),
        `--max-old-space-size=${String(this.limits.heapMb)}`,
        `--max-semi-space-size=${String(SEMI_SPACE_MB)}`,
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Without the environment's secrets, in case hostile input takes over the process.
      env: {
        ...Object.fromEntries(
          ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'SystemRoot', 'FONTCONFIG_FILE'].flatMap(
            (name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]),
          ),
        ),
        ...ALLOCATOR,
      },
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
    // Does not keep the server alive.
    child.unref();
    child.channel?.unref();
    let errorOutput = '';
    (child.stderr as Socket | null)
      ?.setEncoding('utf8')
      .on('data', (chunk: string) => {
        errorOutput = (errorOutput + chunk).slice(-MAX_ERROR_OUTPUT);
      })
      .unref();
    this.isReady = false;
    child.on('message', (message: FromProcess) => {
      if (this.child === child) this.handleMessage(child, message);
    });
    const handleEnd = (reason: string): void => {
      if (this.child !== child) return;
      this.child = null;
      const output = errorOutput.trim();
      this.work?.fail(
        new ProcessError(
          // If it ends before it is ready, it would do so for every task.
          this.isReady ? 'crashed' : 'unavailable',
          output === '' ? reason : `${reason}: ${output}`,
        ),
      );
    };
    child.on('error', (error) => {
      handleEnd(String(error));
    });
    child.on('exit', (code, signal) => {
      handleEnd(`The ${this.name} ended: ${String(signal ?? code)}`);
    });
    return child;
  }

  private handleMessage(child: ChildProcess, message: FromProcess): void {
    const { work } = this;
    if (message.kind === 'ready') {
      this.isReady = true;
      work?.onReady();
      return;
    }
    if (message.kind === 'unavailable') {
      work?.fail(new ProcessError('unavailable', message.reason));
      this.kill();
      return;
    }
    if (work === null) return;
    if (message.id !== work.id) return;
    if (message.kind === 'result') work.succeed(message.result);
    else if (message.kind === 'failed') work.fail(new ProcessError('threw', message.reason));
    else
      work.respond(message.request).then(
        (response) => {
          if (this.work === work) this.send(child, { kind: 'response', id: work.id, response });
        },
        (error: unknown) => {
          if (this.work !== work) return;
          work.fail(error);
          // It still waits for the response.
          this.kill();
        },
      );
  }

  private send(child: ChildProcess, message: ToProcess): void {
    // If the process has just ended, its exit event reports it.
    child.send(message, () => undefined);
  }

  private kill(): void {
    const { child } = this;
    this.child = null;
    child?.kill('SIGKILL');
    this.work?.fail(stopping());
  }

  /**
   * Enforces the limits of time and memory: ends the task and the process. Returns a function that
   * stops watching.
   */
  private watch(child: ChildProcess, work: Work): () => void {
    const { startMs, timeMs, memoryMb } = this.limits;
    const abort = (failure: ProcessFailure, reason: string): void => {
      // The memory reading may arrive when the next task is already running.
      if (this.work !== work) return;
      work.fail(new ProcessError(failure, reason));
      if (this.child === child) this.kill();
    };
    const timeout = (): NodeJS.Timeout =>
      setTimeout(() => {
        abort('too_slow', `It took more than ${String(timeMs)} ms`);
      }, timeMs);
    let timer = this.isReady
      ? timeout()
      : setTimeout(() => {
          abort('unavailable', `It did not start within ${String(startMs)} ms`);
        }, startMs);
    work.onReady = () => {
      clearTimeout(timer);
      timer = timeout();
    };
    const watcher = setInterval(() => {
      if (child.pid === undefined) return;
      this.readMemoryMb(child.pid).then(
        (used) => {
          if (used > memoryMb) abort('too_much_memory', `It took more than ${String(memoryMb)} MB`);
        },
        () => undefined,
      );
    }, WATCH_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(watcher);
    };
  }
}

/** The address of a program beside a module: `.ts` in the sources, `.js` in the build. */
export function programBeside(moduleUrl: string, path: string): URL {
  return new URL(`${path}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl);
}

const stopping = (): ProcessError => new ProcessError('stopping', 'The server is stopping');

function refuseRequests(): Promise<never> {
  return Promise.reject(new Error('This task makes no requests'));
}

/** Lets the server go first when all processors are busy, from the start of the process on. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without permission it runs at normal priority.
  }
}

/** The memory of a process, MB, or 0 when the system does not report it. */
async function memoryMbOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return (Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024) / 1e6;
}

/** The arguments that configure module loading; tests run the sources. */
function loaderArguments(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (/^(?:--import|--conditions|--loader|-C)$/.test(arg)) return [arg, args[index + 1] ?? ''];
    return /^(?:--import|--conditions|--loader)=/.test(arg) ? [arg] : [];
  });
}
