const MARKER = 0xff;
/** Decoders look for the next marker after a lower one, in damaged data; elsewhere they end. */
const FIRST_MARKER = 0xc0;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/**
 * Counts the scans of a JPEG: the passes over the whole image that decoding takes. Like decoders, it
 * ignores what is between the segments. What follows the image in the file, such as the video of a
 * moving photo, does not count.
 */
export function countScans(jpeg: Buffer): number {
  let count = 0;
  for (let at = nextMarker(jpeg, 2); at !== -1; at = nextMarker(jpeg, at)) {
    const code = jpeg[at + 1];
    if (code === END_OF_IMAGE || at + 4 > jpeg.length) break;
    if (code === START_OF_SCAN) count += 1;
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return count;
}

/** Where the next segment with a length, or the end of the image, begins; -1 if there is none. */
function nextMarker(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(MARKER, from); at !== -1; at = jpeg.indexOf(MARKER, at + 1)) {
    const code = jpeg[at + 1] ?? 0;
    const isIgnored = code < FIRST_MARKER || code === MARKER;
    const isAlone = code >= 0xd0 && code <= 0xd8;
    if (!isIgnored && !isAlone) return at;
  }
  return -1;
}
