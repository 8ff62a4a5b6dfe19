import type { NoticeAction } from './Notify.ts';

/**
 * Why a service failed: `conflict` is for publishing, and `unreachable` for an upload that is
 * retried until the server can be reached.
 */
export type ServiceErrorCode = 'conflict' | 'failed' | 'unreachable';

/** Options of {@link ServiceError}. */
export interface ServiceErrorOptions extends ErrorOptions {
  /** What the user can do about it, as the action of the notice; default: none. */
  readonly action?: NoticeAction;
}

/**
 * A failure of an editor service. Its message is shown to the user, except for a conflict when
 * publishing, which opens a dialog.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly action: NoticeAction | null;

  constructor(code: ServiceErrorCode, message: string, options?: ServiceErrorOptions) {
    super(message, options);
    this.code = code;
    this.action = options?.action ?? null;
  }
}
