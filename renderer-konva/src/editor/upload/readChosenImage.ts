import type { SizePx } from '@cobble/engine';
import type { Translate } from '../messages/Translate.ts';
import type { UploadService } from '../services/EditorServices.ts';
import type { Notify } from '../services/Notify.ts';
import { isOtherFileType } from './isOtherFileType.ts';
import { ERROR } from './sendImage.ts';
import { uploadProblem } from './uploadProblem.ts';

/** Reads an image's size in px. Rejects if the file is not an image. */
export type MeasureImage = (file: File) => Promise<{ width: number; height: number }>;

/** What {@link readChosenImage} needs. */
export interface ImageChecks {
  /** Returns undefined if images cannot be added. */
  readonly service: () => UploadService | undefined;
  readonly t: Translate;
  readonly notify: Notify;
  readonly measureImage: MeasureImage;
}

/**
 * The image that a user has chosen, with its size in px. Null if there is not exactly one, or if it
 * cannot be uploaded, of which the user is notified.
 */
export async function readChosenImage(
  files: readonly File[],
  { service, t, notify, measureImage }: ImageChecks,
): Promise<{ readonly file: File; readonly natural: SizePx } | null> {
  const limits = service();
  if (!limits) return null;
  const problem = uploadProblem(t, files, limits.maxMb);
  if (problem !== null) notify(problem, ERROR);
  const [file] = files;
  if (problem !== null || !file) return null;
  try {
    return { file, natural: await measureImage(file) };
  } catch {
    const isOther = await isOtherFileType(file).catch(() => false);
    notify(isOther ? t('upload.unsupportedType') : t('upload.damaged'), ERROR);
    return null;
  }
}
