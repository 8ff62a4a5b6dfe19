import type { Translate } from '../messages/Translate.ts';
import type { UploadedImage, UploadService } from '../services/EditorServices.ts';
import type { NoticeAction, Notify } from '../services/Notify.ts';
import { ServiceError } from '../services/ServiceError.ts';
import { checkUploadedImage } from './checkUploadedImage.ts';
import type { pauseBeforeRetry } from './pauseBeforeRetry.ts';

/** How far the upload of an image is. */
export interface SendingState {
  /** The fraction sent, 0 to 1. */
  readonly progress: number;
  /** Whether the server could not be reached, and the upload is retried after a pause. */
  readonly isWaiting: boolean;
  /** What the user can do so that the upload goes on; null: only wait. */
  readonly action: NoticeAction | null;
}

/** Options of {@link sendImage}. */
export interface SendOptions {
  readonly service: UploadService;
  readonly t: Translate;
  readonly notify: Notify;
  /** Aborted when the upload is cancelled or another one replaces it. */
  readonly signal: AbortSignal;
  readonly onState: (state: SendingState) => void;
  readonly pauseBeforeRetry: typeof pauseBeforeRetry;
}

/** How upload errors are shown. */
export const ERROR = { kind: 'error', durationMs: 7000 } as const;

/**
 * Sends an image, and retries while the server cannot be reached and the file can be read. Notifies
 * the user of failures. Returns the stored image; null if that failed or was aborted.
 */
export async function sendImage(file: File, options: SendOptions): Promise<UploadedImage | null> {
  const { service, t, notify, signal, onState } = options;
  let action: NoticeAction | null = null;
  const show = (progress: number, isWaiting = false) => {
    onState({ progress, isWaiting, action });
  };
  for (let failures = 1; ; failures += 1) {
    show(0);
    try {
      const onProgress = (progress: number) => {
        show(progress);
      };
      return checkUploadedImage(await service.upload(file, { onProgress, signal }));
    } catch (error) {
      if (signal.aborted) return null;
      const isKnown = error instanceof ServiceError;
      // A missing file and an unreachable server cause the same error.
      const isRetried = isKnown && error.code === 'unreachable' && (await isReadable(file));
      if (isAborted(signal)) return null;
      if (!isRetried || failures === 1)
        notify(failureMessage(t, error, isRetried), {
          ...ERROR,
          ...(isKnown && error.action && { action: error.action }),
          // What it announces ends with the upload.
          ...(isRetried && { signal }),
        });
      // A mistake in the host, which its author should see.
      if (!isKnown) reportError(error);
      if (!isRetried) return null;
      ({ action } = error);
    }
    show(0, true);
    await options.pauseBeforeRetry(failures, signal);
    if (isAborted(signal)) return null;
  }
}

/** A function, because TypeScript would assume that `aborted` cannot change during an await. */
function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}

function failureMessage(t: Translate, error: unknown, isRetried: boolean): string {
  if (!(error instanceof ServiceError)) return t('common.somethingWentWrong');
  // The host's message may promise a retry.
  return error.code === 'unreachable' && !isRetried ? t('upload.unreadable') : error.message;
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
