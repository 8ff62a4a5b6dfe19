import { createBlankPage, type Page } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import type { StreamEntry } from '@cobble/engine/collaboration';
import { expect } from 'chai';
import { noteOf } from '../room-load/edits.ts';
import { pageHash } from '../room-load/pageHash.ts';
import { RoomHistory, type StoredRow } from './RoomHistory.ts';

/** Whatever these do not notice, no test of rooms notices. */
describe('the history of a room with faults', () => {
  const blank = createBlankPage({ slug: 'shared', createId: () => 'section' });
  const page: Page = parsePage({
    ...blank,
    ...{ ID: 1, site: { ID: 1, slug: 'ada' }, accountID: 1, isDisabled: false, revision: 1 },
    ...{ createdAt: new Date(0).toISOString(), updatedAt: new Date(0).toISOString() },
  });

  /** A client that has sent ops, and the entries that its room should store. */
  function sendOps(count = 3): { history: RoomHistory; entries: StreamEntry[] } {
    const history = new RoomHistory({
      ...{ id: 1, page, section: 'section', blocks: [] },
      owner: { accountId: 1, siteId: 1, siteSlug: 'ada', cookie: '' },
    });
    const entries = Array.from({ length: count }, (_, index): StreamEntry => {
      const { uuid, intents } = noteOf('section', undefined);
      history.noteSent(uuid, 'ada', index + 1);
      const [add] = intents;
      const added = add?.type === 'add-things' ? [...add.things] : [];
      return {
        ...{ seq: index + 2, epoch: 1, clientId: 'ada', accountId: 1, mid: index + 1 },
        ...{ status: 'applied', patch: { added } },
      };
    });
    return { history, entries };
  }

  const rowsOf = (entries: readonly StreamEntry[]): StoredRow[] =>
    entries.map(({ patch, ...entry }) => ({
      seq: String(entry.seq),
      entry: JSON.stringify(entry),
      patch: JSON.stringify(patch),
    }));

  /** What is wrong if clients have seen some entries, and others are stored. */
  function violations(
    seen: (entries: StreamEntry[]) => readonly StreamEntry[],
    stored: (entries: StreamEntry[]) => readonly StreamEntry[],
  ): readonly string[] {
    const { history, entries } = sendOps();
    for (const entry of seen(entries)) {
      history.noteReceived(entry);
      history.noteAcknowledged(entry);
    }
    history.check(rowsOf(stored(entries)));
    return history.violations;
  }
  const all = (entries: StreamEntry[]): StreamEntry[] => entries;
  const at = (entries: readonly StreamEntry[], index: number): StreamEntry => {
    const entry = entries[index];
    if (!entry) throw new Error('There is no such entry');
    return entry;
  };

  it('accepts a log that has what clients have seen, and gives its page [RO36]', () => {
    const { history, entries } = sendOps();
    for (const entry of entries) history.noteReceived(entry);
    const hash = history.check(rowsOf(entries));
    expect(history.violations).to.eql([]);
    expect(hash).not.to.equal(pageHash(page));
    expect(history.check(rowsOf(entries))).to.equal(hash);
    expect(history.violations).to.eql([]);
  });

  it('notices an op that was acknowledged or broadcast and is not stored [RO36]', () => {
    const found = violations(all, (entries) => entries.slice(0, 2)).join('\n');
    expect(found).to.match(/^I2: entry 4 was broadcast and is not stored$/m);
    expect(found).to.match(/^I1: op ada 3 was acknowledged and is not stored$/m);
  });

  it('notices an op that nobody was told about and that is lost [RO36]', () => {
    const found = violations(
      () => [],
      (entries) => entries.slice(0, 2),
    );
    expect(found).to.eql(['I3: 1 ops were sent and are not stored']);
  });

  it('notices an op that is stored twice, or that nobody has sent [RO36]', () => {
    const twice = violations(all, (entries) => [
      ...entries,
      { ...at(entries, 0), seq: 5, mid: 4, epoch: 1 },
    ]);
    expect(twice.join('\n')).to.match(/^I3: entry 5 adds .* once more$/m);
    const { patch } = at(sendOps(1).entries, 0);
    const invented = violations(all, (entries) => [
      ...entries,
      { ...at(entries, 0), seq: 5, mid: 4, patch },
    ]);
    expect(invented).to.eql(['I3: entry 5 adds what nobody has sent']);
  });

  it('notices a gap, an older owner, and two histories [RO36]', () => {
    const gap = violations(
      () => [],
      (entries) => entries.map((each, index) => ({ ...each, seq: each.seq + (index > 1 ? 1 : 0) })),
    );
    expect(gap).to.eql(['I4: entry 5 follows 3']);
    const older = violations(
      () => [],
      (entries) => entries.map((each, index) => ({ ...each, epoch: index === 2 ? 1 : 2 })),
    );
    expect(older).to.eql(['I4: owner 1 stored after 2']);
    const fork = violations((entries) => [at(entries, 0), { ...at(entries, 1), seq: 2 }], all);
    expect(fork.join('\n')).to.match(/^I4: clients were sent different entries 2$/m);
  });

  it('notices a log that changes or loses what it had [RO36]', () => {
    const { history, entries } = sendOps();
    history.check(rowsOf(entries));
    history.check(rowsOf([at(entries, 0), { ...at(entries, 1), accountId: 7 }]));
    expect(history.violations).to.eql([
      'I4: entry 3 was stored differently',
      'I4: entry 4 has disappeared',
    ]);
  });
});
