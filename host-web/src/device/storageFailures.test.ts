import { expect } from 'chai';
import { createBrowser } from '../testing/browserTabs.ts';
import { takeStorage } from '../editor/room/takeStorage.ts';
import { noteStorageFailure, reportUnlessStorage } from './storageFailures.ts';

/** What is reported of what a call rejects with. */
async function reported(call: () => Promise<unknown>): Promise<readonly string[]> {
  const names: string[] = [];
  const before = globalThis.reportError;
  globalThis.reportError = (error) => names.push((error as Error).name);
  try {
    await call().then(() => names.push('nothing'), reportUnlessStorage);
  } finally {
    globalThis.reportError = before;
  }
  return names;
}

describe('an error of the browser’s storage', () => {
  it('is reported if the app has made a mistake, which nobody would see otherwise [LR5]', async () => {
    const { database, ...tab } = createBrowser()();
    const mistake = () =>
      database.run((open) => open.put('entries', () => undefined, [1, 2, 'slot', 'key']));
    expect(await reported(mistake)).to.eql(['DataCloneError']);
    const locks = { isReliable: false, take: () => Promise.reject(new TypeError('misspelt')) };
    const taken = await takeStorage({ ...tab, database, locks, accountId: 1, pageId: 2 });
    expect(await reported(() => taken.storage.entries())).to.eql(['TypeError']);
  });

  it('is not reported if the device cannot store: the indicator says so [LR5]', async () => {
    const full = new DOMException('full', 'QuotaExceededError');
    noteStorageFailure(full);
    expect(await reported(() => Promise.reject(full))).to.eql([]);
  });
});
