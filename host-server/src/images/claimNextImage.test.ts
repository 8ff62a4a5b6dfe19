import { expect } from 'chai';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import { RecentTurns } from '../shared/RecentTurns.ts';
import { insertAsset } from './repositories/assets.ts';
import { claimNextImage, insertImage } from './repositories/images.ts';

describe('the queue of images without variants', () => {
  let app: TestApp;
  before(async () => {
    app = await createTestApp();
  });
  after(() => app.stop());

  it('lets accounts take turns, however many images one of them uploads [LM7]', async () => {
    const [eve, bea] = [await app.signUp('eve'), await app.signUp('bea')];
    const add = async (accountId: number, name: string): Promise<void> => {
      const size = { bytes: 1, width: 1, height: 1 };
      await insertAsset(app.knex, { accountId, name, ...size, now: new Date() });
      await insertImage(app.knex, name);
    };
    const turns = new RecentTurns();
    const claimed: string[] = [];
    const claim = async (): Promise<void> => {
      const now = new Date();
      const due = await claimNextImage(app.knex, 1, {
        ...{ now, claimedSince: new Date(now.getTime() - 60_000) },
        recentAccounts: turns.list(),
      });
      if (due === null) return;
      turns.take(due.accountId)();
      claimed.push(due.name);
    };
    for (const name of ['bea-1', 'bea-2']) await add(bea.account.ID, name);
    for (let number = 1; number <= 5; number += 1)
      await add(eve.account.ID, `eve-${String(number)}`);
    for (let count = 0; count < 9; count += 1) await claim();
    expect(claimed).to.eql(['eve-5', 'bea-2', 'eve-4', 'bea-1', 'eve-3', 'eve-2', 'eve-1']);
    // A GIF can take minutes, during which no other image gets variants.
    for (const name of ['bea-3.gif', 'eve-6', 'eve-7']) await add(bea.account.ID, name);
    for (let count = 0; count < 3; count += 1) await claim();
    expect(claimed.slice(-3)).to.eql(['eve-7', 'eve-6', 'bea-3.gif']);
    // An attempt that failed counts: the image waits for those that have not been attempted.
    await add(eve.account.ID, 'eve-8');
    await app.knex('pictures').where('recipe', '<', 1).update({ recipe: 1 });
    const failed = app.knex('assets').where({ name: 'eve-8' }).select('id');
    await app
      .knex('pictures')
      .whereIn('asset_id', failed)
      .update({ recipe: 0, attempts: 1, tried_at: new Date(0) });
    for (const name of ['bea-4', 'bea-5', 'bea-6']) await add(bea.account.ID, name);
    for (let count = 0; count < 4; count += 1) await claim();
    expect(claimed.slice(-4)).to.eql(['bea-6', 'bea-5', 'bea-4', 'eve-8']);
  });
});
