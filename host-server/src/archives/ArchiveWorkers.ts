import type { ArchivedPage, PackedFile, ZipEntry } from '@cobble/renderer-static';
import type { PageFacts } from '../page-workers/tasks.ts';
import type { CheckedPage, CheckingAccount, PageReferences } from '../pages/CheckedPage.ts';
import type { JsonText } from '../http/JsonText.ts';
import type { ErrorBody, ErrorCode } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { WorkerError, type WorkerLimits, WorkerPool } from '../shared/WorkerPool.ts';
import type { WorkerMessage } from '../shared/workerMessages.ts';
import type {
  ArchiveTask,
  ExportedHtmlResult,
  NewAddresses,
  OpenResult,
  PackedResult,
  PackedFacts,
  PageResult,
  PageCheck,
  PageUseKeys,
  RefusedResult,
  SiteFilesResult,
} from './tasks.ts';

const MB = 1024 * 1024;

/** Limits of reading and writing archives. */
const LIMITS: WorkerLimits = {
  threads: 1,
  startMs: 60_000,
  timeMs: 30_000,
  // The largest page, parsed, rendered and as indented JSON.
  heapMb: 512,
  idleMs: 60_000,
  maxWaitingPerKey: 10,
  maxWaiting: 100,
  maxSizePerKey: 64 * MB,
  maxSize: 256 * MB,
};

/** An archive whose manifest is valid. */
export interface ImportableArchive {
  /** The archive's file. */
  readonly file: string;
  readonly pageCount: number;
  /** Empty if there are too many. */
  readonly pages: readonly ArchivedPage[];
  /** Assets by path. */
  readonly assets: ReadonlyMap<string, ZipEntry>;
}

/**
 * Reads and writes archives in a worker thread, because unpacking, parsing, rendering and compressing
 * an archive takes seconds (docs/decisions/0140). Pages are passed as JSON text. Each task handles
 * one page or file, so that accounts take turns. All methods throw ApiError: err_rate_limited or
 * err_unavailable when too many tasks wait or the server stops.
 */
export class ArchiveWorkers {
  private readonly pool: WorkerPool<ArchiveTask, never>;

  /** @param limits for tests. */
  constructor(limits: Partial<WorkerLimits> = {}) {
    this.pool = new WorkerPool(new URL('./archiveWorker', import.meta.url), 'archives', {
      ...LIMITS,
      ...limits,
    });
  }

  /**
   * Checks everything about an archive that can be checked without parsing its pages.
   *
   * @param maxPages how many pages the account may add; null is unlimited.
   * @throws ApiError archive_invalid (details: `reason`), archive_too_large.
   */
  async open(accountId: number, file: string, maxPages: number | null): Promise<ImportableArchive> {
    const result = await this.read<OpenResult>(accountId, { name: 'open', file, maxPages });
    const { pageCount = 0, pages = '[]', assets = '[]' } = result;
    const entries = JSON.parse(assets) as readonly ZipEntry[];
    return {
      file,
      pageCount,
      pages: JSON.parse(pages) as readonly ArchivedPage[],
      assets: new Map(entries.map((entry) => [entry.path, entry])),
    };
  }

  /**
   * Checks a page of an archive.
   *
   * @throws ApiError archive_invalid, archive_too_large, or a code of the account's plan or of an
   *   invalid page; with the page's file in front of the path.
   */
  async checkPage(account: CheckingAccount, file: string, page: ArchivedPage): Promise<PageCheck> {
    const { check } = await this.readPage(account, file, page, null);
    return JSON.parse(check ?? '') as PageCheck;
  }

  /** Like {@link checkPage}; returns the page with its new addresses. */
  async importPage(
    account: CheckingAccount,
    file: string,
    page: ArchivedPage,
    addresses: NewAddresses,
  ): Promise<CheckedPage> {
    const { facts, document = '' } = await this.readPage(account, file, page, addresses);
    return { ...(JSON.parse(facts ?? '') as PageFacts), document };
  }

  /**
   * Unpacks a file of an archive into a new file, which the caller removes, also after an error.
   *
   * @param to the new file's path.
   * @throws ApiError archive_invalid, err_storage_full.
   */
  async unpack(accountId: number, file: string, entry: ZipEntry, to: string): Promise<void> {
    const task = { name: 'unpack', file, entry: JSON.stringify(entry), to } as const;
    await this.read<RefusedResult>(accountId, task, entry.path);
  }

  /** Reads what a stored document refers to. */
  async references(accountId: number, document: string): Promise<PageReferences> {
    const task = { name: 'references', document } as const;
    const { references } = await this.write<{ references: string }>(accountId, task);
    return JSON.parse(references) as PageReferences;
  }

