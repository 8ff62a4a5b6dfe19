import { MAX_ARCHIVE_MB, planOf } from '@cobble/host-server/contract';
import { ApiError, type ApiErrorCode } from '../api/ApiError.ts';
import type { Translate } from './Translate.ts';

/** Limits for responses that do not include them. */
const DEFAULT_LIMITS = {
  archive_too_large: { maxMb: MAX_ARCHIVE_MB },
  upload_too_large: { maxMb: planOf([]).maxUploadMb },
  upload_too_many: { max: 50 },
};

/** Returns the message for an error code of the API [MG1, MG2]. */
export function apiMessage(
  t: Translate,
  code: ApiErrorCode,
  details: ApiError['details'] = {},
): string {
  switch (code) {
    case 'pages_per_account_limit_exceeded':
      if (details['max'] === undefined) return t(`errorWithoutNumber.${code}`);
      return t(`error.${code}`, details);
    case 'things_per_page_limit_exceeded':
      if (details['over'] === undefined) return t(`errorWithoutNumber.${code}`);
      return t(`error.${code}`, details);
    case 'upload_too_large':
      if (details['maxFrames'] !== undefined) return t('imageTooLarge.frames', details);
      if (details['maxPixels'] !== undefined) return t('imageTooLarge.pixels', details);
      return t(`error.${code}`, { ...DEFAULT_LIMITS[code], ...details });
    case 'archive_too_large':
    case 'upload_too_many':
      return t(`error.${code}`, { ...DEFAULT_LIMITS[code], ...details });
    default:
      return t(`error.${code}`, details);
  }
}

/** Returns the message for a failed call whose caller shows none: the general one, or to log in. */
export function failureMessage(t: Translate, { code }: ApiError): string {
  return code === 'err_unauthorized' ? t(`error.${code}`) : t('app.somethingWentWrong');
}

/** Returns the message for anything thrown: its own for an `ApiError`, else the general one. */
export function errorMessage(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('app.somethingWentWrong');
  return apiMessage(t, error.code, error.details);
}
