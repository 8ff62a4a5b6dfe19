import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import type { ServedPage } from '../render/renderPublication.ts';
import { createFreshSender } from './servePublishedPages.ts';
import type { SiteContext } from '../../sites/SiteContext.ts';
import type { SiteKey } from '../../http/addresses.ts';

const PAGE: ServedPage = {
  pageId: 1,
  siteId: 1,
  bytes: {
    htmlLength: 4,
    gzip: Buffer.alloc(0),
    brotli: Buffer.alloc(0),
    brotliQuality: 4,
    etag: 'etag',
    csp: "default-src 'none'",
  },
};
const ADA = { slug: 'ada' };
const DOMAIN = { domain: 'ada.org' };

const siteOf = (roles: SiteContext['roles']): SiteContext => ({
  siteId: 1,
  siteSlug: 'ada',
  accountId: 1,
  username: 'ada',
  isPublic: true,
  roles,
  settings: {},
  domain: 'ada.org',
  hasPosts: false,
});

/** Whether the fast path responds. Checks that it sent the page then, and nothing otherwise. */
function isSent(
  method: string,
  url: string,
  site: SiteKey,
  {
    page = PAGE,
    owner,
  }: { readonly page?: ServedPage | null; readonly owner?: SiteContext | null } = {},
): boolean {
  const sent: ServedPage[] = [];
  const send = createFreshSender({
    pages: { findFresh: ({ slug }) => (slug === 'main' || slug === 'about' ? page : null) },
    sites: { findFresh: () => owner },
    sender: {
      sendPublic: (_request, _response, each) => sent.push(each),
      sendHead: () => false,
      sendRestricted: () => {
        throw new Error('A restricted page was sent without its password');
      },
    },
  });
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url });
  const isSent = send(request, new ServerResponse(request), site);
  expect(sent).to.deep.equal(isSent ? [PAGE] : []);
  return isSent;
}

describe('createFreshSender', () => {
  it('sends cached public pages that are requested at their exact address', () => {
    for (const method of ['GET', 'HEAD'])
      for (const url of ['/', '/?from=a', '/about'])
        expect(isSent(method, url, ADA), `${method} ${url}`).to.equal(true);
  });

  it('leaves missing pages, redirects, files and writes to the slow path', () => {
    expect(isSent('GET', '/', ADA, { page: null })).to.equal(false);
    for (const url of ['/main', '/about/', '/a_b', '/%', '/none', '/robots.txt', '/fonts/a'])
      expect(isSent('GET', url, ADA), url).to.equal(false);
    for (const method of ['POST', 'PUT', 'OPTIONS'])
      expect(isSent(method, '/', ADA), method).to.equal(false);
  });

  it('serves a domain only while its site is cached and its plan includes domains [PL3]', () => {
    expect(isSent('GET', '/', DOMAIN)).to.equal(false);
    expect(isSent('GET', '/', DOMAIN, { owner: null })).to.equal(false);
    expect(isSent('GET', '/', DOMAIN, { owner: siteOf([]) })).to.equal(false);
    expect(isSent('GET', '/', DOMAIN, { owner: siteOf(['plus']) })).to.equal(true);
  });
});
