/** Reads an image's size in px, with its EXIF orientation. Rejects if it is not an image. */
export async function measureImage(file: File): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
