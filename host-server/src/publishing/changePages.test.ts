import { expect } from 'chai';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import type { Purge } from '../cdn/Cdn.ts';
import { createAddresses, type PageAddress, type SiteKey } from '../http/addresses.ts';
import {
  changePages,
  type ChangePagesServices,
  MAX_PAGES,
  rerenderPages,
  type Touched,
} from './changePages.ts';

const PAGES = 2000;
const DOMAINS = 40;

describe('changes to published pages', () => {
  let app: TestApp;
  let siteId: number;
  let purges: Purge[] = [];
  let hidden: { addresses: readonly PageAddress[]; sites: readonly SiteKey[] }[] = [];
  let services: ChangePagesServices;
  before(async () => {
    app = await createTestApp();
    const { account } = await app.signUp('ada', ['pro']);
    siteId = account.primarySite.ID;
    await app.knex.raw(
      `INSERT INTO pages (site_id, account_id, slug, is_public, is_listed, is_peekable, title,
         revision, created_at, updated_at)
       SELECT site_id, account_id, 'p' || number, true, true, true, title, revision, now(), now()
       FROM pages, generate_series(1, ?) AS number WHERE site_id = ?`,
      [PAGES, siteId],
    );
    await app.knex.raw(
      `INSERT INTO domains (account_id, site_id, name, proof_token, status, is_canonical,
         verified_at, created_at, updated_at)
       SELECT ?, ?, 'd' || number || '.example.com', number, 'active', false, now(), now(), now()
       FROM generate_series(1, ?) AS number`,
      [account.ID, siteId, DOMAINS],
    );
  });
  after(() => app.stop());
  beforeEach(() => {
    purges = [];
    hidden = [];
    services = {
      knex: app.knex,
      clock: () => new Date(),
      addresses: createAddresses('https://cobble.town', 'pages.cobble.town'),
      publishedPages: {
        find: () => Promise.resolve({ kind: 'none' }),
        runChange: (work) =>
          work((addresses, _look, sites = []) => {
            hidden.push({ addresses, sites });
            return Promise.resolve();
          }),
      },
      sites: { invalidate: () => undefined },
      purges: {
        add: (_transaction, purge) => {
          purges.push(purge);
          return Promise.resolve();
        },
        start: () => undefined,
      },
    };
  });

  const change = (touched: Touched): Promise<void> =>
    changePages(services, (_transaction, touch) => touch(touched));

  it('to a whole site go by its names and tags, however many pages it has [SV22, CN2]', async () => {
    await change({ siteId, pageId: null });
    expect(hidden).to.have.length(1);
    expect(hidden[0]?.addresses).to.deep.equal([]);
    expect(hidden[0]?.sites).to.have.length(1 + DOMAINS);
    expect(purges[0]?.urls).to.have.length(60);
    expect(purges[0]?.urls[0]).to.equal('https://ada.pages.cobble.town/');
    expect(purges[0]?.tags).to.have.members([`site-${String(siteId)}`, `files-${String(siteId)}`]);
  });

  it('to single pages go by their addresses [CN2]', async () => {
    await change({ siteId, pageId: 7, slugs: ['p1', 'P1'] });
    expect(hidden[0]?.addresses).to.have.length(2 * (1 + DOMAINS));
    expect(hidden[0]?.sites).to.deep.equal([]);
    expect(purges[0]?.urls.slice(0, 2), 'a CDN distinguishes them').to.deep.equal([
      'https://ada.pages.cobble.town/p1',
      'https://ada.pages.cobble.town/P1',
    ]);
    expect(purges[0]?.tags).to.include('page-7');
  });

  it('that render many pages of a site again count as changes to the site [SV22]', async () => {
    const affected = (count: number) =>
      rerenderPages(services, () =>
        Promise.resolve(
          Array.from({ length: count }, (_, index) => ({
            ...{ id: index + 1, siteId, slug: `p${String(index)}` },
          })),
        ),
      );
    await affected(2);
    expect(hidden[0]?.addresses).to.have.length(2 * (1 + DOMAINS));
    await affected(MAX_PAGES + 1);
    expect(hidden[1]?.addresses).to.deep.equal([]);
    expect(hidden[1]?.sites).to.have.length(1 + DOMAINS);
  });
});
