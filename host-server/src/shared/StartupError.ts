/** Why a start failed, for programs and tests. */
export type StartupErrorCode =
  | 'configuration_invalid'
  | 'data_folder_unwritable'
  | 'database_binaries_missing'
  | 'database_not_responding'
  | 'database_refused'
  | 'database_unsafe'
  | 'database_version_mismatch'
  | 'migration_failed'
  | 'port_unavailable';

/**
 * A problem outside of Cobble that prevents its start: a port, folder, database or variable. The
 * message is for the user who typed `npm start` and says what is wrong, where, and what to do. It
 * is printed without a stack trace and ends the process with code 1.
 */
export class StartupError extends Error {
  /** A stable code in snake_case. */
  readonly code: StartupErrorCode;

  constructor(code: StartupErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartupError';
    this.code = code;
  }
}
