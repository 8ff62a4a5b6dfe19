import { z } from 'zod';

/** Something that an account has said, as channel blocks and feeds show it. */
export const postSchema = z.object({
  id: z.number().int(),
  caption: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Post = z.infer<typeof postSchema>;
