import { expect } from 'chai';
import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import { mountPublishingCalls } from './mountPublishingCalls.ts';
import type { PublishServices } from './publishPage.ts';

/** Begins to publish a page, as its account. */
type Publish = (request: {
  readonly session: { readonly account: { readonly id: number } };
  readonly params: { readonly id: number };
}) => Promise<unknown>;

/** The handler of publishing, and the requests that have looked for their page. */
function mountHeld(usageOf: (accountId: number) => number): {
  /** Resolves to the account when the request has ended. */
  readonly publish: (accountId: number) => Promise<number>;
  /** Functions that end the requests that have begun, oldest first. */
  readonly begun: (() => void)[];
} {
  const begun: (() => void)[] = [];
  const knex = (): never => {
    const query = {
      then: (_: unknown, fail: (reason: unknown) => void) => {
        begun.push(() => {
          fail(new Error('no page'));
        });
      },
    };
    const chain: unknown = new Proxy(query, {
      get: (target, key) => (key === 'then' ? target.then : () => chain),
    });
    return chain as never;
  };
  let publish: Publish = () => Promise.reject(new Error('not mounted'));
  const mount = (call: unknown, { handle }: { readonly handle: Publish }): void => {
    if (call === calls.publishPage) publish = handle;
  };
  const services = {
    knex: Object.assign(knex, { raw: knex }),
    pageWorkers: { usageOf, pastUsageOf: usageOf },
  };
  mountPublishingCalls(mount as unknown as Mount, services as unknown as PublishServices);
  return {
    begun,
    publish: async (id) => {
      await publish({ session: { account: { id } }, params: { id } }).catch(() => id);
      return id;
    },
  };
}

describe('publishing', () => {
  it('is begun for four pages at a time and one of each account, so that many large pages do not fill the memory [LM25]', async () => {
    const { publish, begun } = mountHeld(() => 0);
    const accounts = [1, 1, 1, 2, 3, 4, 5, 6];
    const published = accounts.map(publish);
    await new Promise(setImmediate);
    expect(begun).to.have.length(4);
    for (let ended = 0; ended < accounts.length; ended += 1) {
      begun.shift()?.();
      await new Promise(setImmediate);
    }
    expect(await Promise.all(published)).to.eql(accounts);
  });

  it('is begun at once for an account with quick pages while others have pages that take seconds [LM25]', async () => {
    const HONEST = 9;
    const { publish, begun } = mountHeld((id) => (id === HONEST ? 100 : 10_000));
    const slow = [1, 2, 3, 4, 5, 6].map(publish);
    await new Promise(setImmediate);
    expect(begun).to.have.length(3);
    const honest = publish(HONEST);
    await new Promise(setImmediate);
    expect(begun).to.have.length(4);
    begun.pop()?.();
    expect(await honest).to.equal(HONEST);
    for (let ended = 0; ended < slow.length; ended += 1) {
      begun.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(slow);
  });
});
