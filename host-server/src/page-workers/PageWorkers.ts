import type { CodeReader } from '../code-embeds/mountCodeEmbedCalls.ts';
import {
  type CheckedInput,
  type CheckedPage,
  type CheckingAccount,
  type PageChecker,
  type PageReferences,
  requireChecked,
} from '../pages/CheckedPage.ts';
import type { DraftText } from '../rooms/repositories/rooms.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { WorkerError, type WorkerLimits, WorkerPool } from '../shared/WorkerPool.ts';
import type {
  CheckResult,
  CodesResult,
  PageFacts,
  PageTask,
  Refusal,
  RenderResult,
  TaskRefusal,
} from './tasks.ts';

const MB = 1024 * 1024;

/** Limits of processing pages. */
export const PAGE_WORKER_LIMITS: WorkerLimits = {
  threads: 2,
  startMs: 60_000,
  timeMs: 20_000,
  heapMb: 256,
  // Starting a thread takes a quarter of a second, which an author would wait for.
  idleMs: 1_800_000,
  maxWaitingPerKey: 100,
  maxWaiting: 1000,
  maxSizePerKey: 32 * MB,
  maxSize: 128 * MB,
};

/** A page as the worker rendered it. */
export interface RenderedDocument {
  readonly html: Buffer;
  readonly csp: string;
  /** Without quotes. */
  readonly etag: string;
  /** The code of its code embeds, by address on the embeds host. */
  readonly codes: ReadonlyMap<string, string>;
}

/**
 * Parses, checks and renders pages in worker threads, because a hostile page takes seconds
 * (docs/decisions/0134). Pages are passed as JSON text. All methods throw ApiError:
 * err_payload_too_large for a page that takes too much time or memory, or is too large,
 * err_rate_limited or err_unavailable when too many pages wait.
 */
export class PageWorkers implements PageChecker, CodeReader {
  private readonly pool: WorkerPool<PageTask, never>;

  /** @param limits for tests. */
  constructor(limits: Partial<WorkerLimits> = {}) {
    this.pool = new WorkerPool(new URL('./pageWorker', import.meta.url), 'pages', {
      ...PAGE_WORKER_LIMITS,
      ...limits,
    });
  }

  async checkInput(
    { id, roles }: CheckingAccount,
    call: 'createPage' | 'publishPage',
    pageId: number | null,
    body: Buffer<ArrayBuffer> | undefined,
  ): Promise<CheckedInput> {
    const result = await this.run<CheckResult>(id, {
      ...{ name: 'check', call, pageId, body },
      roles: JSON.stringify(roles),
    });
    if (result.isMalformed === true) throw refusalIn(result);
    const { slug = '', baseRevision = 0 } = result;
    return { slug, baseRevision, page: pageIn(result) };
  }

  /**
   * Migrates and checks a stored document of any version.
   *
   * @param fields the page without its document.
   * @throws ApiError a code of the account's plan, or of a page that cannot be read.
   */
  async checkStored(
    { id, roles }: CheckingAccount,
    pageId: number,
    fields: object,
    document: string,
  ): Promise<CheckedPage> {
    const result = await this.run<CheckResult>(id, {
      ...{ name: 'migrate', pageId, document },
      fields: JSON.stringify(fields),
      roles: JSON.stringify(roles),
    });
    return requireChecked(pageIn(result));
  }

  /**
   * Replays, migrates and checks the draft of a page's room.
   *
   * @throws ApiError a code of the account's plan, or of a page that cannot be read.
   */
  async checkDraft(
    { id, roles }: CheckingAccount,
    pageId: number,
    slug: string,
    { snapshot, patches }: DraftText,
  ): Promise<CheckedPage> {
    const task = { name: 'draft', pageId, slug, snapshot, patches } as const;
    const result = await this.run<CheckResult>(id, { ...task, roles: JSON.stringify(roles) });
    return requireChecked(pageIn(result));
  }

  /** Reads what a stored document refers to. */
  async read(accountId: number, pageId: number, document: string): Promise<PageReferences> {
    const task = { name: 'read', pageId, document } as const;
    const { references } = await this.run<{ references: string }>(accountId, task);
    return JSON.parse(references) as PageReferences;
  }

  async readCodes(
    accountId: number,
    pageId: number,
    secret: Buffer,
    body: Buffer<ArrayBuffer> | undefined,
  ): ReturnType<CodeReader['readCodes']> {
    const task = { name: 'codes', pageId, secret: secret.toString('base64'), body } as const;
    const result = await this.run<CodesResult | TaskRefusal>(accountId, task);
    if ('refusal' in result) throw refusalIn(result);
    const bytes = Buffer.from(result.codes.buffer);
    let end = 0;
    const lengths = Object.entries(JSON.parse(result.lengths) as Record<string, number>);
    const codes = lengths.map(([address, length]): [string, Buffer] => {
      const start = end;
      end += length;
      return [address, bytes.subarray(start, end)];
    });
    return { addresses: JSON.parse(result.addresses) as string[], codes: new Map(codes) };
  }

  /**
   * Renders a document. One whose HTML is larger than `maxBytes` is refused before it is complete.
   *
   * @param inputs JSON of `RenderInputs`.
   */
  async render(
    accountId: number,
    inputs: string,
    document: string,
    maxBytes: number,
  ): Promise<RenderedDocument> {
    const task = { name: 'render', inputs, document, maxBytes } as const;
    const result = await this.run<RenderResult | TaskRefusal>(accountId, task);
    if ('refusal' in result) throw refusalIn(result);
    const { html, csp, etag, codes } = result;
    return {
      html: Buffer.from(html.buffer),
      csp,
      etag,
      codes: new Map(Object.entries(JSON.parse(codes) as Record<string, string>)),
    };
  }

  /** How long an account's pages have recently occupied a thread, ms. */
  usageOf(accountId: number): number {
    return this.pool.usageOf(String(accountId));
  }

  /** The same over a longer time. */
  pastUsageOf(accountId: number): number {
    return this.pool.pastUsageOf(String(accountId));
  }

  /** Ends the threads; pages in progress are refused. */
  close(): Promise<void> {
    return this.pool.close();
  }

  private async run<TaskResult>(accountId: number, task: PageTask): Promise<TaskResult> {
    try {
      return await this.pool.run(String(accountId), task);
    } catch (error) {
      if (!(error instanceof WorkerError) || error.failure === 'crashed') throw error;
      if (error.failure === 'closed')
        throw new ApiError('err_unavailable', { retryAfterSeconds: 5, cause: error });
      throw new ApiError('err_payload_too_large', {
        path: 'things',
        message: messages.api.pageTooComplex,
        cause: error,
      });
    }
  }
}

function pageIn(result: CheckResult): CheckedPage | ApiError {
  const { refusal, facts, document } = result;
  if (refusal !== undefined) return refusalIn(result);
  // The starter page has no facts: it is not made from the body.
  if (facts === undefined || document === undefined) return new ApiError('err_bad_request');
  return { ...(JSON.parse(facts) as PageFacts), document };
}

function refusalIn({ refusal = '{}' }: { readonly refusal?: string }): ApiError {
  const { code, ...options } = JSON.parse(refusal) as Refusal;
  return new ApiError(code, options);
}
