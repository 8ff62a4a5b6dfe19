/** Types that an upload may have. */
export const UPLOAD_TYPES = ['image/png', 'image/gif', 'image/jpeg'] as const;

const MEGABYTE = 1024 * 1024;

/** Said for what is no image, or an image of another type. */
export const UNSUPPORTED_TYPE = 'Unsupported file type (only .png, .gif, and .jpgs)';

/** What a person is told when a file is larger than their plan allows. */
export function tooLargeMessage(maxMb: number): string {
  return `Max file size on your plan is ${String(maxMb)} MB`;
}

/** Why these files cannot be uploaded, in a person's words, or null. */
export function uploadProblem(
  files: readonly { readonly type: string; readonly size: number }[],
  maxMb: number,
): string | null {
  const [file] = files;
  if (!file) return 'Something went wrong. Try again.';
  if (files.length > 1) return 'Only 1 files can be uploaded at a time.';
  if (!UPLOAD_TYPES.some((type) => type === file.type)) return UNSUPPORTED_TYPE;
  if (file.size > maxMb * MEGABYTE) return tooLargeMessage(maxMb);
  return null;
}
