import { CobbleError, type Page } from '@cobble/engine';
import { type MigratedPage, migratePage } from '@cobble/engine/migrations';
import type { IDBPObjectStore } from 'idb';
import type { LocalPageHead, RoomDatabase, RoomSchema } from './RoomDatabase.ts';

/** A page to keep. */
export interface LocalPage extends Pick<
  LocalPageHead,
  'siteSlug' | 'pageSlug' | 'role' | 'isPublished'
> {
  /** The account that may see it. */
  readonly accountId: number;
  /** The page as its room has it, without pending ops: the `confirmedPage` of its client. */
  readonly page: Page;
  readonly seq: number;
}

/** A page that was kept. */
export interface FoundPage extends Omit<LocalPage, 'seq'> {
  /**
   * The seq of the room's stream that the page corresponds to, for the option `baseSeq`; null if
   * this version of the editor has migrated the page.
   */
  readonly seq: number | null;
  /** Milliseconds since the Unix epoch. */
  readonly savedAtMs: number;
}

/** How much is kept. */
export interface LocalPageLimits {
  readonly maxPages: number;
  /** Characters of the JSON of all pages. */
  readonly maxChars: number;
}

const LIMITS: LocalPageLimits = { maxPages: 50, maxChars: 50_000_000 };

type PageKey = [accountId: number, pageId: number];
type StoreName = 'pageHeads' | 'pages';
type Store<Name extends StoreName> = IDBPObjectStore<RoomSchema, StoreName[], Name, 'readwrite'>;

/**
 * The pages that this browser can open offline, for each account [LR9]. Those saved last are kept.
 * Each method rejects if the database does not work.
 */
export class LocalPages {
  private readonly database: RoomDatabase;
  private readonly limits: LocalPageLimits;
  private readonly now: () => number;

  constructor(
    database: RoomDatabase,
    limits: Partial<LocalPageLimits> = {},
    now: () => number = Date.now,
  ) {
    this.database = database;
    this.limits = { ...LIMITS, ...limits };
    this.now = now;
  }

  /**
   * Keeps a page instead of its earlier versions, and deletes the oldest pages beyond the limits. An
   * older version than the one that another tab has kept is ignored.
   */
  async save({ accountId, page, ...rest }: LocalPage): Promise<void> {
    const text = JSON.stringify(page);
    const head: LocalPageHead = { ...rest, savedAtMs: this.now(), chars: text.length };
    const key: PageKey = [accountId, page.ID];
    await this.write(async (heads, pages) => {
      const kept = await heads.get(key);
      if (kept && kept.seq > head.seq) return;
      await Promise.all([heads.put(head, key), pages.put(text, key)]);
      const [keys, all] = await Promise.all([heads.getAllKeys(), heads.getAll()]);
      const newestFirst = all
        .map((each, index) => ({ ...each, key: keys[index] ?? key }))
        .sort((a, b) => b.savedAtMs - a.savedAtMs);
      let chars = 0;
      for (const [index, each] of newestFirst.entries()) {
        chars += each.chars;
        if (index < this.limits.maxPages && chars <= this.limits.maxChars) continue;
        await Promise.all([heads.delete(each.key), pages.delete(each.key)]);
      }
    });
  }

  /** Returns the page with an address, as far as an account may see it; null if it is not kept. */
  async find(siteSlug: string, pageSlug: string, accountId: number): Promise<FoundPage | null> {
    const found = await this.database.run(async (open) => {
      const transaction = open.transaction(['pageHeads', 'pages']);
      const range = ofAccount(accountId);
      const heads = transaction.objectStore('pageHeads');
      const [keys, all] = await Promise.all([heads.getAllKeys(range), heads.getAll(range)]);
      // A page that has got another address is kept under its old one until it is saved again.
      const [newest] = all
        .map((head, index) => ({ head, key: keys[index] }))
        .filter(({ head }) => head.siteSlug === siteSlug && head.pageSlug === pageSlug)
        .sort((a, b) => b.head.savedAtMs - a.head.savedAtMs);
      if (!newest?.key) return null;
      const text = await transaction.objectStore('pages').get(newest.key);
      return text === undefined ? null : { ...newest, text };
    });
    if (!found) return null;
    const read = readPage(found.text);
    if (!read) return null;
    const { chars: _, ...head } = found.head;
    return { ...head, accountId, page: read.page, seq: read.migrated ? null : head.seq };
  }

  /** The `ID`s and addresses of an account's pages, those saved last first. */
  async list(
    accountId: number,
  ): Promise<(Pick<LocalPage, 'siteSlug' | 'pageSlug'> & { readonly pageId: number })[]> {
    const range = ofAccount(accountId);
    const [keys, heads] = await this.database.run((open) => {
      const store = open.transaction('pageHeads').store;
      return Promise.all([store.getAllKeys(range), store.getAll(range)]);
    });
    return heads
      .map((head, index) => ({ ...head, pageId: keys[index]?.[1] ?? 0 }))
      .sort((a, b) => b.savedAtMs - a.savedAtMs)
      .map(({ pageId, siteSlug, pageSlug }) => ({ pageId, siteSlug, pageSlug }));
  }

  /** Deletes a page, such as one that its account may not see any more. */
  remove(accountId: number, pageId: number): Promise<void> {
    return this.write(async (heads, pages) => {
      await Promise.all([heads.delete([accountId, pageId]), pages.delete([accountId, pageId])]);
    });
  }

  /** Deletes all pages of an account, as when it signs out. */
  clear(accountId: number): Promise<void> {
    const range = ofAccount(accountId);
    return this.write(async (heads, pages) => {
      await Promise.all([heads.delete(range), pages.delete(range)]);
    });
  }

  private write(
    work: (heads: Store<'pageHeads'>, pages: Store<'pages'>) => Promise<void>,
  ): Promise<void> {
    return this.database.run(async (open) => {
      const transaction = open.transaction(['pageHeads', 'pages'], 'readwrite');
      await Promise.all([
        work(transaction.objectStore('pageHeads'), transaction.objectStore('pages')),
        transaction.done,
      ]);
    });
  }
}

function ofAccount(accountId: number): IDBKeyRange {
  // Arrays come after all numbers.
  return IDBKeyRange.bound([accountId], [accountId, []]);
}

/** Null for a page that this version of the editor cannot open, such as one of a newer version. */
function readPage(text: string): Pick<MigratedPage, 'page' | 'migrated'> | null {
  try {
    return migratePage(JSON.parse(text));
  } catch (error) {
    if (error instanceof CobbleError || error instanceof SyntaxError) return null;
    throw error;
  }
}
