import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { HEAVY_GIF_BYTES } from '@cobble/renderer-static';
import type { MediaType } from '../media-store/mediaName.ts';
import { LimitedProcess, programBeside, type ProcessLimits } from '../shared/LimitedProcess.ts';
import type { ImageVariants, MakeVariantsOptions } from './makeVariants.ts';

/** What the program of {@link VariantProcess} does; bytes go through files, as in `ImageDecoder`. */
export interface VariantTask {
  readonly input: string;
  readonly type: MediaType;
  readonly heavyGifBytes: number;
  /** Where it stores each variant until the server has stored it. */
  readonly output: string;
}

/** What the program asks of the server. */
export type VariantRequest =
  | { readonly kind: 'store'; readonly name: string }
  | { readonly kind: 'report-video-failure'; readonly reason: string };

/** Resource limits of making all variants of an image. */
const LIMITS: ProcessLimits = {
  startMs: 60_000,
  // All other images wait meanwhile; pages show the original until variants exist. Less than the
  // time after which another server may claim the image.
  timeMs: 120_000,
  memoryMb: 1024,
  heapMb: 128,
  idleMs: 20_000,
  maxTasks: 100,
};

/**
 * Makes the variants of images in a separate process (docs/decisions/0141), one image after the
 * other, so that encoding gives way to requests when all processors are busy, and its memory is
 * returned when the process ends.
 */
export class VariantProcess {
  private readonly folder: string;
  private readonly log: Pick<Logger, 'warn'>;
  private readonly process: LimitedProcess<VariantTask, ImageVariants>;
  private last: Promise<unknown> = Promise.resolve();
  private hasReportedVideoFailure = false;

  /**
   * @param folder absolute path, for temporary files. The caller removes those that a crash leaves.
   * @param options for tests: another program.
   */
  constructor(folder: string, log: Pick<Logger, 'warn'>, options: { readonly program?: URL } = {}) {
    this.folder = folder;
    this.log = log;
    this.process = new LimitedProcess({
      name: 'program that makes image variants',
      program: options.program ?? programBeside(import.meta.url, './variantsMain'),
      limits: LIMITS,
    });
  }

  /** The process's id while it runs. */
  get pid(): number | undefined {
    return this.process.pid;
  }

  /**
   * Makes the variants of a stored image, see `makeVariants`.
   *
   * @param store stores a file; called once per file, one after the other. If it fails, no further
   *   variants are made.
   * @throws what `store` throws; ProcessError when the process fails or the server stops.
   */
  make(
    source: Buffer,
    type: MediaType,
    store: MakeVariantsOptions['store'],
  ): Promise<ImageVariants> {
    const made = this.last.then(() => this.run(source, type, store));
    this.last = made.catch(() => undefined);
    return made;
  }

  /** Ends the process; the image in progress fails. */
  close(): void {
    this.process.close();
  }

  private async run(
    source: Buffer,
    type: MediaType,
    store: MakeVariantsOptions['store'],
  ): Promise<ImageVariants> {
    const [input, output] = [this.newPath(), this.newPath()];
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(input, source, { mode: 0o600 });
      const task = { input, type, heavyGifBytes: HEAVY_GIF_BYTES, output };
      return await this.process.run(task, async (request) => {
        const wanted = request as VariantRequest;
        if (wanted.kind === 'store') await store(wanted.name, await readFile(output));
        else this.reportVideoFailure(wanted.reason);
      });
    } finally {
      for (const path of [input, output]) await rm(path, { force: true });
    }
  }

  private reportVideoFailure(reason: string): void {
    if (!this.hasReportedVideoFailure)
      this.log.warn(
        { reason },
        'A GIF could not be encoded as a video and remains an image; further failures are not logged',
      );
    this.hasReportedVideoFailure = true;
  }

  private newPath(): string {
    return join(this.folder, `${randomUUID()}.part`);
  }
}
