import { expect } from 'chai';
import { findAccountById, type AccountRow } from '../accounts/repositories/accounts.ts';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import { createAddresses } from '../http/addresses.ts';
import { ApiError } from '../shared/ApiError.ts';
import { createToken } from '../shared/tokens.ts';
import { claimDomain } from './domainCommands.ts';
import { activateDomain, deleteClaim, findClaim } from './repositories/domains.ts';

describe('domains', () => {
  let app: TestApp;
  let ada: AccountRow;
  let eve: AccountRow;
  const clock = (): Date => new Date();
  const addresses = createAddresses('https://cobble.town', 'pages.cobble.town');
  before(async () => {
    app = await createTestApp();
    const rowOf = async (name: string): Promise<AccountRow> => {
      const { account } = await app.signUp(name, ['plus']);
      const row = await findAccountById(app.knex, account.ID);
      if (row === null) throw new Error('No account');
      return row;
    };
    ada = await rowOf('ada');
    eve = await rowOf('eve');
  });
  after(() => app.stop());

  const claim = (account: AccountRow, name: string) =>
    claimDomain({ knex: app.knex, clock, addresses }, account, name);
  const refusal = async (account: AccountRow, name: string): Promise<string> => {
    const error: unknown = await claim(account, name).catch((thrown: unknown) => thrown);
    expect(error, name).to.be.instanceOf(ApiError);
    return (error as ApiError).code;
  };

  it('can be claimed by several accounts, each with its own proof [DM2]', async () => {
    const [adaClaim, secondAdaClaim, eveClaim] = [
      await claim(ada, 'Ada.Example.org'),
      await claim(ada, 'ada.example.org'),
      await claim(eve, 'ada.example.org'),
    ];
    expect(adaClaim.name).to.equal('ada.example.org');
    expect(adaClaim.status).to.equal('vercel_pending');
    expect(secondAdaClaim.proofToken).to.equal(adaClaim.proofToken);
    expect(eveClaim.proofToken).not.to.equal(adaClaim.proofToken);
  });

  it('belong only to the account that verified them last [DM2]', async () => {
    const [adaClaim, eveClaim] = [await claim(ada, 'mine.org'), await claim(eve, 'mine.org')];
    const verify = (row: typeof adaClaim) =>
      app.knex.transaction((transaction) =>
        activateDomain(transaction, row, { now: clock(), freshToken: createToken() }),
      );
    expect(await verify(eveClaim)).to.equal(null);
    expect(await verify(adaClaim)).to.equal(eve.site.id);
    expect((await findClaim(app.knex, eve.id, 'mine.org'))?.status).to.equal('cloudflare_moved');
    const second = await claim(ada, 'other.org');
    expect(await verify(second)).to.equal(null);
    expect((await findClaim(app.knex, ada.id, 'mine.org'))?.isCanonical).to.equal(false);
    expect((await findClaim(app.knex, ada.id, 'other.org'))?.isCanonical).to.equal(true);
  });

  it('get a new proof token after they are removed [DM3]', async () => {
    const first = await claim(ada, 'left.org');
    await deleteClaim(app.knex, first.id);
    const second = await claim(ada, 'left.org');
    expect(second.status).to.equal('vercel_pending');
    expect(second.proofToken).not.to.equal(first.proofToken);
  });

  it('cannot be the product’s own hosts, www, or invalid names [DM5]', async () => {
    for (const name of [
      ...['cobble.town', 'pages.cobble.town', 'ada.pages.cobble.town', 'api.cobble.town'],
      ...['www.ada.org', 'COBBLE.TOWN.', 'localhost', '127.0.0.1', 'co.uk', 'https://ada.org'],
    ])
      expect(await refusal(ada, name), name).to.equal('domain_invalid_name');
  });

  it('require a plan that includes them [PL1], by role or by subscription', async () => {
    for (const roles of [['basic'], ['supporter']] as const)
      expect(await refusal({ ...ada, roles }, 'ada.org')).to.equal(
        'insufficient_privileges_to_add_domain',
      );
    await app
      .knex('accounts')
      .where({ id: eve.id })
      .update({ roles: ['basic'] });
    const now = clock();
    await app.knex('subscriptions').insert({
      account_id: eve.id,
      provider: 'stripe',
      plan: 'PlusYearly',
      status: 'payment_past_due',
      created_at: now,
      updated_at: now,
    });
    expect((await findAccountById(app.knex, eve.id))?.roles).to.deep.equal(['basic', 'plus']);
    await app.knex('subscriptions').update({ status: 'inactive' });
    expect((await findAccountById(app.knex, eve.id))?.roles).to.deep.equal(['basic']);
  });

  it('are limited to 50 per account, also for claims at the same moment [DM10]', async () => {
    const { account } = await app.signUp('hoarder', ['plus']);
    const hoarder = await findAccountById(app.knex, account.ID);
    if (hoarder === null) throw new Error('No account');
    const now = clock();
    await app.knex('domains').insert(
      Array.from({ length: 49 }, (_, index) => ({
        ...{ account_id: account.ID, site_id: hoarder.site.id, proof_token: createToken() },
        ...{ name: `d${String(index)}.example.net`, created_at: now, updated_at: now },
      })),
    );
    const results = await Promise.allSettled(
      ['x', 'y', 'z'].map((name) => claim(hoarder, `${name}.example.net`)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await refusal(hoarder, 'one-more.example.net')).to.equal(
      'insufficient_privileges_to_add_domain',
    );
    expect((await claim(hoarder, 'd1.example.net')).name, 'claimed already').to.equal(
      'd1.example.net',
    );
    await app.knex('domains').where({ account_id: account.ID }).delete();
  });
});
