/** GIFs larger than this get a lighter form and a control to stop them, bytes (decision 0030). */
export const HEAVY_GIF_BYTES = 100 * 1024;
