import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { loggable } from '../shared/logRedaction.ts';
import { LruCache } from './LruCache.ts';
import type { Publication } from './preparePublication.ts';
import { findOpenEtag, findOpenPublication } from './repositories/publishedPages.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** How long an answer holds before the database is asked again; other servers publish too. */
const FRESH_MS = 1000;
/** How long a visitor waits for the database before an older copy has to do. */
const PATIENCE_MS = 1500;

interface Entry {
  readonly publication: Publication;
  checkedAtMs: number;
}

/**
 * What visitors get by address, kept in memory. What this process publishes or takes back is true
 * at once, what another does within a second; and while the database is down what was open last is
 * still served.
 */
export class PublishedPages {
  private readonly knex: Knex;
  private readonly log: Logger;
  private readonly nowMs: () => number;
  private readonly cache = new LruCache<Entry>(
    MAX_BYTES,
    ({ publication: { html, gzip, brotli } }) => html.length + gzip.length + brotli.length + 1000,
  );
  /** Questions on their way, so that many visitors at once ask the database once. */
  private readonly asked = new Map<string, Promise<Publication | null>>();

  /** @param nowMs a clock that only moves forward. */
  constructor(knex: Knex, log: Logger, nowMs: () => number = () => performance.now()) {
    this.knex = knex;
    this.log = log;
    this.nowMs = nowMs;
  }

  /**
   * The page that is open at an address, or null.
   *
   * @throws the database's error when it is down and nothing is remembered.
   */
  async find(siteSlug: string, pageSlug: string): Promise<Publication | null> {
    const key = keyOf(siteSlug, pageSlug);
    const entry = this.cache.get(key);
    if (entry !== undefined && this.nowMs() - entry.checkedAtMs < FRESH_MS)
      return entry.publication;
    const answer = this.ask(key, siteSlug, pageSlug, entry);
    if (entry === undefined) return answer;
    try {
      return await within(PATIENCE_MS, answer);
    } catch (error) {
      this.log.warn({ error: loggable(error) }, 'A published page is served from memory');
      return entry.publication;
    }
  }

  /** Makes the next visitor get what the database has now. */
  forget(siteSlug: string, pageSlug: string): void {
    const key = keyOf(siteSlug, pageSlug);
    this.cache.delete(key);
    // A question asked before the change must not be what is remembered after it.
    this.asked.delete(key);
  }

  private ask(
    key: string,
    siteSlug: string,
    pageSlug: string,
    entry: Entry | undefined,
  ): Promise<Publication | null> {
    const underWay = this.asked.get(key);
    if (underWay !== undefined) return underWay;
    const question = this.load(siteSlug, pageSlug, entry).then((publication) => {
      if (this.asked.get(key) !== question) return publication;
      this.asked.delete(key);
      if (publication === null) this.cache.delete(key);
      else this.cache.set(key, { publication, checkedAtMs: this.nowMs() });
      return publication;
    });
    this.asked.set(key, question);
    question.catch(() => {
      if (this.asked.get(key) === question) this.asked.delete(key);
    });
    return question;
  }

  private async load(
    siteSlug: string,
    pageSlug: string,
    entry: Entry | undefined,
  ): Promise<Publication | null> {
    if (entry !== undefined) {
      const etag = await findOpenEtag(this.knex, siteSlug, pageSlug);
      if (etag === null || etag === entry.publication.etag)
        return etag === null ? null : entry.publication;
    }
    return findOpenPublication(this.knex, siteSlug, pageSlug);
  }
}

function keyOf(siteSlug: string, pageSlug: string): string {
  return `${siteSlug}/${pageSlug}`.toLowerCase();
}

async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The database did not answer in time'));
    }, ms);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
