import { expect } from 'chai';
import { createTestApp, type TestApp, type TestUser } from './testing/createTestApp.ts';
import { openPage, publish } from './testing/pageInput.ts';

describe('visitors’ database connections', function () {
  this.timeout(60_000);
  let app: TestApp;
  let ada: TestUser;
  before(async () => {
    app = await createTestApp({ hasVisitorKnex: true });
    ada = await app.signUp('ada');
  });
  after(() => app.stop());

  it('are not occupied by calls, however many wait for the database [SV19]', async () => {
    await publish(ada);
    await app.waitForPreviews();
    const { max } = (app.knex.client as { pool: { max: number } }).pool;
    const ending = new Set<() => void>();
    const occupied = Array.from({ length: max }, () =>
      app.knex.transaction(
        () =>
          new Promise<void>((resolve) => {
            ending.add(resolve);
          }),
      ),
    );
    while (ending.size < max) await new Promise((resolve) => setTimeout(resolve, 10));
    const call = openPage(ada);
    let isAnswered = false;
    void call.then(() => (isAnswered = true));
    const host = `ada.${app.appHost}`;
    // The address is not in memory, so it is looked up in the database.
    const missing = await app.browser().get('/not-there', { host, headers: {} });
    expect(missing.status).to.equal(404);
    const page = await app.browser().get('/', { host, headers: {} });
    expect(page.status).to.equal(200);
    const image = await app.browser().get('/assets/share/main.jpg', { host, headers: {} });
    expect(image.status).to.equal(200);
    expect(isAnswered, 'the call waits').to.equal(false);
    for (const end of ending) end();
    await Promise.all([...occupied, call]);
  });
});
