/** What a CDN is to forget: addresses, or everything that carries a tag. */
export interface Purge {
  readonly urls: readonly string[];
  /** As in the `Surrogate-Key` and `Cache-Tag` headers of what it keeps. */
  readonly tags: readonly string[];
}

/** A cache between visitors and the server, which keeps public pages until it is told otherwise. */
export interface Cdn {
  /** @throws when it did not accept; the caller tries again. */
  purge(purge: Purge): Promise<void>;
}
