import { ERROR_CODES, type ErrorBody, type ErrorCode } from '../contract/index.ts';

/**
 * A call that is refused. Thrown anywhere below a mounted call, a transaction included, which it
 * rolls back; becomes the answer's status, `X-Error-Code` and {@link ErrorBody}.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The offending field of the request, dotted. */
  readonly path: string | undefined;
  /** Numbers that the client's words need. */
  readonly details: ErrorBody['details'];
  /** Seconds after which another try may succeed. */
  readonly retryAfterSeconds: number | undefined;
  private readonly words: string | undefined;

  constructor(
    code: ErrorCode,
    options: {
      path?: string | undefined;
      message?: string | undefined;
      details?: ErrorBody['details'];
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? code, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = ERROR_CODES[code];
    this.path = options.path;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.words = options.message;
  }

  /** The answer's body. */
  get body(): ErrorBody {
    return {
      code: this.code,
      ...(this.path === undefined ? {} : { path: this.path }),
      ...(this.words === undefined ? {} : { message: this.words }),
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

/** Whether something is one of the API's codes. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}
