import { INDEX_SLUG } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';

const questionnaire = { answer: 'A page for my cat\u0000' };

describe('an account', () => {
  let app: TestApp;
  before(async () => {
    app = await createTestApp();
  });
  after(() => app.stop());

  const exists = async (query: string, browser = app.browser()): Promise<number> => {
    const response = await browser.send(`/api/account?${query}`, { method: 'HEAD' });
    expect(response.bytes).to.have.length(0);
    return response.status;
  };

  it('is created with its site and its starter page [AC1]', async () => {
    const browser = app.browser();
    await app.signIn(browser, 'grace@example.org');
    const response = await browser.post('/api/account', { username: 'Grace-H', questionnaire });
    expect(response.status).to.equal(200);
    expect(response.json()).to.deep.include({
      username: 'Grace-H',
      email: 'grace@example.org',
      roles: ['basic'],
    });
    expect((response.json() as { primarySite: { slug: string } }).primarySite.slug).to.equal(
      'grace-h',
    );
    const page = await browser.get(`/api/page?site=grace-h&page=${INDEX_SLUG}`);
    expect(page.status).to.equal(200);
    const { things, revision } = page.json() as { things: object; revision: number };
    expect(Object.keys(things).length).to.be.within(14, 40);
    expect(revision).to.equal(1);
    const rows: unknown[] = await app
      .knex('accounts')
      .where({ username: 'Grace-H' })
      .pluck('questionnaire');
    expect(rows).to.deep.equal([{ answer: questionnaire.answer.trim() }]);
  });

  it('is created once when requested twice, even concurrently [AC1]', async () => {
    const browser = app.browser();
    await app.signIn(browser, 'twice@example.org');
    const responses = await Promise.all([
      browser.post('/api/account', { username: 'twice', questionnaire }),
      browser.post('/api/account', { username: 'twice', questionnaire }),
    ]);
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(responses[0].json()).to.deep.equal(responses[1].json());
    const again = await browser.post('/api/account', { username: 'another', questionnaire });
    expect(again.json()).to.deep.include({ username: 'twice' });
    const rows: unknown[] = await app.knex('accounts').where({ email: 'twice@example.org' });
    expect(rows).to.have.length(1);
  });

  it('is available to a session that is older than the account', async () => {
    const [phone, laptop] = [app.browser(), app.browser()];
    await app.signIn(phone, 'both@example.org');
    await app.signIn(laptop, 'both@example.org');
    await phone.post('/api/account', { username: 'both', questionnaire });
    const response = (await laptop.get('/api/account')).json() as { account: { username: string } };
    expect(response.account.username).to.equal('both');
  });

  it('is created by exactly one of several concurrent requests for a username, regardless of case [AC2]', async () => {
    const names = ['Wanted', 'wanted', 'WANTED', 'WanTed'];
    const signUps = names.map((username) => ({ username, browser: app.browser() }));
    for (const [place, { browser }] of signUps.entries())
      await app.signIn(browser, `wanted${String(place)}@example.org`);
    const responses = await Promise.all(
      signUps.map(({ browser, username }) =>
        browser.post('/api/account', { username, questionnaire }),
      ),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, 409, 409, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.error()).to.deep.equal({
      code: 'account_unavailable_username',
      path: 'username',
      message: 'Username is not available.',
    });
  });

  it('needs a verified address [AC3]', async () => {
    const response = await app
      .browser()
      .post('/api/account', { username: 'nobody1', questionnaire });
    expect(response.status).to.equal(401);
    expect(response.error().code).to.equal('err_unauthorized');
  });

  for (const [username, message] of [
    ['a', 'Must be at least 2 characters.'],
    ['a'.repeat(21), 'Cannot be longer than 20 characters.'],
    ['a b', 'Only letters, numbers, and hyphens.'],
    ['a_b', 'Only letters, numbers, and hyphens.'],
    ['a.b', 'Only letters, numbers, and hyphens.'],
    ['añb', 'Only letters, numbers, and hyphens.'],
    ['ab\u0000', 'Only letters, numbers, and hyphens.'],
    ['<b>', 'Only letters, numbers, and hyphens.'],
    ['-ab', 'Cannot start or end with a hyphen.'],
    ['ab-', 'Cannot start or end with a hyphen.'],
    ['--', 'Cannot start or end with a hyphen.'],
    ['xn--abc', "Two hyphens can't follow the second character. Use one."],
  ] as const)
    it(`rejects the username ${JSON.stringify(username)} [AC4]`, async () => {
      const browser = app.browser();
      await app.signIn(browser, 'ruled@example.org');
      const response = await browser.post('/api/account', { username, questionnaire });
      expect(response.status).to.equal(400);
      expect(response.error()).to.deep.equal({
        code: 'account_invalid_username',
        path: 'username',
        message,
      });
    });

  it('rejects missing, blank, too long and mistyped fields', async () => {
    const browser = app.browser();
    await app.signIn(browser, 'empty@example.org');
    for (const [body, path] of [
      [{ username: 'empty', questionnaire: { answer: '  ' } }, 'questionnaire.answer'],
      [{ username: 'empty', questionnaire: { answer: 'a'.repeat(2001) } }, 'questionnaire.answer'],
      [{ username: 'empty' }, 'questionnaire'],
      [{ username: 7, questionnaire }, 'username'],
      [[], ''],
      ['text', ''],
    ] as const) {
      const response = await browser.post('/api/account', body);
      expect(response.status, JSON.stringify(body)).to.equal(400);
      expect(response.error().code).to.equal('err_bad_request');
      expect(response.error().path).to.equal(path);
    }
  });

  it('reports that a username exists when it is taken, reserved or held back [AC6]', async () => {
    await app.signUp('taken');
    await app.knex('reserved_slugs').insert([
      { slug: 'heldback', reserved_until: new Date(Date.now() + 60_000) },
      { slug: 'freed', reserved_until: new Date(Date.now() - 60_000) },
    ]);
    for (const username of ['taken', 'TAKEN', 'admin', 'Admin', '404', 'heldback', 'street'])
      expect(await exists(`username=${username}`), username).to.equal(200);
    for (const username of ['free-one', 'freed', 'x', '%00', "a'b", ''])
      expect(await exists(`username=${username}`), username).to.equal(404);
  });

  it('gives nobody a name that looks like ours or a staff member’s [AC6, AC9]', async () => {
    const browser = app.browser();
    await app.signIn(browser, 'eve@example.org');
    for (const username of ['cobbIe', 'rnoderator', 'cobblesupport', 'Rings']) {
      expect(await exists(`username=${username}`), username).to.equal(200);
      const response = await browser.post('/api/account', { username, questionnaire });
      expect(response.status, username).to.equal(409);
      expect(response.error()).to.deep.equal({
        code: 'account_unavailable_username',
        path: 'username',
        message: 'Username is not available.',
      });
    }
    const accepted = await browser.post('/api/account', { username: 'bobbie', questionnaire });
    expect(accepted.status).to.equal(200);
  });

  it('reveals whether an address has an account only to the browser that has verified it [AC7]', async () => {
    const { browser } = await app.signUp('verified');
    expect(await exists('email=verified@example.org')).to.equal(404);
    expect(await exists('email=nobody@example.org')).to.equal(404);
    expect(await exists('email=VERIFIED@example.org', browser)).to.equal(200);
    const other = await app.signUp('other');
    expect(await exists('email=verified@example.org', other.browser)).to.equal(404);
    const fresh = app.browser();
    await app.signIn(fresh, 'fresh@example.org');
    expect(await exists('email=fresh@example.org', fresh)).to.equal(404);
  });
});
