import { ServiceError } from '@cobble/renderer-konva/editor';
import { ApiError } from '../../api/ApiError.ts';
import { apiMessage, errorMessage } from '../../messages/apiMessage.ts';
import type { Translate } from '../../messages/Translate.ts';
import { logInAction } from './createPublishing.ts';

/**
 * Returns the failure of an upload for the editor. It retries the upload if the failure is temporary,
 * or if the user's session has expired: the user can log in again in another tab.
 *
 * @param options.maxMb the plan's limit, in case the response does not include it
 * @param options.isSignedIn whether the user was signed in when the page was opened
 */
export function uploadError(
  t: Translate,
  error: unknown,
  options: {
    readonly maxMb: number;
    readonly isSignedIn: boolean;
    readonly logIn: () => void;
  },
): ServiceError {
  const isRetried =
    error instanceof ApiError &&
    (error.isTemporary || (error.code === 'err_unauthorized' && options.isSignedIn));
  return new ServiceError(isRetried ? 'unreachable' : 'failed', messageOf(t, error, options), {
    cause: error,
    ...logInAction(t, error, options.logIn),
  });
}

/** Returns the failure of an upload while another account is signed in; it is retried. */
export function uploadByOtherError(
  t: Translate,
  names: { readonly own: string; readonly other: string },
  logIn: () => void,
): ServiceError {
  const action = { label: t('auth.logIn'), run: logIn };
  return new ServiceError('unreachable', t('upload.otherAccount', names), { action });
}

function messageOf(
  t: Translate,
  error: unknown,
  { maxMb, isSignedIn }: { readonly maxMb: number; readonly isSignedIn: boolean },
): string {
  if (!(error instanceof ApiError)) return errorMessage(t, error);
  if (error.code === 'network_unreachable') return t('upload.unreachable');
  if (error.isTemporary) return t('upload.unavailable');
  if (error.code === 'err_unauthorized')
    return isSignedIn ? t('upload.sessionExpired') : t('publish.signInRequired');
  return apiMessage(t, error.code, { max: 1, maxMb, ...error.details });
}
