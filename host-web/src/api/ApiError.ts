import type { ErrorCode } from '@cobble/host-server/contract';

/**
 * A code from the server, `network_unreachable` when there was no complete response, or
 * `response_invalid` when the response is not one of the API.
 */
export type ApiErrorCode = ErrorCode | 'network_unreachable' | 'response_invalid';

const TEMPORARY: ReadonlySet<ApiErrorCode> = new Set([
  'network_unreachable',
  'err_unavailable',
  'err_rate_limited',
  'err_internal_server_error',
]);

/** A failed call. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The offending field of the body, e.g. `things.<uuid>.content.url`. */
  readonly path: string | null;
  /** Values for the message, such as the limit. */
  readonly details: Readonly<Record<string, number | string>>;

  constructor(
    code: ApiErrorCode,
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

  /** Whether the same call may succeed later: its input has not caused the failure. */
  get isTemporary(): boolean {
    // Anything may answer in place of the server, such as a network that wants a login first.
    if (this.code === 'response_invalid') return this.status < 400 || this.status >= 500;
    return TEMPORARY.has(this.code);
  }
}
