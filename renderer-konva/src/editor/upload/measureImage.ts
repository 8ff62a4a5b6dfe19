/** Reads an image's size in px, turned as its camera says; rejects when it is no image. */
export async function measureImage(file: File): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
