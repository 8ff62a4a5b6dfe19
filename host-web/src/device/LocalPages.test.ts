import { createPage } from '@cobble/engine';
import { expect } from 'chai';
import { createBrowser } from '../testing/browserTabs.ts';
import { LocalPages, type LocalPage } from './LocalPages.ts';

const kept = (ID: number, more: Partial<LocalPage> = {}): LocalPage => ({
  accountId: 1,
  siteSlug: 'ada',
  pageSlug: `page-${ID}`,
  page: createPage({ ID }),
  seq: 3,
  role: 'owner',
  isPublished: true,
  ...more,
});

describe('pages for opening them offline', () => {
  /** Pages in an empty browser, with a clock that advances with each save. */
  const create = (limits = {}) => {
    let now = 1000;
    const open = createBrowser();
    const of = () => new LocalPages(open().database, limits, () => ++now);
    return { pages: of(), later: of };
  };

  it('are found by their address in a later tab, as they were saved last [LR9]', async () => {
    const { pages, later } = create();
    await pages.save(kept(1));
    const renamed = createPage({ ID: 1, settings: { title: 'Renamed' } });
    await pages.save(kept(1, { page: renamed, seq: 4, isPublished: false }));
    expect(await later().find('ada', 'page-1', 1)).to.eql({
      ...kept(1, { page: renamed, seq: 4, isPublished: false }),
      savedAtMs: 1002,
    });
    expect(await pages.find('ada', 'page-2', 1)).to.equal(null);
    expect(await pages.find('ben', 'page-1', 1)).to.equal(null);
  });

  it('are found only by the account that has opened them, and deleted when it signs out [LR8, LR9]', async () => {
    const { pages } = create();
    await pages.save(kept(1));
    await pages.save(kept(1, { accountId: 2, role: 'viewer' }));
    expect(await pages.find('ada', 'page-1', 3)).to.equal(null);
    await pages.clear(1);
    expect(await pages.find('ada', 'page-1', 1)).to.equal(null);
    expect(await pages.find('ada', 'page-1', 2)).to.have.property('role', 'viewer');
    await pages.remove(2, 1);
    expect(await pages.find('ada', 'page-1', 2)).to.equal(null);
  });

  it('are not replaced by an older version from a tab that is behind [LR9]', async () => {
    const { pages } = create();
    await pages.save(kept(1, { seq: 5 }));
    await pages.save(kept(1, { seq: 4 }));
    expect(await pages.find('ada', 'page-1', 1)).to.have.property('seq', 5);
  });

  it('are at most so many and so large: those saved longest ago are deleted [LR9]', async () => {
    const few = create({ maxPages: 2 });
    for (const ID of [1, 2, 3]) await few.pages.save(kept(ID));
    await few.pages.save(kept(2, { seq: 9 }));
    await few.pages.save(kept(4));
    const found = await Promise.all(
      [1, 2, 3, 4].map((ID) => few.pages.find('ada', `page-${ID}`, 1)),
    );
    expect(found.map((page) => page !== null)).to.eql([false, true, false, true]);
    const { length } = JSON.stringify(createPage({ ID: 1 }));
    const small = create({ maxChars: 2.5 * length });
    for (const ID of [1, 2, 3]) await small.pages.save(kept(ID));
    expect(await small.pages.find('ada', 'page-1', 1)).to.equal(null);
    expect(await small.pages.find('ada', 'page-2', 1)).not.to.equal(null);
    const tiny = create({ maxChars: length - 1 });
    await tiny.pages.save(kept(1));
    expect(await tiny.pages.find('ada', 'page-1', 1)).to.equal(null);
  });

  it('have no seq if this editor has migrated them, and are not found if it cannot open them [LR9]', async () => {
    const { pages } = create();
    const page = createPage({ ID: 1 });
    const ofVersion = (editorVersion: string) => ({
      ...page,
      settings: { ...page.settings, editorVersion },
    });
    await pages.save(kept(1, { page: ofVersion('0.5.0') }));
    expect(await pages.find('ada', 'page-1', 1)).to.include({ seq: null });
    await pages.save(kept(1, { page: ofVersion('999.0.0') }));
    expect(await pages.find('ada', 'page-1', 1)).to.equal(null);
  });

  it('cost nothing but a rejection where the database fails [LR5]', async () => {
    const { pages } = create();
    indexedDB.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    try {
      for (const call of [pages.save(kept(1)), pages.find('a', 'b', 1), pages.clear(1)])
        expect(await call.catch((error: unknown) => error)).to.have.property(
          'name',
          'SecurityError',
        );
    } finally {
      Reflect.deleteProperty(indexedDB, 'open');
    }
  });
});
