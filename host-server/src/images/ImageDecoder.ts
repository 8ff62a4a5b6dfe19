import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ErrorBody } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { FairQueue, type FairQueueOptions } from '../shared/FairQueue.ts';
import {
  LimitedProcess,
  ProcessError,
  type ProcessLimits,
  programBeside,
} from '../shared/LimitedProcess.ts';
import { messages } from '../shared/messages.ts';
import type { Image } from './reencodeImage.ts';

/** An image to decode: its bytes or the path of its file. */
export type ImageSource = Uint8Array | string;

/** What the decoding program does; bytes go through files, because messages block the server. */
export interface DecodingTask {
  readonly input: string;
  /** Where it stores the re-encoded image. */
  readonly output: string;
  /** Whether no other large image is being decoded. */
  readonly isAlone: boolean;
}

/** The re-encoded image, or why it is refused, or that it is large: it needs to be alone. */
export type DecodedResult =
  { readonly image: Omit<Image, 'content'> } | { readonly refusal: ErrorBody } | 'large';

/** Resource limits of decoding an image. */
export const DECODING_LIMITS: ProcessLimits = {
  startMs: 60_000,
  // The largest photo takes a second or two, an animation up to ten, and more on a busy machine.
  timeMs: 30_000,
  // The decoded pixels may take 256 MB (see `reencodeImage`); the program itself takes 80.
  memoryMb: 768,
  heapMb: 128,
  // Starting a process takes a quarter of a second, which an author would wait for.
  idleMs: 600_000,
  maxTasks: 500,
};
/**
 * Idle time after which all processes but the first end, ms. An idle one takes 45 MB, and they are
 * used only while several accounts upload at the same time.
 */
const SPARE_IDLE_MS = 5000;

/**
 * A user may drop dozens of photos on a page, not hundreds. One process is left for others, and for
 * accounts whose images have not taken seconds in the last few minutes, or less than half of the
 * time of those that are being decoded: most photos take less than a second.
 */
const QUEUE: FairQueueOptions = {
  concurrency: 2,
  concurrencyPerKey: 1,
  heavyMs: 5000,
  halfLifeMs: 60_000,
  maxWaiting: 100,
  maxWaitingPerKey: 30,
  maxWaitMs: 240_000,
};

/**
 * The key of an account's large images, which are decoded one at a time: together, they would take
 * too much memory. They do not wait for small images of their account.
 */
const largeKey = (key: number | string): string => `${LARGE}${String(key)}`;
const isLargeKey = (key: number | string): boolean => String(key).startsWith(LARGE);
const LARGE = 'large:';

const RETRY_AFTER_S = 60;

/**
 * How long an upload that has been received may take: waiting (a large image waits twice),
 * starting a process and decoding.
 */
export const MAX_UPLOAD_MS = 900_000;

/**
 * Decodes all images that come from outside (uploads, archives, other sites) in separate processes
 * whose memory is limited, with accounts taking turns (docs/decisions/0141). A bomb, or a bug in the
 * decoder, ends only such a process.
 */
export class ImageDecoder {
  private readonly folder: string;
  private readonly log: Pick<Logger, 'warn'>;
  private readonly queue = new FairQueue<number | string>(QUEUE, { isAlone: isLargeKey });
  private readonly idle: Set<LimitedProcess<DecodingTask, DecodedResult>>;
  private readonly processes: readonly LimitedProcess<DecodingTask, DecodedResult>[];

  /**
   * @param folder absolute path, for temporary files. The caller removes those that a crash leaves.
   * @param options for tests: other limits, another program.
   */
  constructor(
    folder: string,
    log: Pick<Logger, 'warn'>,
    options: { readonly limits?: Partial<ProcessLimits>; readonly program?: URL } = {},
  ) {
    this.folder = folder;
    this.log = log;
    this.processes = Array.from(
      { length: QUEUE.concurrency },
      (_, index) =>
        new LimitedProcess<DecodingTask, DecodedResult>({
          name: 'image decoder',
          program: options.program ?? programBeside(import.meta.url, './decoderMain'),
          limits: {
            ...DECODING_LIMITS,
            ...(index > 0 && { idleMs: SPARE_IDLE_MS }),
            ...options.limits,
          },
        }),
    );
    this.idle = new Set(this.processes);
  }

