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

describe('publishing', () => {
  it('is begun for four pages at a time and one of each account, so that many large pages do not fill the memory [LM25]', async () => {
    let begun = 0;
    const found: (() => void)[] = [];
    const knex = (): never => {
      begun += 1;
      const query = {
        then: (_: unknown, fail: (reason: unknown) => void) => {
          found.push(() => {
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
    mountPublishingCalls(
      mount as unknown as Mount,
      { knex: Object.assign(knex, { raw: knex }) } as unknown as PublishServices,
    );
    const accounts = [1, 1, 1, 2, 3, 4, 5, 6];
    const published = accounts.map((id) =>
      publish({ session: { account: { id } }, params: { id } }).catch(() => id),
    );
    await new Promise(setImmediate);
    expect(found).to.have.length(4);
    for (let ended = 0; ended < accounts.length; ended += 1) {
      found.shift()?.();
      await new Promise(setImmediate);
    }
    expect(await Promise.all(published)).to.eql(accounts);
    expect(begun).to.be.at.least(accounts.length);
  });
});
