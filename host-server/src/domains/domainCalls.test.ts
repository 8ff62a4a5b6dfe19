import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { publish } from '../app/testing/pageInput.ts';
import { setRoles } from '../app/testing/servingFixtures.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import type { Domain } from '../contract/index.ts';
import { type DnsServer, startDnsServer } from '../dns/testing/startDnsServer.ts';

describe('calls for domains', function () {
  this.timeout(60_000);
  let dns: DnsServer;
  let app: TestApp;
  let ada: TestUser;
  let eve: TestUser;
  before(async () => {
    dns = await startDnsServer();
    app = await createTestApp({ configuration: { dnsServers: [dns.address] } });
    ada = await app.signUp('ada', ['plus']);
    eve = await app.signUp('eve', ['plus']);
    await publish(ada);
    await publish(eve);
  });
  after(async () => {
    await app.stop();
    dns.close();
  });
  beforeEach(async () => {
    dns.zone.clear();
    dns.mode = 'normal';
    dns.zone.set('localhost', { A: ['127.0.0.1'] });
    for (const user of [ada, eve]) await setRoles(app, user, ['plus']);
  });

  const add = ({ browser, account }: TestUser, domainName: string): Promise<TestResponse> =>
    browser.post('/api/domain', { domainName, siteID: account.primarySite.ID });
  const sync = async ({ browser }: TestUser, name: string): Promise<Domain> => {
    const response = await browser.post(`/api/domain/sync/${name}`);
    expect(response.status, response.text).to.equal(200);
    return response.json() as Domain;
  };
  const remove = ({ browser }: TestUser, name: string): Promise<TestResponse> =>
    browser.send(`/api/domain/${name}`, { method: 'DELETE' });
  const canonical = ({ browser, account }: TestUser, query = ''): Promise<TestResponse> =>
    browser.get(`/api/domain/canonical?siteID=${String(account.primarySite.ID)}${query}`);
  /** Creates the DNS records that the response asks for. */
  const createRecords = ({ records }: Domain): void => {
    for (const { type, name, value } of records)
      if (type === 'ALIAS') dns.zone.set(name, { CNAME: value });
      else dns.zone.set(name, { TXT: [...(dns.zone.get(name)?.TXT ?? []), value] });
  };
  const claim = async (user: TestUser, name: string): Promise<Domain> => {
    const response = await add(user, name);
    expect(response.status, response.text).to.equal(200);
    return response.json() as Domain;
  };
  const visit = (host: string): Promise<TestResponse> => app.browser().get('/', { host });

  it('convert names in other scripts to ASCII, and refuse those that resemble the product’s own [DM8, DM5]', async () => {
    const domain = await claim(ada, 'аррӏе.com');
    expect(domain.domainName).to.equal('xn--80ak6aa92e.com');
    expect(JSON.stringify(domain)).to.match(/^[\x20-\x7e]*$/);
    for (const name of ['lоcalhost.com', 'xn--lcalhost-nbh.com', 'shop.löcalhost.net']) {
      const response = await add(ada, name);
      expect(response.status, name).to.equal(400);
      expect(response.error(), name).to.deep.include({
        code: 'domain_invalid_name',
        path: 'domainName',
      });
    }
  });

  it('serve a domain once its DNS has the records in the response, as the site’s primary address [DM1]', async () => {
    const domain = await claim(ada, 'Ada.Example.COM.');
    expect(domain).to.deep.include({
      domainName: 'ada.example.com',
      status: 'vercel_pending',
      siteID: ada.account.primarySite.ID,
      accountID: ada.account.ID,
      canonical: false,
    });
    expect(domain.records.map(({ type, name }) => [type, name])).to.deep.equal([
      ['TXT', '_cobble.ada.example.com'],
      ['ALIAS', 'ada.example.com'],
    ]);
    expect((await canonical(ada)).error().code).to.equal('domain_does_not_exist');
    expect((await canonical(ada, '&includeInactive=true')).json()).to.deep.equal(domain);
    expect((await visit('ada.example.com')).status).to.equal(421);
    const [proof] = domain.records;
    dns.zone.set('_cobble.ada.example.com', { TXT: [proof?.value ?? ''] });
    expect((await sync(ada, 'ada.example.com')).status).to.equal('cloudflare_pending');
    createRecords(domain);
    expect(await sync(ada, 'ADA.example.com.')).to.deep.include({
      status: 'active',
      canonical: true,
    });
    expect(((await canonical(ada)).json() as Domain).domainName).to.equal('ada.example.com');
    const page = await visit('ADA.example.com.');
    expect(page.status).to.equal(200);
    expect(page.text).to.include('<link rel="canonical" href="http://ada.example.com/">');
    expect((await remove(ada, 'ada.example.com')).status).to.equal(200);
    expect((await visit('ada.example.com')).status).to.equal(421);
    expect((await visit(`ada.${app.appHost}`)).text).not.to.include('ada.example.com');
    expect((await remove(ada, 'ada.example.com')).error().code).to.equal('domain_does_not_exist');
  });

  it('give a name to the account that verified it, not the first to claim it, and reveal no other claims [DM2]', async () => {
    const first = await claim(ada, 'shared.example.com');
    expect((await canonical(eve, '&includeInactive=true')).error().code).to.equal(
      'domain_does_not_exist',
    );
    const second = await claim(eve, 'shared.example.com');
    expect(second.records[0]?.value).not.to.equal(first.records[0]?.value);
    createRecords(second);
    expect((await sync(ada, 'shared.example.com')).status).to.equal('vercel_pending');
    expect((await sync(eve, 'shared.example.com')).status).to.equal('active');
    expect((await visit('shared.example.com')).text).to.include('eve');
    // Ada has bought it and verifies it; the records that Eve left in DNS no longer help her [DM2].
    createRecords(first);
    expect((await sync(ada, 'shared.example.com')).status).to.equal('active');
    const lost = (await canonical(eve, '&includeInactive=true')).json() as Domain;
    expect(lost.status).to.equal('cloudflare_moved');
    expect(lost.records[0]?.value).not.to.equal(second.records[0]?.value);
    expect((await sync(eve, 'shared.example.com')).status).to.equal('vercel_pending');
    expect((await visit('shared.example.com')).text).to.include(
      'href="http://shared.example.com/"',
    );
    expect((await visit(`eve.${app.appHost}`)).text).not.to.include('shared.example.com');
    // Removed and claimed again, it must be verified with a new record, whatever records are left
    // in DNS.
    await remove(ada, 'shared.example.com');
    expect((await claim(ada, 'shared.example.com')).status).to.equal('vercel_pending');
    for (const user of [ada, eve]) await remove(user, 'shared.example.com');
  });

  it('reject malformed names and refuse the product’s own with the specified messages, and refuse sites of other accounts [DM6]', async () => {
    for (const [name, expectedMessage] of [
      ['', 'Must be a valid domain name like example.com'],
      ['*.example.com', 'Must be a valid domain name like example.com'],
      ['com', 'Must be a valid domain name like example.com'],
      ['co.uk', 'Must be a valid domain name like example.com'],
      ['a..example.com', 'Must be a valid domain name like example.com'],
      ['ada.example.com:80', 'Must be a valid domain name like example.com'],
      ['127.0.0.1', 'Must be a valid domain name like example.com'],
      ['localhost', 'Must be a valid domain name like example.com'],
      [`ada.localhost`, 'Must be a valid domain name like example.com'],
      ['_cobble.example.com', 'Must be a valid domain name like example.com'],
      ['x\u0000.example.com', 'Must be a valid domain name like example.com'],
      ['WWW.example.com', "You don't need to include www. at the beginning"],
      ['https://example.com', "You don't need to include http(s) at the beginning"],
    ] as const) {
      const { code, message } = (await add(ada, name)).error();
      expect([code, message], name).to.deep.equal(['domain_invalid_name', expectedMessage]);
    }
    const site = { domainName: 'ada.example.com', siteID: ada.account.primarySite.ID };
    const response = await eve.browser.post('/api/domain', site);
    expect(response.error().code).to.equal('err_not_found');
    for (const name of ['none.example.com', '*.example.com', '%00', '..%2f..'])
      expect((await remove(ada, name)).error().code, name).to.equal('domain_does_not_exist');
    expect((await app.browser().post('/api/domain', site)).status).to.equal(401);
    const elsewhere = { Origin: 'https://evil.example' };
    const forged = await ada.browser.post('/api/domain', site, { headers: elsewhere });
    expect(forged.status).to.equal(403);
  });

  it('store names in other scripts in their DNS form [DM8]', async () => {
    const accented = await claim(ada, 'Bücher.example.com');
    expect(accented.domainName).to.equal('xn--bcher-kva.example.com');
    createRecords(accented);
    expect((await sync(ada, encodeURIComponent('bücher.example.com'))).status).to.equal('active');
    expect((await visit('xn--bcher-kva.example.com')).status).to.equal(200);
    expect((await visit('bucher.example.com')).status).to.equal(421);
    // With a Cyrillic а it is another name, which must be verified itself.
    const other = await claim(eve, 'bücher.exаmple.com');
    expect(other.domainName).not.to.equal('xn--bcher-kva.example.com');
    expect(other.status).to.equal('vercel_pending');
    await remove(ada, 'xn--bcher-kva.example.com');
  });

  it('require a plan with custom domains to add and use one, but not to remove it [DM7]', async () => {
    await claim(ada, 'paid.example.com');
    await setRoles(app, ada, ['basic']);
    expect((await add(ada, 'more.example.com')).error().code).to.equal(
      'insufficient_privileges_to_add_domain',
    );
    const use = await ada.browser.post('/api/domain/sync/paid.example.com');
    expect(use.error().code).to.equal('insufficient_privileges_to_use_domain');
    expect((await remove(ada, 'paid.example.com')).status).to.equal(200);
  });

  const recheckAfter = async (days: number): Promise<void> => {
    app.advanceClock(days * 24 * 3_600_000);
    await app.recheckDomains();
  };
  const statusOf = async (name: string): Promise<string | undefined> =>
    (await app.knex('domains').where({ name }).select<{ status: string }[]>('status'))[0]?.status;

  it('recheck domains, and stop serving them when the TXT record has been missing for a week [DM4]', async () => {
    const [left, sold] = [
      await claim(ada, 'left.example.com'),
      await claim(ada, 'sold.example.com'),
    ];
    for (const domain of [left, sold]) {
      createRecords(domain);
      expect((await sync(ada, domain.domainName)).status).to.equal('active');
    }
    await recheckAfter(8);
    expect(await statusOf('left.example.com'), 'the site is healthy').to.equal('active');
    dns.zone.delete('_cobble.left.example.com');
    dns.zone.delete('left.example.com');
    dns.zone.set('_cobble.sold.example.com', { TXT: ['cobble-proof=of-the-buyer'] });
    await recheckAfter(2);
    expect(await statusOf('left.example.com'), 'records are removed by mistake').to.equal('active');
    dns.mode = 'failing';
    await recheckAfter(6);
    expect(await statusOf('left.example.com'), 'no response changes nothing').to.equal('active');
    dns.mode = 'normal';
    await recheckAfter(0);
    expect(await statusOf('left.example.com'), 'gone for six days').to.equal('active');
    await recheckAfter(1);
    expect(await statusOf('left.example.com')).to.equal('cloudflare_deleted');
    expect(await statusOf('sold.example.com')).to.equal('cloudflare_moved');
    expect((await visit('sold.example.com')).status).to.equal(421);
    for (const name of ['left.example.com', 'sold.example.com']) await remove(ada, name);
  });

  it('serve a domain for a week after its first failed check, however long ago the previous check was [DM4]', async () => {
    const domain = await claim(ada, 'back.example.com');
    createRecords(domain);
    expect((await sync(ada, 'back.example.com')).status).to.equal('active');
    const records = new Map(dns.zone);
    const withoutProof = async (days: number): Promise<void> => {
      dns.zone.delete('_cobble.back.example.com');
      await recheckAfter(days);
      for (const [name, each] of records) dns.zone.set(name, each);
    };
    // The server was off for a month.
    await withoutProof(30);
    expect(await statusOf('back.example.com')).to.equal('active');
    await recheckAfter(3);
    await withoutProof(4);
    expect(await statusOf('back.example.com'), 'the proof was back').to.equal('active');
    await withoutProof(7);
    expect(await statusOf('back.example.com')).to.equal('cloudflare_moved');
    expect((await sync(ada, 'back.example.com')).status).to.equal('active');
    await withoutProof(2);
    expect(await statusOf('back.example.com'), 'the week starts again').to.equal('active');
    await remove(ada, 'back.example.com');
  });

  for (const mode of ['normal', 'failing'] as const)
    it(`recheck all domains, even if a hundred of them fail while DNS is ${mode} [DM4]`, async () => {
      const healthy = await claim(ada, 'healthy.example.com');
      createRecords(healthy);
      await sync(ada, 'healthy.example.com');
      const [row] = await app
        .knex('domains')
        .where({ name: 'healthy.example.com' })
        .select<{ account_id: number; site_id: number; verified_at: Date }[]>();
      if (row === undefined) throw new Error('No claim');
      const { account_id, site_id, verified_at } = row;
      const earlier = new Date(verified_at.getTime() - 1000);
      await app.knex('domains').insert(
        Array.from({ length: 100 }, (_, index) => ({
          ...{ account_id, site_id, status: 'active', is_canonical: false },
          name: `failing-${String(index)}.example.com`,
          proof_token: `${mode}-${String(index)}`,
          ...{
            verified_at: earlier,
            checked_at: earlier,
            created_at: earlier,
            updated_at: earlier,
          },
        })),
      );
      const checkedAt = async (): Promise<number | undefined> =>
        (
          await app
            .knex('domains')
            .where({ name: 'healthy.example.com' })
            .select<{ checked_at: Date }[]>('checked_at')
        )[0]?.checked_at.getTime();
      const before = await checkedAt();
      dns.mode = mode;
      await recheckAfter(2);
      expect(await checkedAt(), 'the oldest come first').to.equal(before);
      dns.mode = 'normal';
      await recheckAfter(0);
      expect(await checkedAt()).to.be.above(before ?? 0);
      await app.knex('domains').where('name', 'like', '%.example.com').delete();
    });

  it('change nothing while DNS lookups fail [DM4]', async () => {
    const domain = await claim(ada, 'calm.example.com');
    createRecords(domain);
    expect((await sync(ada, 'calm.example.com')).status).to.equal('active');
    dns.mode = 'failing';
    expect((await sync(ada, 'calm.example.com')).status).to.equal('active');
    await remove(ada, 'calm.example.com');
  });
});
