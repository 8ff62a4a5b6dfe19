import { ERROR_CODES, type ErrorBody, type ErrorCode } from '../contract/errorCodes.ts';

/**
 * A refused call. Thrown anywhere below a mounted call; rolls back its transaction. Becomes the
 * response's status, `X-Error-Code` header and {@link ErrorBody}.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The offending field of the request, as a dotted path. */
  readonly path: string | undefined;
  /** Values for the client's message, such as a limit. */
  readonly details: ErrorBody['details'];
  /** Seconds after which a retry may succeed. */
  readonly retryAfterSeconds: number | undefined;
  private readonly text: string | undefined;

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
    this.text = options.message;
  }

  /** The body of the response. */
  get body(): ErrorBody {
    return {
      code: this.code,
      ...(this.path === undefined ? {} : { path: this.path }),
      ...(this.text === undefined ? {} : { message: this.text }),
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

/** Whether a value is one of the API's error codes. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}
