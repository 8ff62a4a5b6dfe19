import { FairQueue } from '../shared/FairQueue.ts';
import { LruCache } from '../shared/LruCache.ts';

/** Maximum size of the cached documents, bytes: two of the largest. */
const MAX_BYTES = 16 * 1024 * 1024;
/** How many documents are read at a time: each occupies a connection and a processor. */
const CONCURRENCY = 2;

/** Reads the document of a page's revision from the database, as JSON; null if there is none. */
export type FindDocumentText = (pageId: number, revision: number) => Promise<string | null>;

/** The document of a page's revision, to be sent as JSON. */
export type DocumentBytes = Buffer;

/**
 * Reads the documents of pages for calls, which anyone may make (docs/decisions/0160): each is read
 * once, however many clients want it at the same time, and few are read at a time, so that the
 * database's connections are left to others. Readers take turns. Documents are cached by page and
 * revision; nothing is invalidated, because a stored revision never changes and no number is used
 * twice. The caller checks whether a reader may see the page.
 */
export class PageDocuments {
  private readonly findText: FindDocumentText;
  private readonly cache = new LruCache<DocumentBytes>(MAX_BYTES, ({ length }) => length);
  /** Reads that have begun. */
  private readonly reads = new Map<string, Promise<DocumentBytes | null>>();
  private readonly queue = new FairQueue<string>({
    concurrency: CONCURRENCY,
    concurrencyPerKey: 1,
    maxWaiting: 1000,
    maxWaitingPerKey: 100,
  });

  constructor(findText: FindDocumentText) {
    this.findText = findText;
  }

  /**
   * The document of a revision as JSON without its opening brace, so that other fields can precede
   * it; null if there is no such revision. Readers share the bytes.
   *
   * @param reader whose turn it takes: a network address.
   * @throws ApiError err_rate_limited or err_unavailable when too many reads wait.
   */
  async find(reader: string, pageId: number, revision: number): Promise<DocumentBytes | null> {
    const key = `${String(pageId)} ${String(revision)}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    // Only a read that has begun is shared: one that waits has its reader's place in the queue.
    return this.reads.get(key) ?? this.queue.run(reader, () => this.read(key, pageId, revision));
  }

  private read(key: string, pageId: number, revision: number): Promise<DocumentBytes | null> {
    const cached = this.cache.get(key);
    if (cached !== undefined) return Promise.resolve(cached);
    const begun = this.reads.get(key);
    if (begun !== undefined) return begun;
    const read = this.findText(pageId, revision)
      .then((text) => {
        const document = text === null ? null : Buffer.from(text.slice(1));
        if (document !== null) this.cache.set(key, document);
        return document;
      })
      .finally(() => this.reads.delete(key));
    this.reads.set(key, read);
    return read;
  }
}
