import { z } from 'zod';

/** Nothing is sent. */
export const none = z.undefined();
/** An object with nothing in it. */
export const empty = z.object({});
/** A row's number, also as text in a path. */
export const id = z.coerce.number().int().min(1).max(2_147_483_647);
