import { inputError } from '@cobble/engine';
import { checkAllFields, type PropTypes } from '../../checkProps.ts';
import { checkNoticeAction, type NoticeAction } from './Notify.ts';

/**
 * Why a service failed: `conflict` is for publishing, and `unreachable` for an upload that is
 * retried until the server can be reached.
 */
export type ServiceErrorCode = 'conflict' | 'failed' | 'unreachable';

const CODES = Object.keys({
  conflict: true,
  failed: true,
  unreachable: true,
} satisfies Record<ServiceErrorCode, true>);

/** Options of {@link ServiceError}. */
export interface ServiceErrorOptions extends ErrorOptions {
  /** What the user can do about it, as the action of the notice; default: none. */
  readonly action?: NoticeAction | undefined;
}

const OPTIONS: PropTypes<ServiceErrorOptions> = { cause: 'any', action: 'any' };

/**
 * A failure of an editor service. Its message is shown to the user, except for a conflict when
 * publishing, which opens a dialog.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly action: NoticeAction | null;

  /** @throws CobbleError `input_invalid` (details: `path`), as nobody could read such a notice */
  constructor(code: ServiceErrorCode, message: string, options?: ServiceErrorOptions) {
    super(message, options);
    check(code, message, options);
    this.code = code;
    this.action = options?.action ?? null;
  }
}

function check(code: unknown, message: unknown, options: ServiceErrorOptions | undefined): void {
  if (!CODES.some((each) => each === code))
    throw inputError('code', `must be one of ${CODES.join(', ')}`);
  if (typeof message !== 'string') throw inputError('message', 'must be a string');
  if (typeof (options ?? {}) !== 'object') throw inputError('options', 'must be an object');
  if (options) checkAllFields('options', options, OPTIONS);
  checkNoticeAction(options?.action);
}
