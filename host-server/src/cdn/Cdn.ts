/** What to purge: URLs, or everything that has a tag. */
export interface Purge {
  readonly urls: readonly string[];
  /** As in the `Surrogate-Key` and `Cache-Tag` headers of cached responses. */
  readonly tags: readonly string[];
}

/** A cache between visitors and the server that keeps public pages until they are purged. */
export interface Cdn {
  /** @throws when the CDN did not accept the purge; the caller retries. */
  purge(purge: Purge): Promise<void>;
}
