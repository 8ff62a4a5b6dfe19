/** The version of the page format that this engine writes (editing-canvas.md section 9). */
export const EDITOR_VERSION = '0.7.0';
