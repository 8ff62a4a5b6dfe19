/** The window at which pages older than 0.3.0 hold px. */
export const LEGACY_WINDOW_PX = 600;

/** The height of a page that names none, over its width. */
export const LEGACY_PAGE_HEIGHT = 16 / 9;

/** The font size of text that names none, in pages older than 0.4.0, px. */
export const LEGACY_FONT_SIZE_PX = 18;
