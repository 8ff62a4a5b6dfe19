/** Width of the window in pages older than 0.3.0, in px. */
export const LEGACY_WINDOW_PX = 600;

/** Default height of a page, in fractions of the window's width. */
export const LEGACY_PAGE_HEIGHT = 16 / 9;

/** Default font size in pages older than 0.4.0, in px. */
export const LEGACY_FONT_SIZE_PX = 18;
