import type { Mount } from '../app/mountCall.ts';
import type { Services } from '../app/Services.ts';
import { calls } from '../contract/index.ts';
import { listPosts } from './repositories/posts.ts';

/** Serves the calls on posts. */
export function mountPostCalls(mount: Mount, { knex }: Services): void {
  mount(calls.listPosts, {
    access: 'anyone',
    handle: async ({ query }) => ({ posts: [...(await listPosts(knex, query.account_id))] }),
  });
}
