/** How files of the types that can be uploaded begin: PNG, GIF and JPEG. */
const SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
  [0xff, 0xd8, 0xff],
] as const;

/**
 * Whether a file begins like an image of a type that can be uploaded, whatever its name says. Rejects
 * if it cannot be read.
 */
export async function isSupportedImage(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte));
}
