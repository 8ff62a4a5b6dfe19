import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { ApiError } from '../api/ApiError.ts';
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

/** The session's states against a wire that answers what a test says; the server has its own tests. */
describe('the session', () => {
  let server: Server;
  let baseUrl: string;
  let answers: Record<string, { status?: number; body: unknown; after?: Promise<unknown> }>;
  let seen: { route: string; clientId: string | undefined }[];
  let failures: ApiError[];

  beforeEach(async () => {
    answers = {};
    seen = [];
    failures = [];
    server = createServer((request, response) => {
      const route = `${request.method ?? ''} ${request.url ?? ''}`;
      seen.push({ route, clientId: request.headers['x-client-id']?.toString() });
      const {
        status = 200,
        body,
        after,
      } = answers[route] ?? {
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

  const open = (storage: LocalStorage) =>
    new RootStore({ storage, baseUrl, onFailure: (error) => failures.push(error) });

  it('begins uninitialized, and is logged out when the server knows nobody [AU7]', async () => {
    const { account } = open(new Memory());
    expect(account.state).to.equal('uninitialized');
    answers['GET /account'] = { body: { account: null, email: null } };
    await account.refresh();
    expect(account.state).to.equal('logged-out');
    expect(account.showsAccount).to.equal(false);
  });

  it('caches the account for the next window, and forgets it after logging out [AU7]', async () => {
    const storage = new Memory();
    answers['GET /account'] = { body: { account: ACCOUNT, email: ACCOUNT.email } };
    const first = open(storage);
    await first.account.refresh();
    expect(first.account.state).to.equal('logged-in');

    const second = open(storage);
    expect(second.account.state).to.equal('cached');
    expect(second.account.showsAccount).to.equal(true);
    answers['POST /auth/logout'] = { body: {} };
    second.preferences.set('theme', 'dark');
    await second.logOut();
    expect(second.account.state).to.equal('logged-out');
    expect(second.preferences.values.theme).to.equal('system');
    expect(storage.items.has('cobble.account')).to.equal(false);
    expect(open(storage).account.state).to.equal('uninitialized');
  });

  it('stays logged in when the server did not hear of the logging out', async () => {
    answers['GET /account'] = { body: { account: ACCOUNT, email: ACCOUNT.email } };
    const stores = open(new Memory());
    await stores.account.refresh();
    answers['POST /auth/logout'] = { status: 500, body: { code: 'err_internal_server_error' } };
    await stores.logOut().then(
      () => expect.fail('should fail'),
      () => undefined,
    );
    expect(stores.account.state).to.equal('logged-in');
    expect(failures.map(({ code }) => code)).to.deep.equal(['err_internal_server_error']);
  });

  it('needs a sign-up between the link and the account', async () => {
    const { account } = open(new Memory());
    answers['POST /auth/email'] = { body: {} };
    await account.sendLink('juno@example.com', 'sign-up');
    expect(account.loginEmail).to.equal('juno@example.com');
    answers['POST /auth/verify'] = { body: { account: null } };
    await account.verify('token');
    expect(account.needsSignUp).to.equal(true);
    expect(account.email).to.equal('juno@example.com');
    expect(account.loginEmail).to.equal(null);
    answers['POST /account'] = { body: ACCOUNT };
    await account.create('juno', 'a page');
    expect(account.needsSignUp).to.equal(false);
    expect(account.account?.username).to.equal('juno');
  });

  it('is not logged out by an answer to what was asked before the link was spent [AU9]', async () => {
    const { account } = open(new Memory());
    account.setLoginEmail('juno@example.com');
    let letGo: (value: null) => void = () => undefined;
    const after = new Promise<null>((resolve) => {
      letGo = resolve;
    });
    answers['GET /account'] = { body: { account: null, email: null }, after };
    answers['POST /auth/verify'] = { body: { account: null } };
    const late = account.refresh();
    await account.verify('token');
    letGo(null);
    await late;
    expect(account.needsSignUp).to.equal(true);
  });

  it('tells what was wrong with a link, quietly, and keeps the address', async () => {
    const { account } = open(new Memory());
    account.setLoginEmail('juno@example.com');
    answers['POST /auth/verify'] = { status: 410, body: { code: 'sign_in_link_used' } };
    const error = await account.verify('token').catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'sign_in_link_used', status: 410 });
    expect(account.loginEmail).to.equal('juno@example.com');
    expect(failures).to.deep.equal([]);
  });

  it('ignores a cache of another shape [AU8]', () => {
    const storage = new Memory();
    storage.setItem('cobble.account', '{"username":7}');
    storage.setItem('cobble.preferences', 'not json');
    const stores = open(storage);
    expect(stores.account.state).to.equal('uninitialized');
    expect(stores.preferences.values.theme).to.equal('system');
  });

  it('refuses an answer that is not what the contract says [AU8]', async () => {
    answers['GET /account'] = { body: { account: { username: 'juno' }, email: 3 } };
    const { account } = open(new Memory());
    const error = await account.refresh().catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'response_invalid' });
    expect(account.state).to.equal('logged-out');
  });

  it('gives every request an id of its own', async () => {
    answers['GET /account'] = { body: { account: null, email: null } };
    const { account } = open(new Memory());
    await account.refresh();
    await account.refresh();
    const ids = seen.map(({ clientId }) => clientId);
    expect(new Set(ids).size).to.equal(2);
    expect(ids[0]).to.match(/^[0-9a-f-]{36}$/);
  });
});
