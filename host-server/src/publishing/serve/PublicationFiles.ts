import { createHash } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { addressKeyOf, type PageAddress } from '../../http/addresses.ts';
import type { ServedPage } from '../render/renderPublication.ts';

const headerSchema = z.object({
  key: z.string(),
  pageId: z.number().int(),
  siteId: z.number().int(),
  etag: z.string(),
  csp: z.string(),
  brotliQuality: z.number().int(),
  lengths: z.tuple([z.number().int(), z.number().int(), z.number().int()]),
});

/**
 * Stores public pages as files, for when the database is down and they are not in memory. A file is
 * written under another name, with a digest of its content, and then renamed, so that nobody reads
 * an incomplete page. Changes run one after the other, in the order of the calls. `remove`
 * invalidates a file; callers also ignore one that has not been written or touched for
 * `MAX_STALE_MS`.
 */
export class PublicationFiles {
  private readonly folder: string;
  private last: Promise<unknown> = Promise.resolve();

  /** @param folder absolute; created when it is first needed. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Stores the page at an address. */
  write(address: PageAddress, page: ServedPage): Promise<void> {
    return this.inOrder(() => this.store(address, page));
  }

  /** Removes the page at an address. */
  remove(address: PageAddress): Promise<void> {
    return this.inOrder(() => rm(this.pathOf(address), { force: true }));
  }

  /** Marks a file as valid now. */
  touch(address: PageAddress, now: Date): Promise<void> {
    return this.inOrder(() => utimes(this.pathOf(address), now, now).catch(() => undefined));
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
      const page = decode(content, addressKeyOf(address));
      return page && { page, checkedAt: mtime };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Removes files that were last valid before a time; they would not be served any more. */
  sweep(before: Date): Promise<void> {
    return this.inOrder(async () => {
      await mkdir(this.folder, { recursive: true });
      for (const name of await readdir(this.folder)) {
        const path = join(this.folder, name);
        if ((await stat(path)).mtime < before) await rm(path, { force: true });
      }
    });
  }

  /** Waits for all changes. */
  async settled(): Promise<void> {
    await this.last;
  }

  private inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async store(address: PageAddress, page: ServedPage): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const path = this.pathOf(address);
    const file = await open(`${path}.part`, 'w');
    try {
      await file.writeFile(encode(page, addressKeyOf(address)));
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  }

  private pathOf(address: PageAddress): string {
    const name = createHash('sha256').update(addressKeyOf(address)).digest('hex');
    return join(this.folder, name);
  }
}

function encode({ pageId, siteId, bytes }: ServedPage, key: string): Buffer {
  const { etag, csp, brotliQuality, html, gzip, brotli } = bytes;
  const lengths = [html.length, gzip.length, brotli.length];
  const header = JSON.stringify({ key, pageId, siteId, etag, csp, brotliQuality, lengths });
  const rest = Buffer.concat([Buffer.from(`${header}\n`), html, gzip, brotli]);
  return Buffer.concat([digestOf(rest), rest]);
}

function decode(content: Buffer, key: string): ServedPage | null {
  const rest = content.subarray(32);
  if (!digestOf(rest).equals(content.subarray(0, 32))) return null;
  const end = rest.indexOf('\n');
  const parsed = headerSchema.safeParse(JSON.parse(rest.subarray(0, end).toString()));
  if (!parsed.success || parsed.data.key !== key) return null;
  const { pageId, siteId, etag, csp, brotliQuality, lengths } = parsed.data;
  const [html, gzip] = [lengths[0], lengths[0] + lengths[1]];
  const body = rest.subarray(end + 1);
  return {
    pageId,
    siteId,
    bytes: {
      etag,
      csp,
      brotliQuality,
      html: body.subarray(0, html),
      gzip: body.subarray(html, gzip),
      brotli: body.subarray(gzip),
    },
  };
}

const digestOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest();

/** The folder of stored pages. It exists once a server has started with the data folder. */
export const publishedFolder = (dataFolder: string): string => join(dataFolder, 'published');
