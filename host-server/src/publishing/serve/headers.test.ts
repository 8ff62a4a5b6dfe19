import { STARTER_TIP_IMAGES } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestApp } from '../../app/testing/createTestApp.ts';
import { blankInput, publish } from '../../app/testing/pageInput.ts';
import { addPosts, serveDomain } from '../../app/testing/servingFixtures.ts';

describe('headers of every route on page hosts [SV2]', () => {
  let app: TestApp;
  before(async () => {
    app = await createTestApp({
      configuration: { appUrl: 'https://cobble.town', pagesHost: 'pages.cobble.town' },
    });
  });
  after(() => app.stop());

  it('are sent with pages, errors, redirects, files and forms', async () => {
    // With https the session cookie is Secure, so another server is used to publish.
    const local = await createTestApp();
    try {
      const ada = await local.signUp('ada', ['plus']);
      await publish(ada);
      await ada.browser.post('/api/page', blankInput('locked'));
      const locked = await publish(ada, {}, 'locked');
      await ada.browser.put(`/api/page/${String(locked.ID)}/password`, { password: 'sesame' });
      const address = `ada.${local.appHost}`;
      const [tip = ''] = Object.keys(STARTER_TIP_IMAGES);
      const entered = await local.browser().send('/locked', {
        host: address,
        method: 'POST',
        body: 'password=sesame',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Origin: `http://${address}`,
        },
      });
      expectHeaders(entered.headers, 'the right password');
      const [cookie = ''] = entered.headers['set-cookie'] ?? [];
      const opened = await local.browser().get('/locked', {
        host: address,
        headers: { Cookie: cookie.split(';')[0] ?? '' },
      });
      expect(opened.status).to.equal(200);
      expectHeaders(opened.headers, 'a restricted page');
      await serveDomain(local, ada, 'ada.org');
      await addPosts(local, ada, ['Hello']);
      for (const host of [`ada.${local.appHost}`, 'ada.org'])
        for (const path of [
          ...['/', '/missing', '/main', '/a_b', '/locked', '/robots.txt', '/sitemap.xml'],
          ...['/feed.xml', '/favicon.ico', '/fonts/lato-latin-400-normal.woff2', '/fonts/none'],
          ...[
            `/assets/${tip}`,
            '/assets/none.png',
            `/assets/${'0'.repeat(32)}.png`,
            '/api/account',
            '/%00',
          ],
        ])
          for (const method of ['GET', 'HEAD', 'POST', 'PUT'])
            expectHeaders(
              (await local.browser().send(path, { host, method })).headers,
              `${method} ${host}${path}`,
            );
    } finally {
      await local.stop();
    }
  });

  it('are sent with the app’s own files too', async () => {
    for (const path of ['/fonts/lato-latin-400-normal.woff2', '/assets/none.png']) {
      const { headers } = await app.browser().get(path, { host: 'cobble.town' });
      expect(headers['strict-transport-security'], path).to.include('max-age=31536000');
      expectHeaders(headers, path);
    }
  });

  it('enforce TLS on a server with https', async () => {
    for (const [host, path] of [
      ['ada.pages.cobble.town', '/'],
      ['ada.pages.cobble.town', '/a_b'],
      ['ada.pages.cobble.town', '/robots.txt'],
      ['ada.pages.cobble.town', '/fonts/lato-latin-400-normal.woff2'],
    ] as const) {
      const { headers } = await app.browser().get(path, { host });
      expect(headers['strict-transport-security'], path).to.equal('max-age=31536000');
    }
  });

  const expectHeaders = (
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
    label: string,
  ): void => {
    const csp = String(headers['content-security-policy']);
    expect(csp, label).to.include('default-src').and.to.include('frame-ancestors');
    for (const part of ["object-src 'none'", "base-uri 'none'"])
      expect(csp, label).to.include(part);
    expect(headers['x-content-type-options'], label).to.equal('nosniff');
    expect(headers['referrer-policy'], label).to.match(/^(?:strict-origin|no-referrer)/);
    expect(headers['x-powered-by'], label).to.equal(undefined);
    expect(headers['server'], label).to.equal(undefined);
  };
});
