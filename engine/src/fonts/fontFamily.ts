import * as z from 'zod';

/** The name of a font family as pages store it: letters, digits, spaces, hyphens. */
export const fontFamilySchema = z.string().regex(/^[\p{L}\p{N} _-]{1,80}$/u, 'must be a font name');
