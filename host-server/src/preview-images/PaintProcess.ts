import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FromPainter, PaintedFiles, PaintJob, ToPainter } from './painter/messages.ts';
import type { RequestImages } from './painter/createPainter.ts';

/** Resource limits of painting a page. */
export interface PaintLimits {
  /** Time to start the process, ms. */
  readonly startMs: number;
  /** Time to paint a page once the process runs, ms. */
  readonly timeMs: number;
  /** Memory of the whole process, MB; enforced on Linux. */
  readonly memoryMb: number;
  /** Idle time after which the process ends, ms. */
  readonly idleMs: number;
  /** Number of pages after which the process is replaced. */
  readonly maxPages: number;
}

export const PAINT_LIMITS: PaintLimits = {
  startMs: 60_000,
  timeMs: 20_000,
  memoryMb: 768,
  idleMs: 60_000,
  maxPages: 300,
};

/** The result of painting a page. */
export type Painted =
  | ({ readonly kind: 'painted' } & PaintedFiles)
  /**
   * This page could not be painted, and a retry would probably fail too; or the server is stopping.
   */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Nothing can be painted on this machine. */
  | { readonly kind: 'unavailable'; readonly reason: string };

const SCRIPT = new URL(
  `./painter/painterMain${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);
const WATCH_MS = 100;
const PAGE_SIZE = 4096;
/** Maximum length of the error output that is stored, characters. */
const MAX_ERROR_OUTPUT = 2000;

interface Work {
  readonly id: number;
  readonly job: PaintJob;
  readonly requestImages: RequestImages;
  readonly end: (painted: Painted) => void;
  /** Called when the process is ready. */
  onReady: () => void;
}

/**
 * Paints pages in a separate process, one after the other. A page that takes too long or too much
 * memory, or crashes the canvas, ends only that process. It starts with the first page and ends
 * when idle.
 */
export class PaintProcess {
  private readonly limits: PaintLimits;
  private child: ChildProcess | null = null;
  private isReady = false;
  private pages = 0;
  private nextId = 1;
  private work: Work | null = null;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;
  private readonly script: URL;

  /** @param options for tests: other limits, another program. */
  constructor(options: { readonly limits?: Partial<PaintLimits>; readonly script?: URL } = {}) {
    this.limits = { ...PAINT_LIMITS, ...options.limits };
    this.script = options.script ?? SCRIPT;
  }

  /** The process's id while it runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Paints a page. Must not be called before the previous call has settled. */
  async paint(job: PaintJob, requestImages: RequestImages): Promise<Painted> {
    if (this.work !== null) throw new Error('A page is being painted');
    if (this.isClosed) return { kind: 'failed', reason: 'The server is stopping' };
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const id = this.nextId++;
    let stopWatching = (): void => undefined;
    const painted = await new Promise<Painted>((end) => {
      this.work = { id, job, requestImages, end, onReady: () => undefined };
      stopWatching = this.watch(child);
      this.send(child, { kind: 'paint', id, job });
    });
    stopWatching();
    this.work = null;
    this.pages += 1;
    if (this.child === child && this.pages >= this.limits.maxPages) this.kill();
    else
      this.idle = setTimeout(() => {
        this.kill();
      }, this.limits.idleMs).unref();
    return painted;
  }

  /** Ends the process and aborts the page in progress. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.idle);
    this.kill();
  }

  private start(): ChildProcess {
    this.pages = 0;
    const child = fork(fileURLToPath(this.script), [], {
      execArgv: [...loaderArguments(process.execArgv), '--max-old-space-size=384'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Without the environment's secrets, in case a hostile page takes over the process.
      env: Object.fromEntries(
        ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'SystemRoot', 'FONTCONFIG_FILE'].flatMap((name) =>
          process.env[name] === undefined ? [] : [[name, process.env[name]]],
        ),
      ),
    });
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
    child.on('message', (message: FromPainter) => {
      if (this.child === child) this.handleMessage(child, message);
    });
    const handleEnd = (reason: string): void => {
      if (this.child !== child) return;
      this.child = null;
      // If it ends before it is ready, it would do so for every page.
      this.work?.end({
        kind: this.isReady ? 'failed' : 'unavailable',
        reason: errorOutput === '' ? reason : `${reason}: ${errorOutput.trim()}`,
      });
    };
    child.on('error', (error) => {
      handleEnd(String(error));
    });
    child.on('exit', (code, signal) => {
      handleEnd(`The painter ended: ${String(signal ?? code)}`);
    });
    return child;
  }

  private handleMessage(child: ChildProcess, message: FromPainter): void {
    const { work } = this;
    if (message.kind === 'ready') {
      this.isReady = true;
      work?.onReady();
      return;
    }
    if (work === null) return;
    if (message.kind === 'unavailable') {
      work.end(message);
      this.kill();
      return;
    }
    if (message.id !== work.id) return;
    if (message.kind === 'painted') work.end({ kind: 'painted', ...message.files });
    else if (message.kind === 'failed') work.end(message);
    else
      work.requestImages(message.images).then(
        (files) => {
          if (this.work === work) this.send(child, { kind: 'images', id: work.id, files });
        },
        (error: unknown) => {
          work.end({ kind: 'failed', reason: String(error) });
        },
      );
  }

  private send(child: ChildProcess, message: ToPainter): void {
    // If the process has just ended, its exit event reports it.
    child.send(message, () => undefined);
  }

  private kill(): void {
    const { child } = this;
    this.child = null;
    child?.kill('SIGKILL');
    this.work?.end({ kind: 'failed', reason: 'The server is stopping' });
  }

  /**
   * Enforces the limits of time and memory: aborts the page and ends the process. Returns a
   * function that stops watching.
   */
  private watch(child: ChildProcess): () => void {
    const { startMs, timeMs, memoryMb } = this.limits;
    const abort = (kind: 'failed' | 'unavailable', reason: string): void => {
      this.work?.end({ kind, reason });
      if (this.child === child) this.kill();
    };
    const timeout = (): NodeJS.Timeout =>
      setTimeout(() => {
        abort('failed', `It took more than ${String(timeMs)} ms`);
      }, timeMs);
    let timer = this.isReady
      ? timeout()
      : setTimeout(() => {
          abort('unavailable', `It did not start within ${String(startMs)} ms`);
        }, startMs);
    if (this.work !== null)
      this.work.onReady = () => {
        clearTimeout(timer);
        timer = timeout();
      };
    const watcher = setInterval(() => {
      memoryMbOf(child).then(
        (used) => {
          if (used > memoryMb) abort('failed', `It took more than ${String(memoryMb)} MB`);
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

/** The memory of a process, MB, or 0 when the system does not report it. */
async function memoryMbOf({ pid }: ChildProcess): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const [, resident = '0'] = (await readFile(`/proc/${String(pid)}/statm`, 'utf8')).split(' ');
  return (Number(resident) * PAGE_SIZE) / 1e6;
}

/** The arguments that configure module loading; tests run the sources. */
function loaderArguments(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (/^(?:--import|--conditions|--loader|-C)$/.test(arg)) return [arg, args[index + 1] ?? ''];
    return /^(?:--import|--conditions|--loader)=/.test(arg) ? [arg] : [];
  });
}
