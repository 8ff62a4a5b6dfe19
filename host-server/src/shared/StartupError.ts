/** Why a start failed, for programs; the person reads the message. */
export type StartupErrorCode =
  | 'configuration_invalid'
  | 'data_folder_unwritable'
  | 'database_binaries_missing'
  | 'database_not_answering'
  | 'database_refused'
  | 'database_unsafe'
  | 'database_version_mismatch'
  | 'migration_failed'
  | 'port_unavailable';

/**
 * Something around Cobble is not as it must be: a port, a folder, a database, a variable. The
 * message is complete in itself and meant for the person who typed `npm start`: it says what is
 * wrong, where, and what to do. It is printed without a stack trace and ends the process with 1.
 */
export class StartupError extends Error {
  /** A stable code in snake_case, for programs and tests. */
  readonly code: StartupErrorCode;

  constructor(code: StartupErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartupError';
    this.code = code;
  }
}
