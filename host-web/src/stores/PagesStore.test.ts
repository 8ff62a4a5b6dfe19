import type { PageSummary } from '@cobble/host-server/contract';
import { expect } from 'chai';
import type { ApiClient } from '../api/ApiClient.ts';
import { ApiError } from '../api/ApiError.ts';
import type { AccountStore } from './AccountStore.ts';
import { PagesStore } from './PagesStore.ts';

describe('PagesStore', () => {
  it('shows a user nothing of the list that a previous user was loading', async () => {
    const responses: ((pages: PageSummary[]) => void)[] = [];
    const failures: ((error: Error) => void)[] = [];
    const call = (): Promise<PageSummary[]> =>
      new Promise((resolve, reject) => {
        responses.push(resolve);
        failures.push(reject);
      });
    const store = new PagesStore({ call } as unknown as ApiClient, {} as unknown as AccountStore);
    const early = [store.load(), store.load()];
    store.clear();
    responses[0]?.([{ ID: 1 } as PageSummary]);
    failures[1]?.(new Error('offline'));
    await Promise.all(early);
    expect([store.pages, store.failure]).to.eql([null, null]);
    const own = store.load();
    responses[2]?.([]);
    await own;
    expect(store.pages).to.eql([]);
    store.setOnDevice([{ pageId: 7, siteSlug: 'juno', pageSlug: 'main', name: 'Home' }]);
    store.clear();
    expect(store.onDevice).to.eql([]);
  });

  it('ends an expired session, so that home offers to log in [HO8]', async () => {
    const account = {
      state: 'signed-in',
      refresh: () => {
        account.state = 'signed-out';
        return Promise.resolve();
      },
    };
    const call = () => Promise.reject(new ApiError('err_unauthorized', 401));
    const store = new PagesStore(
      { call } as unknown as ApiClient,
      account as unknown as AccountStore,
    );
    await store.load();
    expect([account.state, store.failure]).to.eql(['signed-out', null]);
  });

  it('goes offline with the account when the server cannot be reached, so that home lists what this device has instead of an error [OF9]', async () => {
    const account = {
      state: 'signed-in',
      refresh: () => {
        account.state = 'offline';
        return Promise.reject(new ApiError('network_unreachable', 0));
      },
    };
    const call = () => Promise.reject(new ApiError('network_unreachable', 0));
    const store = new PagesStore(
      { call } as unknown as ApiClient,
      account as unknown as AccountStore,
    );
    await store.load();
    expect([account.state, store.failure]).to.eql(['offline', null]);
  });

  it('loads the list again if only that request was lost, and says so if it is lost each time [OF9]', async () => {
    const account = { state: 'signed-in', refresh: () => Promise.resolve() };
    let lost = 1;
    const call = () => {
      lost -= 1;
      return lost >= 0
        ? Promise.reject(new ApiError('network_unreachable', 0))
        : Promise.resolve([]);
    };
    const store = new PagesStore(
      { call } as unknown as ApiClient,
      account as unknown as AccountStore,
    );
    await store.load();
    expect([store.pages, store.failure]).to.eql([[], null]);
    lost = 2;
    await store.load();
    expect(store.failure).to.equal('unreachable');
  });
});
