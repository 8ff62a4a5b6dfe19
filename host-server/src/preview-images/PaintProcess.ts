import { LimitedProcess, ProcessError, programBeside } from '../shared/LimitedProcess.ts';
import type { ProcessLimits } from '../shared/LimitedProcess.ts';
import type { RequestImages } from './painter/createPainter.ts';
import type { PaintedFiles, PaintJob, RequestedImage } from './painter/paintJob.ts';

/** Resource limits of painting a page. */
export const PAINT_LIMITS: ProcessLimits = {
  startMs: 60_000,
  timeMs: 20_000,
  memoryMb: 768,
  heapMb: 384,
  idleMs: 60_000,
  maxTasks: 300,
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

/** Paints pages in a separate process, one after the other (docs/decisions/0113). */
export class PaintProcess {
  private readonly process: LimitedProcess<PaintJob, PaintedFiles>;

  /** @param options for tests: other limits, another program. */
  constructor(options: { readonly limits?: Partial<ProcessLimits>; readonly script?: URL } = {}) {
    this.process = new LimitedProcess({
      name: 'painter',
      program: options.script ?? programBeside(import.meta.url, './painter/painterMain'),
      limits: { ...PAINT_LIMITS, ...options.limits },
    });
  }

  /** The process's id while it runs. */
  get pid(): number | undefined {
    return this.process.pid;
  }

  /**
   * Paints a page. Must not be called before the previous call has settled.
   *
   * @param requestImages may still be running when this has settled, because painting took too long
   *   or the server is stopping.
   * @throws what `requestImages` throws; the page itself may be fine.
   */
  async paint(job: PaintJob, requestImages: RequestImages): Promise<Painted> {
    try {
      const files = await this.process.run(job, (wanted) =>
        requestImages(wanted as readonly RequestedImage[]),
      );
      return { kind: 'painted', ...files };
    } catch (error) {
      if (!(error instanceof ProcessError)) throw error;
      const kind = error.failure === 'unavailable' ? 'unavailable' : 'failed';
      return { kind, reason: error.message };
    }
  }

  /** Ends the process and aborts the page in progress. */
  close(): void {
    this.process.close();
  }
}
