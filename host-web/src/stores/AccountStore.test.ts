import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calls } from '@cobble/host-server/contract';
import { expect } from 'chai';
import { when } from 'mobx';
import { ApiClient } from '../api/ApiClient.ts';
import type { ApiError } from '../api/ApiError.ts';
import { AccountStore } from './AccountStore.ts';
import type { LocalStorage } from './LocalValue.ts';
import { RootStore } from './RootStore.ts';

const ACCOUNT = {
  ID: 1,
  UUID: 'u-1',
  username: 'juno',
  email: 'juno@example.com',
  roles: ['basic'],
  primarySite: { ID: 1, slug: 'juno' },
};

class Memory implements LocalStorage {
  readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

/**
 * Tests the session against a local HTTP server with canned responses; the real server has its own
 * tests.
 */
describe('the session', () => {
  let server: Server;
  let baseUrl: string;
  let responses: Record<string, { status?: number; body: unknown; after?: Promise<unknown> }>;
  let requests: { route: string; clientId: string | undefined }[];
  let failures: ApiError[];

  beforeEach(async () => {
    responses = {};
    requests = [];
    failures = [];
    server = createServer((request, response) => {
      const route = `${request.method ?? ''} ${request.url ?? ''}`;
      requests.push({ route, clientId: request.headers['x-client-id']?.toString() });
      const {
        status = 200,
        body,
        after,
      } = responses[route] ?? {
        status: 404,
        body: { code: 'err_not_found' },
        after: undefined,
      };
      void (after ?? Promise.resolve()).then(() => {
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const createStores = (storage: LocalStorage) =>
    new RootStore({ storage, baseUrl, onFailure: (error) => failures.push(error) });

  it('begins as uninitialized and is signed out when the server has no session [AU7]', async () => {
    const { account } = createStores(new Memory());
    expect(account.state).to.equal('uninitialized');
    responses['GET /account'] = { body: { account: null, email: null } };
    await account.refresh();
    expect(account.state).to.equal('signed-out');
    expect(account.showsAccount).to.equal(false);
  });

  it('caches the account and clears the cache after signing out [AU7]', async () => {
    const storage = new Memory();
    responses['GET /account'] = { body: { account: ACCOUNT, email: ACCOUNT.email } };
    const first = createStores(storage);
    await first.account.refresh();
    expect(first.account.state).to.equal('signed-in');

    const second = createStores(storage);
    expect(second.account.state).to.equal('cached');
    expect(second.account.showsAccount).to.equal(true);
    responses['POST /auth/logout'] = { body: {} };
    second.preferences.set('theme', 'dark');
    await second.signOut();
    expect(second.account.state).to.equal('signed-out');
    expect(second.preferences.values.theme).to.equal('system');
    expect(storage.items.has('cobble.account')).to.equal(false);
    expect(createStores(storage).account.state).to.equal('uninitialized');
  });

  it('stays signed in when signing out fails', async () => {
    responses['GET /account'] = { body: { account: ACCOUNT, email: ACCOUNT.email } };
    const stores = createStores(new Memory());
    await stores.account.refresh();
    responses['POST /auth/logout'] = { status: 500, body: { code: 'err_internal_server_error' } };
    await stores.signOut().then(
      () => expect.fail('should fail'),
      () => undefined,
    );
    expect(stores.account.state).to.equal('signed-in');
    expect(failures.map(({ code }) => code)).to.deep.equal(['err_internal_server_error']);
  });

  it('needs sign-up between verifying the link and creating the account', async () => {
    const { account } = createStores(new Memory());
    responses['POST /auth/email'] = { body: {} };
    await account.sendLink('juno@example.com', 'sign-up');
    expect(account.signInEmail).to.equal('juno@example.com');
    responses['POST /auth/verify'] = { body: { account: null } };
    await account.verify('token');
    expect(account.needsSignUp).to.equal(true);
    expect(account.email).to.equal('juno@example.com');
    expect(account.signInEmail).to.equal(null);
    responses['POST /account'] = { body: ACCOUNT };
    await account.create('juno', 'a page');
    expect(account.needsSignUp).to.equal(false);
    expect(account.account?.username).to.equal('juno');
  });

  it('ignores a response to a request sent before the link was verified [AU9]', async () => {
    const { account } = createStores(new Memory());
    account.setSignInEmail('juno@example.com');
    let respond: (value: null) => void = () => undefined;
    const after = new Promise<null>((resolve) => {
      respond = resolve;
    });
    responses['GET /account'] = { body: { account: null, email: null }, after };
    responses['POST /auth/verify'] = { body: { account: null } };
    const late = account.refresh();
    await account.verify('token');
    respond(null);
    await late;
    expect(account.needsSignUp).to.equal(true);
  });

  it('notices in any call that the session has expired, and goes on with an open page once the same user has logged in elsewhere [PB17]', async () => {
    responses['GET /account'] = { body: { account: ACCOUNT, email: ACCOUNT.email } };
    const { account, api } = createStores(new Memory());
    await account.refresh();
    const before = account.account;
    responses['POST /asset/upload/signature'] = { status: 401, body: { code: 'err_unauthorized' } };
    await api.call(calls.signUpload, { isQuiet: true }).catch(() => undefined);
    expect([account.state, account.hasExpired]).to.eql(['signed-in', true]);
    for (const email of [null, 'someone-else@example.com']) {
      responses['GET /account'] = { body: { account: null, email } };
      expect(await account.checkRenewed()).to.equal(false);
    }
    expect(account.hasExpired).to.equal(true);
    responses['GET /account'] = { body: { account: ACCOUNT, email: ACCOUNT.email } };
    expect([await account.checkRenewed(), account.hasExpired]).to.eql([true, false]);
    expect(account.account, 'another one would open the page again').to.equal(before);
  });

  it('names the other account that the user has signed in to in another tab, and counts its own session as expired [PB17]', async () => {
    responses['GET /account'] = { body: { account: ACCOUNT, email: ACCOUNT.email } };
    const { account } = createStores(new Memory());
    await account.refresh();
    const found = async () => [await account.findOther(), account.hasExpired];
    expect(await found(), 'the same account').to.eql([null, false]);
    responses['GET /account'] = { status: 503, body: { code: 'err_unavailable' } };
    const error = await found().catch((caught: unknown) => caught);
    expect(error, 'unknown').to.include({ code: 'err_unavailable' });
    expect(account.hasExpired).to.equal(false);
    const other = { ...ACCOUNT, ID: 2, username: 'wren', email: 'wren@example.com' };
    responses['GET /account'] = { body: { account: other, email: other.email } };
    expect(await found()).to.eql([{ own: 'juno', other: 'wren' }, true]);
    expect([account.state, account.account?.username]).to.eql(['signed-in', 'juno']);
    responses['GET /account'] = { body: { account: null, email: other.email } };
    expect(await found(), 'during sign-up').to.eql([{ own: 'juno', other: other.email }, true]);
  });

  it('reports why a link failed, without a toast, and keeps the address', async () => {
    const { account } = createStores(new Memory());
    account.setSignInEmail('juno@example.com');
    responses['POST /auth/verify'] = { status: 410, body: { code: 'sign_in_link_used' } };
    const error = await account.verify('token').catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'sign_in_link_used', status: 410 });
    expect(account.signInEmail).to.equal('juno@example.com');
    expect(failures).to.deep.equal([]);
  });

  it('forgets an address that a link was not sent to, so that the user is asked for it again [AU1]', async () => {
    const storage = new Memory();
    const { account } = createStores(storage);
    account.setSignInEmail('jnuo@example.com');
    responses['POST /auth/verify'] = { status: 400, body: { code: 'sign_in_link_invalid' } };
    const error = await account.verify('token').catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'sign_in_link_invalid' });
    expect(account.signInEmail).to.equal(null);
    expect(createStores(storage).account.signInEmail, 'after a reload').to.equal(null);
  });

  it('ignores a cache that does not match its schema [AU8]', () => {
    const storage = new Memory();
    storage.setItem('cobble.account', '{"username":7}');
    storage.setItem('cobble.preferences', 'not json');
    const stores = createStores(storage);
    expect(stores.account.state).to.equal('uninitialized');
    expect(stores.preferences.values.theme).to.equal('system');
  });

  describe('while the server cannot be reached', () => {
    let storage: Memory;
    beforeEach(async () => {
      storage = new Memory();
      responses['GET /account'] = { body: { account: ACCOUNT, email: ACCOUNT.email } };
      await createStores(storage).account.refresh();
    });
    const unreachable = { fetch: () => Promise.reject(new TypeError('Failed to fetch')) };
    const createOffline = async () => {
      const options: { fetch?: typeof globalThis.fetch } = { ...unreachable };
      const stores = new RootStore({
        ...{ storage, baseUrl },
        fetch: (...args) => (options.fetch ?? globalThis.fetch)(...args),
      });
      const error = await stores.account.refresh().catch((caught: unknown) => caught);
      expect(error).to.include({ code: 'network_unreachable' });
      const reconnect = () => {
        delete options.fetch;
      };
      return { account: stores.account, pages: stores.pages, reconnect };
    };

    it('goes on with the cached account, instead of asking the user to log in [OF6]', async () => {
      const { account } = await createOffline();
      expect([account.state, account.account?.username, account.email]).to.eql([
        ...['offline', 'juno', ACCOUNT.email],
      ]);
      expect([account.showsAccount, account.needsSignUp]).to.eql([true, false]);
      expect(createStores(storage).account.state, 'after another reload').to.equal('cached');
    });

    it('does the same when something else responds, or the server is starting [OF6]', async () => {
      for (const response of [
        { status: 503, body: { code: 'err_unavailable' } },
        { status: 502, body: 'Bad Gateway' },
        { status: 200, body: 'Log in to the network of this hotel' },
      ]) {
        responses['GET /account'] = response;
        const { account } = createStores(storage);
        await account.refresh().catch(() => undefined);
        expect(account.state, String(response.status)).to.equal('offline');
      }
    });

    it('is signed out without a cached account, and after failures that will not pass [OF6, AU7]', async () => {
      const visitor = new RootStore({ storage: new Memory(), baseUrl, ...unreachable });
      await visitor.account.refresh().catch(() => undefined);
      expect(visitor.account.state).to.equal('signed-out');
      responses['GET /account'] = { status: 403, body: { code: 'err_forbidden' } };
      const { account } = createStores(storage);
      await account.refresh().catch(() => undefined);
      expect(account.state).to.equal('signed-out');
    });

    it('does not wait for a server that may never respond, and uses a late response [OF6]', async () => {
      let respond: (value: null) => void = () => undefined;
      const after = new Promise<null>((resolve) => {
        respond = resolve;
      });
      responses['GET /account'] = { body: { account: ACCOUNT, email: ACCOUNT.email }, after };
      const account = new AccountStore(new ApiClient({ baseUrl }), storage, 0);
      const late = account.refresh();
      await when(() => account.state === 'offline');
      respond(null);
      await late;
      expect(account.state).to.equal('signed-in');
    });

    it('is signed in again once it can be reached, with the same account object, so that an open page stays open [OF7]', async () => {
      const { account, reconnect } = await createOffline();
      const before = account.account;
      reconnect();
      await account.refresh();
      expect([account.state, account.hasExpired]).to.eql(['signed-in', false]);
      expect(account.account).to.equal(before);
    });

    it('counts a session that has ended, or is now that of another account, as expired, so that an open page stays open until the user has logged in [OF7, PB17]', async () => {
      const other = { ...ACCOUNT, ID: 2, username: 'wren', email: 'wren@example.com' };
      for (const body of [
        { account: null, email: null },
        { account: other, email: other.email },
      ]) {
        const { account, reconnect } = await createOffline();
        responses['GET /account'] = { body };
        reconnect();
        await account.refresh();
        expect([account.state, account.hasExpired]).to.eql(['signed-in', true]);
        expect(account.account?.username).to.equal('juno');
      }
    });

    it('shows home as the account that the user has logged in to meanwhile, not with the pages of another [OF7]', async () => {
      const { account, pages, reconnect } = await createOffline();
      const other = { ...ACCOUNT, ID: 2, username: 'wren', email: 'wren@example.com' };
      responses['GET /account'] = { body: { account: other, email: other.email } };
      responses['GET /page/all'] = { body: [] };
      reconnect();
      await account.refresh();
      await pages.load();
      expect([account.account?.username, account.hasExpired]).to.eql(['wren', false]);
      expect(pages.pages).to.eql([]);
    });
  });

  it('rejects a response that does not match the contract [AU8]', async () => {
    responses['GET /account'] = { body: { account: { username: 'juno' }, email: 3 } };
    const { account } = createStores(new Memory());
    const error = await account.refresh().catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'response_invalid' });
    expect(account.state).to.equal('signed-out');
  });

  it('sends a different id with every request', async () => {
    responses['GET /account'] = { body: { account: null, email: null } };
    const { account } = createStores(new Memory());
    await account.refresh();
    await account.refresh();
    const ids = requests.map(({ clientId }) => clientId);
    expect(new Set(ids).size).to.equal(2);
    expect(ids[0]).to.match(/^[0-9a-f-]{36}$/);
  });
});
