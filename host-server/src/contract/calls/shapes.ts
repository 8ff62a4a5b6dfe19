import { z } from 'zod';

/** No value. */
export const none = z.undefined();
/** An empty object. */
export const empty = z.object({});
/** The id of a row; in a path it is a string. */
export const id = z.coerce.number().int().min(1).max(2_147_483_647);
