import type { Mount } from '../http/mountCall.ts';
import type { Knex } from 'knex';
import { calls } from '../contract/index.ts';
import { listPosts } from './repositories/posts.ts';

/** Mounts the calls for posts. */
export function mountPostCalls(mount: Mount, knex: Knex): void {
  mount(calls.listPosts, {
    access: 'anyone',
    handle: async ({ query }) => ({ posts: [...(await listPosts(knex, query.account_id))] }),
  });
}
