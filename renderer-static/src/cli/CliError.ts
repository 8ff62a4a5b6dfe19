/** What the command ends with. */
export const EXIT = {
  done: 0,
  /** What was given is refused, or `check` found something wrong. */
  refused: 1,
  /** The command was not understood. */
  usage: 2,
  /** A file or folder cannot be read or written. */
  files: 3,
} as const;

/** Ends the command with a message for whoever typed it; anything else that is thrown is a bug. */
export class CliError extends Error {
  readonly exitCode: number;
  /** For programs: a code in snake_case. */
  readonly code: string;
  /** What it is about: a file, an option, or a field within a file; '' where that is clear. */
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
