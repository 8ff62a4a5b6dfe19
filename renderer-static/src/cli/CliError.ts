/** Exit codes. */
export const EXIT = {
  done: 0,
  /** The input was rejected, or `check --strict` found a problem. */
  rejected: 1,
  /** Invalid arguments. */
  usage: 2,
  /** A file or folder cannot be read or written. */
  files: 3,
} as const;

/** Ends the command with a message for the user. Any other error is a bug. */
export class CliError extends Error {
  readonly exitCode: number;
  /** Machine-readable code in snake_case. */
  readonly code: string;
  /** Where the error is: a file, an option or a field within a file; '' if there is nothing to add. */
  readonly where: string;

  constructor(
    exitCode: (typeof EXIT)[keyof typeof EXIT],
    code: string,
    where: string,
    message: string,
  ) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.code = code;
    this.where = where;
  }
}
