/** The version of the page format that this engine reads and writes. */
export const EDITOR_VERSION = '0.7.0';
