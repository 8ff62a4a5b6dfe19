/**
 * A bug or invalid input that stops an operation. Expected refusals (locked, cap reached) are not
 * thrown but returned as a {@link Refusal}.
 */
export class CobbleError extends Error {
  /** A stable code in snake_case, for programs. */
  readonly code: string;
  /** Details for the code, such as paths, ids and limits; JSON only. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CobbleError';
    this.code = code;
    this.details = options.details ?? {};
  }

  /** The message without `details.path` at its start, for a caller that shows the path itself. */
  get reason(): string {
    const start = `${String(this.details.path)}: `;
    return this.message.startsWith(start) ? this.message.slice(start.length) : this.message;
  }
}
