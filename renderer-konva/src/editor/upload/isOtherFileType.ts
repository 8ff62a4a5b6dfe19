/** How files of other types begin that may be named like an image, and at which byte. */
const SIGNATURES = [
  // HEIC, AVIF and MP4.
  { text: 'ftyp', at: 4 },
  // WebP and WAV.
  { text: 'RIFF', at: 0 },
  { text: '%PDF', at: 0 },
  // TIFF.
  { text: 'II*\0', at: 0 },
  { text: 'MM\0*', at: 0 },
  { text: 'BM', at: 0 },
  { text: '<svg', at: 0 },
  { text: '<?xml', at: 0 },
] as const;

/**
 * Whether a file begins like one of another type than those that can be uploaded, whatever its name
 * says. Rejects if it cannot be read.
 */
export async function isOtherFileType(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  return SIGNATURES.some(({ text, at }) => start.startsWith(text, at));
}
