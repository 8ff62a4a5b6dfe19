import * as z from 'zod';

/** The name of a font family in pages: 1 to 80 letters, digits, spaces, hyphens and underscores. */
export const fontFamilySchema = z.string().regex(/^[\p{L}\p{N} _-]{1,80}$/u, 'must be a font name');
