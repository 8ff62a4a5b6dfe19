import { createHash, randomUUID, webcrypto } from 'node:crypto';
import {
  type FileHandle,
  mkdir,
  open,
  opendir,
  readFile,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { addressKeyOf, type PageAddress, type SiteKey, siteKeyText } from '../../http/addresses.ts';
import { LruCache } from '../../shared/LruCache.ts';
import type { PublicationHead, ServedPage } from '../render/renderPublication.ts';

const headerSchema = z.object({
  key: z.string(),
  pageId: z.number().int(),
  siteId: z.number().int(),
  etag: z.string(),
  csp: z.string(),
  brotliQuality: z.number().int(),
  // Files of earlier versions have neither, but contain the HTML.
  htmlLength: z.number().int(),
  gzipLength: z.number().int(),
});

/** For how many files the version is cached. */
const MAX_VERSIONS = 10_000;
/** Maximum size of the pages that wait to be written, bytes. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/** Starts the names of folders whose site was removed; their files are never read again. */
const REMOVED_PREFIX = 'removed-';

interface WaitingWrite {
  readonly address: PageAddress;
  readonly page: ServedPage;
  readonly end: (written: Promise<void>) => void;
}

/**
 * Stores public pages as files, for when the database is down and they are not in memory. A file is
 * written under another name, with a digest of its content, and then renamed, so that nobody reads
 * an incomplete page. Changes to a file run in the order of the calls. Different files do not wait
 * for one another, except that pages are written one at a time. Each name of a site has a folder, so
 * that all of its pages are removed at once. `remove` and `removeSites` invalidate files; callers
 * also ignore one that has not been written or touched for `MAX_STALE_MS`.
 */
export class PublicationFiles {
  private readonly folder: string;
  private readonly maxWaitingBytes: number;
  /** By path, oldest first: one page is written at a time. */
  private readonly waiting = new Map<string, WaitingWrite>();
  private waitingBytes = 0;
  private isWriting = false;
  /** By path: changes in progress. They never reject. */
  private readonly changes = new Map<string, Promise<void>>();
  /** By folder of a site: removals in progress. They never reject. */
  private readonly removals = new Map<string, Promise<void>>();
  /** Removed folders whose files are being deleted. */
  private readonly deletions = new Set<Promise<void>>();
  /**
   * By path: the version that a file holds, so that it is not written again. Only valid while no
   * change is in progress. Invalidation: a change of the file deletes or replaces its entry.
   */
  private readonly versions = new LruCache<string>(MAX_VERSIONS, () => 1);
  /** By path: the latest read of a file, until it ends or a change of the file begins. */
  private readonly unchangedSince = new Map<string, symbol>();

  /**
   * @param folder absolute; created when it is first needed.
   * @param options for tests: the size of the pages that may wait to be written, bytes.
   */
  constructor(folder: string, options: { readonly maxWaitingBytes?: number } = {}) {
    this.folder = folder;
    this.maxWaitingBytes = options.maxWaitingBytes ?? MAX_WAITING_BYTES;
  }

  /**
   * Stores the page at an address, unless its file holds that version already. When too many pages
   * wait to be written, it only removes the earlier file: a file may be missing, but is never
   * outdated.
   */
  write(address: PageAddress, page: ServedPage): Promise<void> {
    const path = this.pathOf(address);
    if (this.versionAt(path) === versionOf(page.bytes)) return this.touch(address, new Date());
    this.cancelWrite(path);
    if (this.waitingBytes + sizeOf(page) > this.maxWaitingBytes) return this.remove(address);
    return new Promise((resolve) => {
      this.waiting.set(path, { address, page, end: resolve });
      this.waitingBytes += sizeOf(page);
      if (!this.isWriting) void this.writeWaiting();
    });
  }

  /** Removes the page at an address, without waiting for other pages to be written. */
  remove(address: PageAddress): Promise<void> {
    const path = this.pathOf(address);
    this.cancelWrite(path);
    return this.change(path, () => this.delete(path));
  }

  /**
   * Removes all pages of sites, by renaming a folder for each name. The files are deleted
   * afterwards, which the result does not wait for.
   */
  async removeSites(sites: readonly SiteKey[]): Promise<void> {
    const folders = new Set(sites.map((site) => this.folderOf(site)));
    const isWithin = (path: string): boolean => folders.has(dirname(path));
    for (const path of this.waiting.keys()) if (isWithin(path)) this.cancelWrite(path);
    for (const path of this.unchangedSince.keys())
      if (isWithin(path)) this.unchangedSince.delete(path);
    const earlier = [
      ...[...this.changes].flatMap(([path, change]) => (isWithin(path) ? [change] : [])),
      ...[...folders].flatMap((folder) => this.removals.get(folder) ?? []),
    ];
    const removing = Promise.all(earlier).then(async () => {
      this.versions.deleteWhere(isWithin);
      await Promise.all([...folders].map((folder) => this.removeFolder(folder)));
    });
    const settled = removing
      .catch(() => undefined)
      .then(() => {
        for (const folder of folders)
          if (this.removals.get(folder) === settled) this.removals.delete(folder);
      });
    for (const folder of folders) this.removals.set(folder, settled);
    await removing;
  }

  /** Marks a file as valid now. */
  touch(address: PageAddress, now: Date): Promise<void> {
    const path = this.pathOf(address);
    return this.change(path, () =>
      utimes(path, now, now).catch(() => {
        this.versions.delete(path);
      }),
    );
  }

  /**
   * The stored page at an address and when it was last valid; null when there is none, or the file
   * is damaged.
   */
  async read(
    address: PageAddress,
  ): Promise<{ readonly page: ServedPage; readonly checkedAt: Date } | null> {
    try {
      const path = this.pathOf(address);
      const [content, { mtime }] = [await readFile(path), await stat(path)];
      const page = await decode(content, addressKeyOf(address));
      return page && { page, checkedAt: mtime };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /**
   * Reads the stored page at an address if it is of this version. Neither reading nor checking it
   * occupies this thread. Like {@link read} otherwise.
   */
  async readVersion(
    address: PageAddress,
    version: Pick<PublicationHead, 'etag' | 'brotliQuality'>,
  ): Promise<ServedPage | null> {
    const path = this.pathOf(address);
    const known = this.versionAt(path);
    if (known !== undefined && known !== versionOf(version)) return null;
    // What is read while the file changes may be gone from it at the end.
    const read = this.isChanging(path) ? null : Symbol(path);
    if (read !== null) this.unchangedSince.set(path, read);
    try {
      const stored = await this.read(address);
      if (stored === null || versionOf(stored.page.bytes) !== versionOf(version)) return null;
      if (this.isUnchangedSince(path, read)) this.versions.set(path, versionOf(version));
      return stored.page;
    } finally {
      if (this.isUnchangedSince(path, read)) this.unchangedSince.delete(path);
    }
  }

  /**
   * Removes files that were last valid before a time, since they would not be served any more, and
   * what earlier runs and versions left.
   */
  async sweep(before: Date): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (const entry of await readdir(this.folder, { withFileTypes: true })) {
      const path = join(this.folder, entry.name);
      // Earlier versions had no folders.
      if (!entry.isDirectory()) await rm(path, { force: true });
      else if (entry.name.startsWith(REMOVED_PREFIX)) await deleteFolder(path);
      else await this.sweepFolder(path, before);
    }
  }

  /** Waits for all changes. */
  async settled(): Promise<void> {
    const isBusy = (): boolean =>
      this.isWriting || [this.changes, this.removals, this.deletions].some(({ size }) => size > 0);
    while (isBusy()) {
      const inProgress = [this.changes, this.removals, this.deletions].flatMap((each) => [
        ...each.values(),
      ]);
      await Promise.all([...inProgress, new Promise(setImmediate)]);
    }
  }

  private async sweepFolder(folder: string, before: Date): Promise<void> {
    const ignoreMissing = (error: unknown): void => {
      // It has been removed or renamed meanwhile.
      if (!isMissing(error)) throw error;
    };
    const names = await readdir(folder).catch((error: unknown) => {
      ignoreMissing(error);
      return [];
    });
    for (const name of names) {
      const path = join(folder, name);
      await this.change(path, async () => {
        if ((await stat(path)).mtime < before) await this.delete(path);
      }).catch(ignoreMissing);
    }
    // Fails unless it is empty.
    await rmdir(folder).catch(() => undefined);
  }

  private async removeFolder(folder: string): Promise<void> {
    const removed = join(this.folder, `${REMOVED_PREFIX}${randomUUID()}`);
    try {
      await rename(folder, removed);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    // What cannot be deleted now is swept later.
    const deletion = deleteFolder(removed)
      .catch(() => undefined)
      .then(() => {
        this.deletions.delete(deletion);
      });
    this.deletions.add(deletion);
  }

  private async writeWaiting(): Promise<void> {
    this.isWriting = true;
    for (let next = this.first(); next !== undefined; next = this.first()) {
      const [path, write] = next;
      this.takeOut(path, write);
      const written = this.change(path, () => this.store(write.address, write.page));
      write.end(written);
      await written.catch(() => undefined);
    }
    this.isWriting = false;
  }

  private first(): readonly [string, WaitingWrite] | undefined {
    for (const entry of this.waiting) return entry;
    return undefined;
  }

  private cancelWrite(path: string): void {
    const write = this.waiting.get(path);
    if (write === undefined) return;
    this.takeOut(path, write);
    write.end(Promise.resolve());
  }

  private takeOut(path: string, { page }: WaitingWrite): void {
    this.waiting.delete(path);
    this.waitingBytes -= sizeOf(page);
  }

  private isUnchangedSince(path: string, read: symbol | null): boolean {
    return read !== null && this.unchangedSince.get(path) === read;
  }

  private change(path: string, work: () => Promise<void>): Promise<void> {
    this.unchangedSince.delete(path);
    const earlier = [this.changes.get(path), this.removals.get(dirname(path))].filter(
      (change) => change !== undefined,
    );
    const done = Promise.all(earlier).then(work);
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (this.changes.get(path) === settled) this.changes.delete(path);
      });
    this.changes.set(path, settled);
    return done;
  }

  private async store(address: PageAddress, page: ServedPage): Promise<void> {
    const path = this.pathOf(address);
    this.versions.delete(path);
    const content = await encode(page, addressKeyOf(address));
    const file = await this.create(`${path}.part`);
    try {
      await file.writev(content);
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
    this.versions.set(path, versionOf(page.bytes));
  }

  private async delete(path: string): Promise<void> {
    this.versions.delete(path);
    await rm(path, { force: true });
  }

  private versionAt(path: string): string | undefined {
    return this.isChanging(path) || this.waiting.has(path) ? undefined : this.versions.get(path);
  }

  private isChanging(path: string): boolean {
    return this.changes.has(path) || this.removals.has(dirname(path));
  }

  private async create(path: string): Promise<FileHandle> {
    try {
      return await open(path, 'w');
    } catch (error) {
      if (!isMissing(error)) throw error;
      await mkdir(dirname(path), { recursive: true });
      return open(path, 'w');
    }
  }

  private pathOf(address: PageAddress): string {
    return join(this.folderOf(address.site), nameOf(address.slug.toLowerCase()));
  }

  private folderOf(site: SiteKey): string {
    return join(this.folder, nameOf(siteKeyText(site)));
  }
}

const nameOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** One file at a time, because thousands at once would occupy this thread. */
async function deleteFolder(folder: string): Promise<void> {
  for await (const { name } of await opendir(folder)) await rm(join(folder, name), { force: true });
  await rmdir(folder);
}

const sizeOf = ({ bytes: { gzip, brotli } }: ServedPage): number => gzip.length + brotli.length;

const versionOf = ({
  etag,
  brotliQuality,
}: Pick<PublicationHead, 'etag' | 'brotliQuality'>): string => `${etag} ${String(brotliQuality)}`;

/** The parts of the file. */
async function encode({ pageId, siteId, bytes }: ServedPage, key: string): Promise<Buffer[]> {
  const { gzip, brotli, ...head } = bytes;
  const header = JSON.stringify({ key, pageId, siteId, ...head, gzipLength: gzip.length });
  const rest = Buffer.concat([Buffer.from(`${header}\n`), gzip, brotli]);
  return [await digestOf(rest), rest];
}

async function decode(content: Buffer, key: string): Promise<ServedPage | null> {
  const rest = content.subarray(32);
  if (!(await digestOf(rest)).equals(content.subarray(0, 32))) return null;
  const end = rest.indexOf('\n');
  const parsed = headerSchema.safeParse(JSON.parse(rest.subarray(0, end).toString()));
  if (!parsed.success || parsed.data.key !== key) return null;
  const { key: _key, pageId, siteId, gzipLength, ...head } = parsed.data;
  const body = rest.subarray(end + 1);
  const [gzip, brotli] = [body.subarray(0, gzipLength), body.subarray(gzipLength)];
  return { pageId, siteId, bytes: { ...head, gzip, brotli } };
}

/** In another thread, because hashing megabytes would block the server. */
const digestOf = async (content: Buffer): Promise<Buffer> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', content));

/** The folder of stored pages. It exists once a server has started with the data folder. */
export const publishedFolder = (dataFolder: string): string => join(dataFolder, 'published');
