import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../shared/ApiError.ts';
import { BodyBudget, UPLOAD_BUDGET, type BodyBudgetLimits } from './BodyBudget.ts';
import { type BodyPace, UPLOAD_PACE } from './BodyWatch.ts';

/** How long a file may be unchanged before it counts as left over from a crash, ms. */
const LEFTOVER_MS = 3_600_000;

/** A received file, until its call is done. */
export interface SpooledFile {
  readonly path: string;
  readonly bytes: number;
}

/** A file that is being received. */
export interface Spooling {
  /**
   * Stores the file.
   *
   * @throws ApiError err_storage_full or a refusal of the budget; the errors of `content`.
   */
  store(content: Readable): Promise<SpooledFile>;
  /** Removes the file and returns its bytes to the budget. */
  remove(): Promise<void>;
}

/**
 * Receives uploads into files, so that slow ones take neither memory nor a place in a queue
 * (docs/decisions/0136).
 */
export class UploadSpool {
  readonly pace: BodyPace;
  private readonly folder: string;
  private readonly budget: BodyBudget;
  private readonly timer: NodeJS.Timeout;

  /**
   * @param folder absolute; created with the first file. Servers may share it.
   * @param options for tests: another pace, other limits.
   */
  constructor(
    folder: string,
    options: { readonly pace?: BodyPace; readonly limits?: BodyBudgetLimits } = {},
  ) {
    this.folder = folder;
    this.pace = options.pace ?? UPLOAD_PACE;
    this.budget = new BodyBudget(options.limits ?? UPLOAD_BUDGET);
    this.timer = setInterval(() => {
      this.sweep().catch(() => undefined);
    }, LEFTOVER_MS).unref();
  }

  /**
   * Prepares to receive a file.
   *
   * @param address who sends it: a result of `clientAddress`.
   * @param giveUp called if it has to make room for another upload.
   */
  open(address: string, giveUp: (error: ApiError) => void): Spooling {
    const path = this.newPath();
    const share = this.budget.open(address, giveUp);
    return {
      store: async (content) => {
        let bytes = 0;
        let file: WriteStream | null = null;
        // The client may leave before the file is created, when nothing else handles errors yet.
        content.on('error', () => undefined);
        try {
          await mkdir(this.folder, { recursive: true });
          file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
          await pipeline(
            content,
            async function* (chunks: AsyncIterable<Buffer>) {
              for await (const chunk of chunks) {
                share.add(chunk.length);
                bytes += chunk.length;
                yield chunk;
              }
            },
            file,
          );
        } catch (error) {
          // The system may create the file only now, after the call has removed it.
          if (file !== null && !file.closed) await once(file, 'close').catch(() => undefined);
          await rm(path, { force: true });
          throw storageError(error);
        }
        share.complete();
        return { path, bytes };
      },
      remove: async () => {
        share.close();
        await rm(path, { force: true });
      },
    };
  }

  /**
   * Lends a path for a file that is made from an upload, such as one that is unpacked, and removes
   * the file afterwards.
   */
  async lend<Value>(use: (path: string) => Promise<Value>): Promise<Value> {
    const path = this.newPath();
    await mkdir(this.folder, { recursive: true });
    try {
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Removes files that a crash left behind. */
  async sweep(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && Date.now() - found.mtimeMs > LEFTOVER_MS)
        await rm(path, { force: true });
    }
  }

  /** Stops removing leftovers. */
  close(): void {
    clearInterval(this.timer);
  }

  private newPath(): string {
    return join(this.folder, `${randomUUID()}.part`);
  }
}

/** The error of writing a temporary file: err_storage_full if the disk is full. */
export function storageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new ApiError('err_storage_full', { cause: error, retryAfterSeconds: 60 });
}
