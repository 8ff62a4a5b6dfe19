import type { Translate } from '../messages/Translate.ts';

/** The file types that can be uploaded. */
export const UPLOAD_TYPES = ['image/png', 'image/gif', 'image/jpeg'] as const;

const MEGABYTE = 1024 * 1024;

/** Returns the message that says why files cannot be uploaded; null if they can. */
export function uploadProblem(
  t: Translate,
  files: readonly { readonly type: string; readonly size: number }[],
  maxMb: number,
): string | null {
  const [file] = files;
  if (!file) return t('common.somethingWentWrong');
  if (files.length > 1) return t('upload.tooMany', { max: 1 });
  if (!UPLOAD_TYPES.some((type) => type === file.type)) return t('upload.unsupportedType');
  if (file.size > maxMb * MEGABYTE) return t('upload.tooLarge', { maxMb });
  return null;
}
