/**
 * Why a service failed: `conflict` is for publishing, and `unreachable` for an upload that is
 * retried until the server can be reached.
 */
export type ServiceErrorCode = 'conflict' | 'failed' | 'unreachable';

/**
 * A failure of an editor service. Its message is shown to the user, except for a conflict when
 * publishing, which opens a dialog.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;

  constructor(code: ServiceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