  /**
   * Decodes an image and encodes it again, see `reencodeImage`.
   *
   * @param key whose turn it takes: an account's id, or a name.
   * @param signal once aborted, an image that waits is no longer decoded; its reason is the error.
   * @throws ApiError upload_unsupported_type, upload_too_large (too many pixels, or too much memory
   *   or time); err_rate_limited or err_unavailable when too many images wait, no process can be
   *   started or the server stops.
   */
  async reencode(key: number | string, source: ImageSource, signal?: AbortSignal): Promise<Image> {
    const [copy, output] = [this.newPath(), this.newPath()];
    const input = typeof source === 'string' ? source : copy;
    const decode = (turn: number | string, isAlone: boolean): Promise<Image | null> =>
      this.queue.run(
        turn,
        async () => {
          await mkdir(this.folder, { recursive: true });
          // The copy of a large image already exists.
          if (typeof source !== 'string' && !isAlone)
            await writeFile(copy, source, { mode: 0o600 });
          return this.decode({ input, output, isAlone });
        },
        signal,
      );
    try {
      const image = (await decode(key, false)) ?? (await decode(largeKey(key), true));
      if (image === null) throw new Error('An image that was decoded alone still has to wait');
      return image;
    } finally {
      for (const path of [copy, output]) await rm(path, { force: true });
    }
  }

  /** The ids of the processes that run. */
  get pids(): readonly number[] {
    return this.processes.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /** Starts a process unless one is running, so that the next image need not wait for it. */
  prepare(): void {
    if (this.pids.length === 0) this.processes[0]?.prepare();
  }

  /** Ends the processes; images in progress are refused. */
  close(): void {
    this.queue.close();
    for (const each of this.processes) each.close();
  }

  /** Returns null for a large image, unless it is alone. */
  private async decode(task: DecodingTask): Promise<Image | null> {
    // The first one first, because it ends last.
    const decoder = this.processes.find((each) => this.idle.has(each));
    if (decoder === undefined) throw new Error('There are fewer processes than tasks');
    this.idle.delete(decoder);
    try {
      const result = await decoder.run(task);
      if (result === 'large') return null;
      if ('image' in result) return { ...result.image, content: await readFile(task.output) };
      const { code, ...options } = result.refusal;
      throw new ApiError(code, options);
    } catch (error) {
      throw error instanceof ProcessError ? this.refusalFor(error) : error;
    } finally {
      this.idle.add(decoder);
    }
  }

  private newPath(): string {
    return join(this.folder, `${randomUUID()}.part`);
  }

  private refusalFor(error: ProcessError): Error {
    const { failure, message: reason } = error;
    switch (failure) {
      case 'stopping':
        return new ApiError('err_unavailable', { retryAfterSeconds: 5, cause: error });
      case 'unavailable':
        this.log.warn({ reason }, 'Images cannot be decoded: the decoder does not start');
        return new ApiError('err_unavailable', { retryAfterSeconds: RETRY_AFTER_S, cause: error });
      case 'too_slow':
      case 'too_much_memory':
        this.log.warn({ reason }, 'An image took too much time or memory to decode');
        return new ApiError('upload_too_large', {
          path: 'file',
          message: messages.api.imageTooComplex,
          cause: error,
        });
      case 'crashed':
        this.log.warn({ reason }, 'An image crashed the process that decoded it');
        return new ApiError('upload_unsupported_type', {
          path: 'file',
          message: messages.api.uploadUnsupported,
          cause: error,
        });
      case 'threw':
        return error;
    }
  }
}

/** Whether an image itself was refused, so that trying again is useless. */
export function isRejectedImage(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'upload_unsupported_type' || error.code === 'upload_too_large')
  );
}
