import { z } from 'zod';
import { defineCall, id, none } from '../defineCall.ts';
import { postSchema } from '../post.ts';

/** Posts, as channel blocks show them. */
export const postCalls = {
  /** An account's posts, newest first, at most a hundred. */
  listPosts: defineCall({
    method: 'GET',
    path: '/v2/post/list/',
    query: z.object({ account_id: id }),
    body: none,
    response: z.object({ posts: z.array(postSchema) }),
    errors: [],
  }),
} as const;
