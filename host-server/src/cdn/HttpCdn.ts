import type { Cdn, Purge } from './Cdn.ts';

const TIMEOUT_MS = 10_000;

/**
 * A CDN with a purge endpoint: `POST {url}` with `{"urls": [...], "tags": [...]}` and the token as
 * `Authorization: Bearer`; any 2xx means that it is done or will be.
 */
export class HttpCdn implements Cdn {
  private readonly url: string;
  private readonly token: string | null;

  /** @param token null where the endpoint asks for none. */
  constructor(url: string, token: string | null) {
    this.url = url;
    this.token = token;
  }

  async purge({ urls, tags }: Purge): Promise<void> {
    const answer = await fetch(this.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(this.token === null ? {} : { Authorization: `Bearer ${this.token}` }),
      },
      body: JSON.stringify({ urls, tags }),
      // A purge that is led elsewhere has not happened.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The CDN answered ${String(answer.status)}`);
  }
}
