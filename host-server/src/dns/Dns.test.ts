import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkClaim } from '../domains/checkClaim.ts';
import { ResolverDns, ZoneFileDns } from './Dns.ts';
import { type DnsServer, startDnsServer } from './testing/startDnsServer.ts';

const CLAIM = { name: 'ada.example.com', proofToken: 'token' };
const PAGES = 'pages.example.net';

describe('ResolverDns, with a real DNS server', function () {
  this.timeout(30_000);
  let server: DnsServer;
  let dns: ResolverDns;
  before(async () => {
    server = await startDnsServer();
    dns = new ResolverDns([server.address]);
  });
  after(() => {
    server.close();
  });
  beforeEach(() => {
    server.zone.clear();
    server.mode = 'normal';
    server.zone.set(PAGES, { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] });
  });
  const verdict = () => checkClaim(dns, CLAIM, PAGES);
  const publishTexts = (...texts: string[]): void =>
    void server.zone.set('_cobble.ada.example.com', { TXT: texts });

  it('returns whole TXT records and addresses of both kinds, follows aliases, and returns nothing for an unknown name', async () => {
    const long = 'x'.repeat(600);
    server.zone.set('a.example', { TXT: ['one', long], A: ['192.0.2.7'] });
    server.zone.set('alias.example', { CNAME: 'a.example' });
    expect(await dns.texts('a.example')).to.deep.equal(['one', long]);
    expect(await dns.texts('alias.example')).to.deep.equal(['one', long]);
    expect(await dns.addresses('alias.example')).to.deep.equal(['192.0.2.7']);
    expect(await dns.addresses(PAGES)).to.deep.equal(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    expect(await dns.texts(PAGES)).to.deep.equal([]);
    expect(await dns.texts('none.example')).to.deep.equal([]);
    expect(await dns.addresses('none.example')).to.deep.equal([]);
  });

  it('accepts a claim only with its own proof and an address of this server [DM1]', async () => {
    expect(await verdict()).to.equal('missing');
    server.zone.set(CLAIM.name, { CNAME: PAGES });
    expect(await verdict(), 'a dangling record').to.equal('unverified');
    publishTexts(
      'cobble-proof=of-another-account',
      'cobble-proof=',
      'token',
      'cobble-proof=token ',
    );
    expect(await verdict()).to.equal('unverified');
    publishTexts('v=spf1', 'cobble-proof=token');
    expect(await verdict()).to.equal('ready');
    server.zone.set(CLAIM.name, { AAAA: ['2001:db8::1'] });
    expect(await verdict()).to.equal('ready');
    server.zone.set(CLAIM.name, { A: ['198.51.100.9'] });
    expect(await verdict()).to.equal('elsewhere');
    server.zone.delete(CLAIM.name);
    expect(await verdict()).to.equal('elsewhere');
  });

  it('leaves a claim undecided when the server fails or does not respond', async () => {
    publishTexts('cobble-proof=token');
    server.mode = 'failing';
    expect(await verdict()).to.equal('unknown');
    server.mode = 'silent';
    expect(await verdict()).to.equal('unknown');
  });
});

describe('ZoneFileDns', () => {
  it('reads its file for each query, and resolves localhost', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cobble-zone-'));
    const path = join(folder, 'dns.json');
    const dns = new ZoneFileDns(path);
    expect(await dns.texts('_cobble.ada.example.com')).to.deep.equal([]);
    expect(await dns.addresses('localhost')).to.deep.equal(['127.0.0.1']);
    const zone = {
      '_cobble.ada.example.com': { TXT: ['cobble-proof=token'] },
      'ada.example.com': { A: ['127.0.0.1'] },
    };
    await writeFile(path, JSON.stringify(zone));
    expect(await checkClaim(dns, CLAIM, 'localhost')).to.equal('ready');
    await writeFile(path, '{"x": 7}');
    expect(await checkClaim(dns, CLAIM, 'localhost')).to.equal('unknown');
    await rm(folder, { recursive: true });
  });
});
