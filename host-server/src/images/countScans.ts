const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Counts the scans of a JPEG: the passes over the whole image that decoding takes. What follows the
 * image in the file, such as the video of a moving photo, does not count.
 */
export function countScans(jpeg: Buffer): number {
  let count = 0;
  let at = 2;
  while (at !== -1 && at + 4 <= jpeg.length) {
    const code = jpeg[at] === MARKER ? jpeg[at + 1] : undefined;
    if (code === undefined || code === END_OF_IMAGE) break;
    // Fill bytes before the marker.
    if (code === MARKER) {
      at += 1;
      continue;
    }
    at += 2 + jpeg.readUInt16BE(at + 2);
    if (code !== START_OF_SCAN) continue;
    count += 1;
    at = nextMarker(jpeg, at);
  }
  return count;
}

/** Where the compressed data at an offset ends; -1 if the file ends first. */
function nextMarker(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(MARKER, from); at !== -1; at = jpeg.indexOf(MARKER, at + 2)) {
    const code = jpeg[at + 1] ?? 0;
    const isData = code === 0 || (code >= 0xd0 && code <= 0xd7);
    if (!isData) return at;
  }
  return -1;
}
