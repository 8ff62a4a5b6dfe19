import type { ErrorCode } from '@cobble/host-server/contract';

/**
 * A call that did not succeed. `code` is the server's, or `network_unreachable` when no answer
 * came, or `answer_unreadable` when one came that is not the API's.
 */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network_unreachable' | 'answer_unreadable';
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The offending field of the body, e.g. `things.<uuid>.content.url`. */
  readonly path: string | null;
  /** Numbers that the words need: the cap, the megabytes. */
  readonly details: Readonly<Record<string, number | string>>;

  constructor(
    code: ApiError['code'],
    status: number,
    path: string | null = null,
    details: ApiError['details'] = {},
    options?: ErrorOptions,
  ) {
    super(`${code}${path === null ? '' : ` at ${path}`} (HTTP ${String(status)})`, options);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.path = path;
    this.details = details;
  }
}
