import { expect } from 'chai';
import { inputOf, publish } from './testing/pageInput.ts';
import { createTestApp, type TestUser, type TestApp } from './testing/createTestApp.ts';

describe('the server, given hostile input', () => {
  let app: TestApp;
  let ada: TestUser;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
  });
  after(() => app.stop());

  it('responds with 400, not 500, to a path that cannot be decoded [SN11]', async () => {
    for (const path of ['/api/page/%ff', '/api/page/%', '/dev/mailbox/%ff']) {
      const response = await ada.browser.send(path, {
        method: path.startsWith('/api') ? 'DELETE' : 'GET',
      });
      expect(response.status, path).to.equal(400);
      expect(response.error().code).to.equal('err_bad_request');
    }
    expect(app.log()).to.equal('');
  });

  it('takes only digits for the id of a page or site, so that each has one address [SN11]', async () => {
    const { ID } = await publish(ada);
    for (const id of [
      `${String(ID)}e0`,
      `0x${ID.toString(16)}`,
      `%20${String(ID)}`,
      `+${String(ID)}`,
    ]) {
      const response = await ada.browser.get(`/api/page/${id}/version/all`);
      expect(response.status, id).to.equal(400);
      expect(response.error()).to.include({ code: 'err_bad_request', path: 'params.id' });
    }
    expect((await ada.browser.get(`/api/page/${String(ID)}/version/all`)).status).to.equal(200);
  });

  it('accepts a title with characters that Postgres cannot store [SN11]', async () => {
    const page = await publish(ada);
    const title = 'NUL \u0000, half a pair \ud83d, and the rest';
    const response = await ada.browser.put(`/api/page/${String(page.ID)}`, {
      ...inputOf(page),
      settings: { ...page.settings, title },
      baseRevision: page.revision,
    });
    expect(response.status, response.text).to.equal(200);
    const listed = await ada.browser.get('/api/page/all');
    expect(listed.status).to.equal(200);
    expect(app.log()).to.equal('');
  });
});
