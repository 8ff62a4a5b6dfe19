import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FromPainter, PaintedFiles, PaintJob, ToPainter } from './painter/messages.ts';
import type { RequestImages } from './painter/createPainter.ts';

/** How much a page may ask of the machine. */
export interface PaintLimits {
  /** How long the process may take to begin. */
  readonly startMs: number;
  /** From then, or from handing the page over, to having its images. */
  readonly timeMs: number;
  /** Of the whole process, MB; watched where the system tells it (Linux). */
  readonly memoryMb: number;
  /** How long the process waits for more before it ends. */
  readonly idleMs: number;
  /** After so many pages a new process takes over. */
  readonly maxPages: number;
}

export const PAINT_LIMITS: PaintLimits = {
  startMs: 60_000,
  timeMs: 20_000,
  memoryMb: 768,
  idleMs: 60_000,
  maxPages: 300,
};

/** How a page came out. */
export type Painted =
  | ({ readonly kind: 'painted' } & PaintedFiles)
  /** The page's own doing: the same page would fail again. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Nothing can be painted on this machine. */
  | { readonly kind: 'unavailable'; readonly reason: string };

const SCRIPT = new URL(
  `./painter/paintProcess${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);
const WATCH_MS = 100;
const PAGE_SIZE = 4096;
/** Of what the process complains about, letters. */
const MAX_SAID = 2000;

interface Work {
  readonly id: number;
  readonly job: PaintJob;
  readonly requestImages: RequestImages;
  readonly end: (painted: Painted) => void;
  /** Told when the process is there. */
  begun: () => void;
}

/**
 * Paints pages in a process of its own, one after the other. A page that takes too long or too much
 * memory, or makes the canvas crash, ends that process and nothing else. It is started with the
 * first page and ends when there has been none for a while.
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

  /** The process's id while there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Paints a page; to be called only when the one before has come out. */
  async paint(job: PaintJob, requestImages: RequestImages): Promise<Painted> {
    if (this.work !== null) throw new Error('A page is being painted');
    if (this.isClosed) return { kind: 'failed', reason: 'The server stops' };
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const id = this.nextId++;
    let stopWatching = (): void => undefined;
    const painted = await new Promise<Painted>((end) => {
      this.work = { id, job, requestImages, end, begun: () => undefined };
      stopWatching = this.watch(child);
      this.tell(child, { kind: 'paint', id, job });
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

  /** Ends the process, and what it is at. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.idle);
    this.kill();
  }

  private start(): ChildProcess {
    this.pages = 0;
    const child = fork(fileURLToPath(this.script), [], {
      execArgv: [...loadersOf(process.execArgv), '--max-old-space-size=384'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // What a hostile page might make it tell is not there to be told.
      env: Object.fromEntries(
        ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'SystemRoot', 'FONTCONFIG_FILE'].flatMap((name) =>
          process.env[name] === undefined ? [] : [[name, process.env[name]]],
        ),
      ),
    });
    // The server may end while it waits for more.
    child.unref();
    child.channel?.unref();
    let said = '';
    (child.stderr as Socket | null)
      ?.setEncoding('utf8')
      .on('data', (chunk: string) => {
        said = (said + chunk).slice(-MAX_SAID);
      })
      .unref();
    this.isReady = false;
    child.on('message', (message: FromPainter) => {
      if (this.child === child) this.hear(child, message);
    });
    const gone = (reason: string): void => {
      if (this.child !== child) return;
      this.child = null;
      // What ends before it could begin does so whatever the page.
      this.work?.end({
        kind: this.isReady ? 'failed' : 'unavailable',
        reason: said === '' ? reason : `${reason}: ${said.trim()}`,
      });
    };
    child.on('error', (error) => {
      gone(String(error));
    });
    child.on('exit', (code, signal) => {
      gone(`The painter ended: ${String(signal ?? code)}`);
    });
    return child;
  }

  private hear(child: ChildProcess, message: FromPainter): void {
    const { work } = this;
    if (message.kind === 'ready') {
      this.isReady = true;
      work?.begun();
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
          if (this.work === work) this.tell(child, { kind: 'images', id: work.id, files });
        },
        (error: unknown) => {
          work.end({ kind: 'failed', reason: String(error) });
        },
      );
  }

  private tell(child: ChildProcess, message: ToPainter): void {
    // A process that has just ended says so by itself.
    child.send(message, () => undefined);
  }

  private kill(): void {
    const { child } = this;
    this.child = null;
    child?.kill('SIGKILL');
    this.work?.end({ kind: 'failed', reason: 'The server stops' });
  }

  /** Ends a page that takes more than it may, and the process with it. */
  private watch(child: ChildProcess): () => void {
    const { startMs, timeMs, memoryMb } = this.limits;
    const giveUp = (kind: 'failed' | 'unavailable', reason: string): void => {
      this.work?.end({ kind, reason });
      if (this.child === child) this.kill();
    };
    const patience = (): NodeJS.Timeout =>
      setTimeout(() => {
        giveUp('failed', `It took more than ${String(timeMs)} ms`);
      }, timeMs);
    let timer = this.isReady
      ? patience()
      : setTimeout(() => {
          giveUp('unavailable', `It did not begin within ${String(startMs)} ms`);
        }, startMs);
    if (this.work !== null)
      this.work.begun = () => {
        clearTimeout(timer);
        timer = patience();
      };
    const watcher = setInterval(() => {
      memoryMbOf(child).then(
        (used) => {
          if (used > memoryMb) giveUp('failed', `It took more than ${String(memoryMb)} MB`);
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

/** What a process takes of the machine's memory, where the system tells it; else 0. */
async function memoryMbOf({ pid }: ChildProcess): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const [, resident = '0'] = (await readFile(`/proc/${String(pid)}/statm`, 'utf8')).split(' ');
  return (Number(resident) * PAGE_SIZE) / 1e6;
}

/** Of a process's arguments those that say how modules are found: tests run the sources. */
function loadersOf(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (/^(?:--import|--conditions|--loader|-C)$/.test(arg)) return [arg, args[index + 1] ?? ''];
    return /^(?:--import|--conditions|--loader)=/.test(arg) ? [arg] : [];
  });
}