  /**
   * Renders and packs a page and its code embeds.
   *
   * @param frame JSON of `FrameInputs`.
   * @param lookups JSON of `PageLookups`.
   * @returns the files, and what the page uses.
   * @throws ApiError err_payload_too_large for a page that takes too long or too much memory,
   *   archive_too_large for one that uses too many files.
   */
  async exportHtml(
    accountId: number,
    frame: string,
    lookups: string,
    { text: page, isPublished }: { readonly text: string; readonly isPublished: boolean },
  ): Promise<{ readonly html: readonly PackedFile[]; readonly uses: PageUseKeys }> {
    const task = { name: 'exportHtml', frame, lookups, page, isPublished } as const;
    const { uses = '', ...packed } = await this.write<ExportedHtmlResult>(accountId, task);
    return { html: filesIn(packed), uses: JSON.parse(uses) as PageUseKeys };
  }

  /** Packs the JSON of a page. */
  async exportJson(accountId: number, { text: page }: JsonText): Promise<readonly PackedFile[]> {
    return filesIn(await this.write<PackedResult>(accountId, { name: 'exportJson', page }));
  }

  /**
   * Makes and packs the files that belong to no page, the manifest last.
   *
   * @param uses JSON of the `PageUses` of all pages together.
   * @returns the files, and the paths of the assets and fonts.
   * @throws ApiError archive_too_large.
   */
  async exportSiteFiles(
    accountId: number,
    frame: string,
    uses: string,
  ): Promise<{ readonly files: readonly PackedFile[]; readonly paths: readonly string[] }> {
    const task = { name: 'siteFiles', frame, uses } as const;
    const { paths = '[]', ...packed } = await this.write<SiteFilesResult>(accountId, task);
    return { files: filesIn(packed), paths: JSON.parse(paths) as readonly string[] };
  }

  /**
   * Packs a file.
   *
   * @param bytes their memory is transferred.
   */
  async pack(
    accountId: number,
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<readonly PackedFile[]> {
    return filesIn(await this.write<PackedResult>(accountId, { name: 'pack', path, bytes }));
  }

  /** Ends the thread; archives in progress are refused. */
  close(): Promise<void> {
    return this.pool.close();
  }

  private readPage(
    { id, roles }: CheckingAccount,
    file: string,
    page: ArchivedPage,
    addresses: NewAddresses | null,
  ): Promise<PageResult> {
    const task = {
      ...({
        name: 'page',
        file,
        page: JSON.stringify(page),
        roles: JSON.stringify(roles),
      } as const),
      addresses: addresses === null ? null : JSON.stringify(addresses),
    };
    return this.read(id, task, page.entry.path);
  }

  private read<TaskResult extends WorkerMessage>(
    accountId: number,
    task: ArchiveTask,
    path = 'file',
  ): Promise<TaskResult> {
    return this.run(accountId, task, {
      code: 'archive_too_large',
      path,
      message: messages.api.archiveTooComplex,
    });
  }

  private write<TaskResult extends WorkerMessage>(
    accountId: number,
    task: ArchiveTask,
  ): Promise<TaskResult> {
    return this.run(accountId, task, {
      code: 'err_payload_too_large',
      message: messages.api.pageTooComplex,
    });
  }

  /** @param excess the refusal of a task that takes too long or too much memory. */
  private async run<TaskResult extends WorkerMessage>(
    accountId: number,
    task: ArchiveTask,
    { code, ...options }: { readonly code: ErrorCode; path?: string; message: string },
  ): Promise<TaskResult> {
    try {
      const result: TaskResult = await this.pool.run(String(accountId), task);
      const { refusal } = result;
      if (typeof refusal === 'string') throw refusalIn(refusal);
      return result;
    } catch (error) {
      if (!(error instanceof WorkerError) || error.failure === 'crashed') throw error;
      if (error.failure === 'closed')
        throw new ApiError('err_unavailable', { retryAfterSeconds: 5, cause: error });
      throw new ApiError(code, { ...options, cause: error });
    }
  }
}

function filesIn({
  files = '[]',
  bytes = new Uint8Array(),
}: Partial<PackedResult>): readonly PackedFile[] {
  let at = 0;
  return (JSON.parse(files) as readonly PackedFacts[]).map(({ packedSize, ...file }) => {
    const packed = bytes.subarray(at, at + packedSize);
    at += packedSize;
    return { ...file, packed };
  });
}

function refusalIn(refusal: string): ApiError {
  const { code, ...options } = JSON.parse(refusal) as ErrorBody;
  return new ApiError(code, options);
}
