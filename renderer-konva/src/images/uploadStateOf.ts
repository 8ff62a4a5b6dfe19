import type { Block, Editor } from '@cobble/engine';

/**
 * Whether an image is being uploaded, here or by someone else in the room, or has no file because
 * its author left before the upload ended. Null for images with a stored file, and for empty ones, for
 * which no file was chosen. Observable.
 */
export function uploadStateOf(
  { uploading }: Pick<Editor, 'uploading'>,
  { uuid, type, content }: Block,
): 'running' | 'interrupted' | null {
  if (uploading.has(uuid)) return 'running';
  if (type !== 'image') return null;
  const { url, naturalWidth, isUploading } = content as Readonly<Record<string, unknown>>;
  const wasChosen = naturalWidth !== undefined || isUploading === true;
  return url === '' && wasChosen ? 'interrupted' : null;
}
