import { ARCHIVE_LIMITS } from '@cobble/renderer-static';
import { ApiError } from '../shared/ApiError.ts';
import type { PageUseKeys } from './tasks.ts';

/**
 * Maximum size of what a site's pages use. An archive has no room for the files of so many images.
 */
const MAX_BYTES = 8 * 1024 * 1024;
/** What an entry takes besides its characters. */
const ENTRY_BYTES = 100;

/**
 * What the pages of an export use, each path, image and post once: it is in memory until the last
 * page has been received. Values are JSON text, which takes less memory than objects and is neither
 * parsed nor serialised again.
 */
export class SiteUses {
  /** JSON of stored images and embed thumbnails by address; null if there is none. */
  private readonly images = new Map<string, string | null>();
  /** JSON of a list of posts by account. */
  private readonly posts = new Map<number, string>();
  private readonly used: Readonly<Record<keyof PageUseKeys, Set<string>>> = {
    paths: new Set(),
    origins: new Set(),
    fonts: new Set(),
    images: new Set(),
    posts: new Set(),
  };
  private bytes = 0;
  private readonly keep: (bytes: number) => void;

  /** @param keep counts the bytes of all exports, see `RunningExport`. */
  constructor(keep: (bytes: number) => void) {
    this.keep = keep;
  }

  /** Those of the addresses whose images have not been looked up yet. */
  newImages(addresses: readonly string[]): readonly string[] {
    return addresses.filter((address) => !this.images.has(address));
  }

  /** Those of the accounts whose posts have not been looked up yet. */
  newAccounts(ids: readonly number[]): readonly number[] {
    return ids.filter((id) => !this.posts.has(id));
  }

  /**
   * Stores the result of looking up images, so that all pages show the same ones.
   *
   * @throws ApiError archive_too_large; err_unavailable.
   */
  addImages(addresses: readonly string[], found: ReadonlyMap<string, object>): void {
    for (const address of this.newImages(addresses)) {
      const image = found.get(address);
      const json = image === undefined ? null : JSON.stringify(image);
      this.images.set(address, json);
      this.count(address.length + (json?.length ?? 0));
    }
  }

  /** Stores an account's posts, like {@link addImages}. */
  addPosts(accountId: number, posts: readonly object[]): void {
    const json = JSON.stringify(posts);
    this.posts.set(accountId, json);
    this.count(json.length);
  }

  /** JSON of the `PageLookups` of a page. */
  lookupsOf(
    fonts: readonly string[],
    addresses: readonly string[],
    accountIds: readonly number[],
  ): string {
    const images = addresses.flatMap((address) => {
      const json = this.images.get(address) ?? null;
      return json === null ? [] : [`[${JSON.stringify(address)},${json}]`];
    });
    const posts = accountIds.map((id) => `[${String(id)},${this.posts.get(id) ?? '[]'}]`);
    return `{"fonts":${JSON.stringify(fonts)},"images":[${images.join()}],"posts":[${posts.join()}]}`;
  }

  /**
   * Adds what a page uses.
   *
   * @throws ApiError archive_too_large, also if the archive would have too many files; err_unavailable.
   */
  add(page: PageUseKeys): void {
    for (const [kind, keys] of Object.entries(this.used) as [keyof PageUseKeys, Set<string>][])
      for (const key of page[kind]) {
        if (keys.has(key)) continue;
        keys.add(key);
        this.count(key.length);
      }
    if (this.used.paths.size > ARCHIVE_LIMITS.maxEntries) throw new ApiError('archive_too_large');
  }

  /** JSON of the `PageUses` of all pages together. */
  get json(): string {
    const listOf = (kind: keyof PageUseKeys): string => JSON.stringify([...this.used[kind]]);
    const recordOf = (
      kind: keyof PageUseKeys,
      valueOf: (key: string) => string | null | undefined,
    ): string => {
      const entries = [...this.used[kind]].flatMap((key) => {
        const value = valueOf(key) ?? null;
        return value === null ? [] : [`${JSON.stringify(key)}:${value}`];
      });
      return `{${entries.join()}}`;
    };
    return `{${[
      ...(['paths', 'origins', 'fonts'] as const).map((kind) => `"${kind}":${listOf(kind)}`),
      `"images":${recordOf('images', (address) => this.images.get(address))}`,
      `"posts":${recordOf('posts', (id) => this.posts.get(Number(id)))}`,
    ].join()}}`;
  }

  /** Removes everything. */
  clear(): void {
    for (const each of [this.images, this.posts, ...Object.values(this.used)]) each.clear();
    this.keep(-this.bytes);
    this.bytes = 0;
  }

  private count(length: number): void {
    const bytes = length + ENTRY_BYTES;
    this.bytes += bytes;
    if (this.bytes > MAX_BYTES) throw new ApiError('archive_too_large');
    this.keep(bytes);
  }
}
