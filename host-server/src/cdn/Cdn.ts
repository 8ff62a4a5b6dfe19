/** The target of a purge: URLs, and everything with one of the tags. */
export interface Purge {
  readonly urls: readonly string[];
  /** As in the `Surrogate-Key` and `Cache-Tag` headers of cached responses. */
  readonly tags: readonly string[];
}

/** A cache between visitors and the server that stores public pages until they are purged. */
export interface Cdn {
  /** @throws when the CDN did not accept the purge; the caller retries. */
  purge(purge: Purge): Promise<void>;
}

const TIMEOUT_MS = 10_000;

/**
 * A CDN with a purge endpoint: `POST {url}` with `{"urls": [...], "tags": [...]}` and the token as
 * `Authorization: Bearer`. Any 2xx response means that the purge is done or accepted.
 */
export class HttpCdn implements Cdn {
  private readonly url: string;
  private readonly token: string | null;

  /** @param token null when the endpoint needs none. */
  constructor(url: string, token: string | null) {
    this.url = url;
    this.token = token;
  }

  async purge({ urls, tags }: Purge): Promise<void> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(this.token === null ? {} : { Authorization: `Bearer ${this.token}` }),
      },
      body: JSON.stringify({ urls, tags }),
      // A redirect does not count as a purge.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The CDN responded with ${String(response.status)}`);
  }
}
