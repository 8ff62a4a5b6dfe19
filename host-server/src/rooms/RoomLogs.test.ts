import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { ROOM_LIMITS, type StreamEntry } from '@cobble/engine/collaboration';
import { roomLogCases } from '@cobble/engine/conformance';
import type { Knex } from 'knex';
import { openDatabase } from '../database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts';
import { startDatabaseProxy } from '../testing/startDatabaseProxy.ts';
import {
  appendWholePage,
  compactRoom,
  findDraft,
  leaveRoom,
  RoomIsElsewhere,
} from './repositories/rooms.ts';
import {
  findRoomOwner,
  isServerAlive,
  removeServer,
  renewServer,
} from './repositories/roomServers.ts';
import { RoomLogs } from './RoomLogs.ts';
import { ROOM_TURNS } from './RoomTurns.ts';
import { untilBlocked } from './testing/untilBlocked.ts';

describe('the logs of rooms in Postgres, which keep what rooms rely on [RO1]', function () {
  this.timeout(120_000);
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
    await database.knex.raw(`
      INSERT INTO accounts (uuid, username, email, questionnaire, created_at, updated_at)
        VALUES (gen_random_uuid(), 'ada', 'ada@example.org', '{}', now(), now());
      INSERT INTO sites (account_id, slug, created_at, updated_at)
        SELECT id, 'ada', now(), now() FROM accounts;
    `);
  });
  after(() => database.drop());

  async function insertPage(revision = 1): Promise<number> {
    const { rows } = await database.knex.raw<{ rows: { id: number }[] }>(
      `
      INSERT INTO pages (site_id, account_id, slug, is_public, is_listed, is_peekable, revision,
        created_at, updated_at)
      SELECT id, account_id, left(gen_random_uuid()::text, 8), true, true, true, :revision, now(),
        now()
      FROM sites RETURNING id
    `,
      { revision },
    );
    return rows[0]?.id ?? 0;
  }

  const readPage = () => Promise.resolve('{"things":{}}');

  /** A room with an owner, and what it appends. */
  async function openRoom(logs: RoomLogs) {
    const pageId = await insertPage();
    const log = logs.logOf(pageId, readPage);
    const { epoch, snapshot } = await log.open();
    const head = snapshot.seq;
    const append = (clientId: string, mid = 1) => {
      const entry = { seq: head + mid, epoch, clientId, accountId: 7, mid } as const;
      const entries: StreamEntry[] = [{ ...entry, status: 'applied', patch: {} }];
      return log.append({ epoch, head: head + mid - 1, entries });
    };
    return { pageId, head, log, append };
  }

  it('belong to one server that is running, until it closes the room or its lease ends [RO39]', async () => {
    const { knex } = database;
    const pageId = await insertPage();
    let takenOver = 0;
    const onTakeOver = (): void => {
      takenOver += 1;
    };
    const open = (id: string | null) =>
      new RoomLogs(knex, null, id === null ? null : { id, onTakeOver })
        .logOf(pageId, readPage)
        .open()
        .then(
          ({ epoch }) => epoch,
          (error: unknown) => (error instanceof RoomIsElsewhere ? 'elsewhere' : error),
        );
    const renew = (serverId: string, leaseMs = 60_000) =>
      renewServer(knex, { serverId, format: 1 }, leaseMs);
    await renew('one');
    await renew('two');
    // Whoever is first, if several open it at the same time.
    const first = await Promise.all([open('one'), open('two')]);
    expect(first).to.have.members([1, 'elsewhere']);
    const [owner, other] = first[0] === 1 ? (['one', 'two'] as const) : (['two', 'one'] as const);
    expect(await findRoomOwner(knex, pageId)).to.eql({ serverId: owner, format: 1 });
    expect(await open(owner)).to.equal(2);
    expect(await open(other)).to.equal('elsewhere');
    expect(takenOver).to.equal(0);
    await renew(owner, -1);
    expect(await findRoomOwner(knex, pageId)).to.equal(null);
    expect(await isServerAlive(knex, owner)).to.equal(false);
    expect(await open(other)).to.equal(3);
    expect(takenOver).to.equal(1);
    await renew(owner);
    expect(await open(owner)).to.equal('elsewhere');
    await leaveRoom(knex, pageId, 3);
    expect(await open(owner)).to.equal(4);
    await removeServer(knex, owner);
    expect(await open(other)).to.equal(5);
    expect(await open(null)).to.equal(6);
    expect(await open(owner)).to.equal(7);
  });

  it('are not taken from a server that has started and opened the room while another one waited for it [RO39]', async () => {
    const { knex } = database;
    const pageId = await insertPage();
    const openAs = (id: string) =>
      new RoomLogs(knex, null, { id, onTakeOver: () => undefined }).logOf(pageId, readPage).open();
    await openAs('gone');
    let waiting: Promise<unknown> = Promise.resolve();
    await knex.transaction(async (transaction) => {
      await transaction('rooms').where({ page_id: pageId }).update({ owner_server: 'new' });
      waiting = openAs('late').then(
        () => 'opened',
        (error: unknown) => (error instanceof RoomIsElsewhere ? 'elsewhere' : error),
      );
      await untilBlocked(knex);
      // It has looked before this server existed.
      await renewServer(knex, { serverId: 'new', format: 1 }, 60_000);
    });
    expect(await waiting).to.equal('elsewhere');
    expect(await findRoomOwner(knex, pageId)).to.eql({ serverId: 'new', format: 1 });
  });

  it('lets rooms that append at the same time share commits: each takes a disk milliseconds [RO2]', async () => {
    const { knex } = database;
    const logs = new RoomLogs(knex);
    const rooms = await Promise.all(Array.from({ length: 20 }, () => openRoom(logs)));
    let statements = 0;
    const count = (): void => {
      statements += 1;
    };
    knex.on('query', count);
    const outcomes = await Promise.all(rooms.map(({ append }) => append('a')));
    knex.removeListener('query', count);
    expect(outcomes.every(({ ok }) => ok)).to.equal(true);
    expect(statements).to.be.at.most(3);
    for (const { log, head } of rooms) expect(await log.entriesAfter(head)).to.have.length(1);
  });

  it('lets what comes during a commit share the next one, or each op of a busy server would have its own [RO50]', async () => {
    const { knex } = database;
    // No time passes: the first commit never takes long.
    const logs = new RoomLogs(knex, null, null, () => 0);
    const rooms = await Promise.all(Array.from({ length: 10 }, () => openRoom(logs)));
    let statements = 0;
    let others: Promise<unknown> = Promise.resolve();
    knex.on('query', count);
    function count({ sql }: { sql: string }): void {
      if (!sql.includes('INSERT INTO room_entries')) return;
      statements += 1;
      if (statements > 1) return;
      others = Promise.all(rooms.slice(1).map(({ append }) => append('a')));
    }
    await rooms[0]?.append('a');
    await others;
    knex.removeListener('query', count);
    expect(statements).to.equal(2);
    for (const { log, head } of rooms) expect(await log.entriesAfter(head)).to.have.length(1);
  });

  it('prepares the statements of ordinary commits, which would take longer to plan than to run [RO48]', async () => {
    const knex = openDatabase(database.url, { poolSize: 1 });
    try {
      const logs = new RoomLogs(knex);
      const { pageId, log } = await openRoom(logs);
      const { epoch, snapshot } = await log.open();
      let head = snapshot.seq;
      // Of each size, so that the texts of one statement must not get into the entries of another.
      for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 3, 1]) {
        const entries = Array.from({ length: count }, (_, index): StreamEntry => {
          const seq = head + index + 1;
          const patch = index % 2 === 0 ? {} : { removedUuids: [`b${String(seq)}`] };
          return { seq, epoch, clientId: 'a', accountId: 7, mid: seq, status: 'applied', patch };
        });
        expect(await log.append({ epoch, head, entries })).to.eql({ ok: true });
        expect(await log.entriesAfter(head), String(count)).to.eql(entries);
        head += count;
      }
      const { rows } = await knex.raw<{ rows: { name: string }[] }>(
        'SELECT name FROM pg_prepared_statements ORDER BY prepare_time',
      );
      const sizes = [1, 2, 4, 8, 16, 64];
      expect(rows.map(({ name }) => name)).to.eql(sizes.map((size) => `append-${String(size)}`));
      const stored = await knex('room_entries').where({ page_id: pageId }).count();
      expect(Number(stored[0]?.['count'])).to.equal(head - snapshot.seq);
    } finally {
      await knex.destroy();
    }
  });

  describe('that append much', () => {
    /** Applied entries with these patches, after the head of a new room. */
    async function openWith(logs: RoomLogs, patches: readonly StreamEntry['patch'][]) {
      const pageId = await insertPage();
      const log = logs.logOf(pageId, readPage);
      const { epoch, snapshot } = await log.open();
      const head = snapshot.seq;
      const entries = patches.map((patch, index): StreamEntry => {
        const mid = index + 1;
        return {
          ...{ seq: head + mid, epoch, clientId: 'a', accountId: 7, mid },
          ...{ status: 'applied', patch },
        };
      });
      return { pageId, log, head, entries, append: () => log.append({ epoch, head, entries }) };
    }

    /** The parameters of each statement that appends entries while a function runs. */
    async function appendsOf(
      run: (appends: readonly unknown[]) => Promise<unknown>,
    ): Promise<(readonly unknown[])[]> {
      const { knex } = database;
      const appends: (readonly unknown[])[] = [];
      const note = ({ sql, options }: { sql: string; options: { values: unknown[] } }): void => {
        if (sql.includes('INSERT INTO room_entries')) appends.push(options.values);
      };
      knex.on('query', note);
      await run(appends);
      knex.removeListener('query', note);
      return appends;
    }

    it('do not keep others waiting again and again while their room is locked [RO34, RO62]', async () => {
      const { knex } = database;
      let nowMs = 0;
      const logs = new RoomLogs(knex, null, null, () => nowMs);
      const large = await openWith(logs, [
        { settings: { title: 'x'.repeat(1_500_000) } } as unknown as StreamEntry['patch'],
      ]);
      const commits = async (
        run: (appends: readonly unknown[]) => Promise<unknown>,
      ): Promise<unknown[]> => (await appendsOf(run)).map(([pages]) => pages);
      let appending: Promise<unknown> = Promise.resolve();
      await knex.transaction(async (transaction) => {
        await transaction('rooms').where({ page_id: large.pageId }).forUpdate().select('head');
        const isTried = async (): Promise<boolean> => {
          const other = await openRoom(logs);
          const pages = await commits(async () => {
            nowMs += 20;
            await other.append('a');
            // After the large one, if that was next.
            await other.append('a', 2);
          });
          // Whoever writes little is first.
          expect(pages[0]).to.eql([other.pageId]);
          return pages.flat().includes(large.pageId);
        };
        const [first] = await commits(async (appends) => {
          appending = large.append();
          // Writing it as JSON takes longer than a small one.
          while (appends.length === 0) await nextTurn();
          await (await openRoom(logs)).append('a');
        });
        expect(first).to.include(large.pageId);
        const tried: boolean[] = [];
        for (let times = 0; times < 8; times += 1) tried.push(await isTried());
        // After 20, 40 and 80 ms.
        expect(tried).to.eql([true, false, true, false, false, false, true, false]);
      });
      nowMs += 500;
      await (await openRoom(logs)).append('a');
      expect(await appending).to.eql({ ok: true });
    });

    it('give each text to the database as it is: in a list, it would be escaped, and a text of quotes would stop the server [RO17]', async () => {
      const patches = [
        { settings: { title: '"\\"\n{},NULL'.repeat(1000) }, removedUuids: ['a"b', 'c\\d'] },
        {},
      ] as const;
      const { log, head, entries, append } = await openWith(
        new RoomLogs(database.knex),
        patches as unknown as StreamEntry['patch'][],
      );
      const [values = []] = await appendsOf(append);
      const listed = values.filter(Array.isArray).flat();
      expect(listed.filter((value) => /["\\]/.test(String(value)))).to.eql([]);
      expect(values).to.include(JSON.stringify(patches[0]));
      expect(values).to.include(JSON.stringify(patches[0].removedUuids));
      expect(await log.entriesAfter(head)).to.eql(entries);
    });

    it('keep each commit within what Postgres accepts as parameters, or many busy rooms could store nothing [RO2]', async () => {
      const logs = new RoomLogs(database.knex);
      const patches = Array.from({ length: 500 }, () => ({}));
      const rooms = await Promise.all(Array.from({ length: 8 }, () => openWith(logs, patches)));
      const appends = await appendsOf(() => Promise.all(rooms.map(({ append }) => append())));
      expect(Math.max(...appends.map(({ length }) => length))).to.be.at.most(6100);
      for (const { log, head } of rooms) expect(await log.entriesAfter(head)).to.have.length(500);
    });

    it('are stored after the oldest and those that are small: an editor who writes little does not wait for large ops of many rooms [RO2, RO34]', async () => {
      const logs = new RoomLogs(database.knex);
      const large = [{ settings: { title: 'x'.repeat(400_000) } }];
      const rooms = await Promise.all(
        Array.from({ length: 12 }, () =>
          openWith(logs, large as unknown as StreamEntry['patch'][]),
        ),
      );
      const small = await openWith(logs, [{}]);
      const stored: string[] = [];
      await appendsOf(() =>
        Promise.all([
          ...rooms.map(({ append }) => append().then(() => stored.push('large'))),
          small.append().then(() => stored.push('small')),
        ]),
      );
      expect(stored).to.have.length(13);
      // It arrives while the first two commits run, with up to two large batches each.
      expect(stored.indexOf('small')).to.be.at.most(6);
      for (const { log, head } of [...rooms, small])
        expect(await log.entriesAfter(head)).to.have.length(1);
    });

    it('count acknowledgements, too, or a commit could be of any size [RO2]', async () => {
      const logs = new RoomLogs(database.knex);
      const rooms = await Promise.all(Array.from({ length: 6 }, () => openWith(logs, [{}])));
      const gone = ['x'.repeat(3_000_000)];
      const appends = await appendsOf(() =>
        Promise.all(
          rooms.map(({ log, entries: [entry], head }) => {
            if (!entry) throw new Error('There is no entry');
            const entries = [{ ...entry, details: { gone } }];
            return log.append({ epoch: entry.epoch, head, entries });
          }),
        ),
      );
      expect(appends).to.have.length(6);
    });

    it('pause while they write many patches that are small by themselves, or all would be written in one turn [RO17]', async () => {
      const title = 'x'.repeat(50_000);
      const patches = Array.from({ length: 20 }, () => ({ settings: { title } }));
      const large = await openWith(
        new RoomLogs(database.knex),
        patches as unknown as StreamEntry['patch'][],
      );
      const small = await openWith(new RoomLogs(database.knex), [{}, {}]);
      let turns = 0;
      const next = ROOM_TURNS.next.bind(ROOM_TURNS);
      ROOM_TURNS.next = (run) => {
        turns += 1;
        return next(run);
      };
      try {
        expect(await small.append()).to.eql({ ok: true });
        expect(turns, 'of small ones').to.equal(0);
        expect(await large.append()).to.eql({ ok: true });
        expect(turns).to.be.within(4, 10);
      } finally {
        Reflect.deleteProperty(ROOM_TURNS, 'next');
      }
      expect(await large.log.entriesAfter(large.head)).to.eql(large.entries);
    });
  });

  it('stores the ops of others while a room is locked, such as by publishing its page, and its own in order afterwards [RO34]', async () => {
    const { knex } = database;
    const logs = new RoomLogs(knex);
    const locked = await openRoom(logs);
    const others = await Promise.all(Array.from({ length: 5 }, () => openRoom(logs)));
    let own: Promise<unknown>[] = [];
    const stored: string[] = [];
    await knex.transaction(async (transaction) => {
      await transaction('rooms').where({ page_id: locked.pageId }).forUpdate().select('head');
      own = [1, 2].map((mid) =>
        locked.append('a', mid).then((outcome) => stored.push(`own ${JSON.stringify(outcome)}`)),
      );
      for (const { append } of others)
        for (const mid of [1, 2]) {
          expect(await append('a', mid)).to.eql({ ok: true });
          stored.push('other');
        }
    });
    await Promise.all(own);
    const ok = 'own {"ok":true}';
    expect(stored).to.eql([...Array.from({ length: 10 }, () => 'other'), ok, ok]);
    expect(await locked.log.entriesAfter(locked.head)).to.have.length(2);
    await knex('pages').where({ id: locked.pageId }).delete();
    expect(await locked.append('a', 3)).to.eql({ ok: false, code: 'stale_epoch' });
  });

  it('lets one room after the other go on after a commit: many that are busy would stop the server together [RO34]', async () => {
    const logs = new RoomLogs(database.knex);
    const rooms = await Promise.all(Array.from({ length: 20 }, () => openRoom(logs)));
    let turn = 0;
    let isWatching = true;
    const watch = (): void => {
      turn += 1;
      if (isWatching) setImmediate(watch);
    };
    watch();
    const turns = await Promise.all(
      rooms.map(async ({ append }) => {
        expect(await append('a')).to.eql({ ok: true });
        return turn;
      }),
    );
    isWatching = false;
    // The two commits that run at the same time may end in the same turn.
    expect(new Set(turns).size).to.be.at.least(18);
  });

  it('compacts one room after the other, without reading patches: many rooms would keep others waiting for the database [RO32]', async () => {
    const { knex } = database;
    const logs = new RoomLogs(knex);
    const rooms = await Promise.all(Array.from({ length: 6 }, () => openRoom(logs)));
    await Promise.all(rooms.map(({ append }) => append('a')));
    const running = new Set<unknown>();
    let most = 0;
    const begin = ({ sql, __knexQueryUid }: { sql: string; __knexQueryUid: unknown }): void => {
      if (!sql.includes('DELETE FROM room_snapshots')) return;
      expect(sql).not.to.match(/[^_]length\(/);
      running.add(__knexQueryUid);
      most = Math.max(most, running.size);
    };
    const end = (_: unknown, { __knexQueryUid }: { __knexQueryUid: unknown }): void => {
      running.delete(__knexQueryUid);
    };
    knex.on('query', begin);
    knex.on('query-response', end);
    await Promise.all(
      rooms.map(({ log, head }) =>
        log.saveSnapshot({ seq: head + 1, page: {}, removed: [], horizonSeq: 0 }),
      ),
    );
    knex.removeListener('query', begin);
    knex.removeListener('query-response', end);
    expect([most, running.size]).to.eql([1, 0]);
  });

  it('goes on from the newest revision of a page, so that revisions and seqs are one number [RO4]', async () => {
    const log = new RoomLogs(database.knex).logOf(await insertPage(12), readPage);
    expect((await log.open()).snapshot.seq).to.equal(12);
  });

  it('sends a client the whole page if entries that it missed are not stored any more [RO1]', async () => {
    const { knex } = database;
    const { pageId, log, append, head } = await openRoom(new RoomLogs(knex));
    await append('a', 1);
    await append('a', 2);
    await knex('room_entries')
      .where({ page_id: pageId, seq: head + 1 })
      .delete();
    expect(await log.entriesAfter(head)).to.equal(null);
    await knex('room_entries').where({ page_id: pageId }).delete();
    expect(await log.entriesAfter(head)).to.equal(null);
    expect(await log.entriesAfter(head + 2)).to.eql([]);
  });

  it('keeps what rooms and clients need, and not every edit for ever, or a page would fill the disk [RO11]', async () => {
    const { knex } = database;
    const { pageId, log, append, head } = await openRoom(new RoomLogs(knex));
    const snapshot = (mid: number) =>
      log.saveSnapshot({ seq: head + mid, page: { mid }, removed: [], horizonSeq: 0 });
    const entries = knex('room_entries').where({ page_id: pageId });
    const patches = async (): Promise<number> =>
      (await entries.clone().whereNotNull('patch')).length;
    for (let mid = 1; mid <= 30; mid += 1) {
      await append('a', mid);
      if (mid % 10 === 0) await snapshot(mid);
    }
    // Clients that come back soon get the entries that they missed.
    expect(await log.entriesAfter(head)).to.have.length(30);
    const kept = await knex('room_snapshots').where({ page_id: pageId }).orderBy('seq');
    expect(kept.map(({ seq }) => Number(seq) - head)).to.eql([20, 30]);
    // Large ones are not kept for them.
    await entries
      .clone()
      .where('mid', '>', 20)
      .update({ patch: JSON.stringify({ x: 'x'.repeat(1_000_000) }) });
    await append('a', 31);
    await snapshot(31);
    expect(await patches()).to.equal(8);
    expect(await log.entriesAfter(head)).to.equal(null);
    expect(await log.entriesAfter(head + 23)).to.have.length(8);
    // A client still learns what has become of its edits.
    const acknowledged = await log.entriesOf('a', 0);
    expect(acknowledged.map(({ mid, status }) => [mid, status])).to.have.length(31);
    await entries
      .clone()
      .where('mid', '<', 11)
      .update({ stored_at: new Date(0) });
    await append('a', 32);
    await snapshot(32);
    expect(await log.entriesOf('a', 0)).to.have.length(22);
    expect((await log.clientState('a'))?.lastMid).to.equal(32);
    // Nor are the newest acknowledgements all kept if they are large, or all clients.
    await entries
      .clone()
      .where('mid', '>', 29)
      .update({ entry: JSON.stringify({ mid: 1, x: 'x'.repeat(3_000_000) }) });
    expect(await log.entriesOf('a', 0)).to.have.length(0);
    await knex.raw(
      `INSERT INTO room_clients (page_id, client_id, last_mid, account_id, seen_at)
       SELECT ?, 'client-' || n, 1, 7, now() - make_interval(mins => n)
       FROM generate_series(1, 2100) AS n`,
      [pageId],
    );
    await append('a', 33);
    await snapshot(33);
    expect((await entries.clone().select('mid')).length).to.be.within(3, 10);
    expect(await knex('room_clients').where({ page_id: pageId })).to.have.length(2000);
    expect((await log.clientState('a'))?.lastMid).to.equal(33);
    const opened = await log.open();
    expect(opened.snapshot.seq).to.equal(head + 33);
  });

  it('deletes in milliseconds even if Postgres takes the room for a small one, or a busy room would never be compacted [RO11]', async () => {
    const { knex } = database;
    const { pageId, log, append, head } = await openRoom(new RoomLogs(knex));
    await append('a');
    // One entry and one client of each page.
    await knex.raw('ANALYZE room_entries; ANALYZE room_clients');
    await knex.raw(
      `INSERT INTO room_entries (page_id, seq, client_id, mid, entry)
         SELECT :pageId, :head + n, 'a', n, '{}' FROM generate_series(2, 12000) AS n`,
      { pageId, head },
    );
    await knex.raw(
      `INSERT INTO room_clients (page_id, client_id, last_mid, account_id)
         SELECT :pageId, 'client-' || n, 1, 7 FROM generate_series(1, 12000) AS n`,
      { pageId },
    );
    await knex('rooms')
      .where({ page_id: pageId })
      .update({ head: head + 20_010 });
    // A plan for a small room would take a minute, and a statement may take ten seconds.
    await log.saveSnapshot({ seq: head + 12_000, page: {}, removed: [], horizonSeq: 0 });
    const stored = await knex('room_entries').where({ page_id: pageId }).orderBy('seq');
    expect(stored.length).to.equal(11_991);
    expect(await log.clientState('a')).to.equal(null);
    expect(await knex('room_clients').where({ page_id: pageId })).to.have.length(2000);
  });

  describe('of pages that are replaced without their rooms', () => {
    const page = (index: number) =>
      JSON.stringify({ things: {}, index, text: randomBytes(50_000).toString('hex') });

    async function storedBytes(pageId: number): Promise<number> {
      const { rows } = await database.knex.raw<{ rows: { bytes: string }[] }>(
        `SELECT (SELECT sum(octet_length(snapshot)) FROM room_snapshots WHERE page_id = :pageId)
           + (SELECT sum(octet_length(entry) + coalesce(octet_length(patch), 0))
              FROM room_entries WHERE page_id = :pageId) AS bytes`,
        { pageId },
      );
      return Number(rows[0]?.bytes);
    }

    it('stay as small as the page, or publishing it in a loop fills the disk, and the next one to open it replays everything [RO15]', async () => {
      const { knex } = database;
      const { pageId, log, append, head } = await openRoom(new RoomLogs(knex));
      await append('a', 1);
      const text = page(0);
      for (let index = 1; index <= 300; index += 1) {
        const before = head + index;
        const seq = await knex.transaction((transaction) =>
          appendWholePage(transaction, pageId, before, { text: page(index), accountId: 7 }),
        );
        expect(seq).to.equal(before + 1);
        await compactRoom(knex, pageId);
      }
      expect(await storedBytes(pageId)).to.be.lessThan(2.5 * text.length);
      const { snapshot, entries, epoch } = await log.open();
      expect(entries).to.eql([]);
      expect(snapshot).to.deep.include({ seq: head + 301 });
      expect(snapshot.page).to.deep.include({ index: 300 });
      // What was sent before is still known, and clients that missed all of it get the page.
      expect(await log.clientState('a')).to.deep.include({ lastMid: 1 });
      expect(await log.entriesOf('a', 0)).to.have.length(1);
      expect(await log.entriesAfter(head)).to.equal(null);
      const seq = head + 302;
      const entry = { seq, epoch, clientId: 'b', accountId: 7, mid: 1, status: 'applied' } as const;
      await log.append({ epoch, head: head + 301, entries: [{ ...entry, patch: {} }] });
      expect((await log.open()).entries.map((each) => each.seq)).to.eql([seq]);
      // Its draft can be published, and so can the one that replaced the page.
      for (const at of [seq, seq - 1])
        expect((await findDraft(knex, pageId, at))?.snapshot).to.include('"index":300');
    });

    it('do not know more removals the more often they are replaced [RO33]', async () => {
      const { knex } = database;
      const { pageId, log, head } = await openRoom(new RoomLogs(knex));
      const { maxTombstones } = ROOM_LIMITS;
      const removed = Array.from({ length: maxTombstones + 10 }, (_, index) => ({
        uuid: `b${String(index)}`,
        // The oldest 20 by one entry.
        seq: index < 20 ? head - 1 : head,
      }));
      const snapshot = { seq: head, page: {}, removed, horizonSeq: 0 };
      await knex('room_snapshots').where({ page_id: pageId }).delete();
      await log.saveSnapshot(snapshot);
      await appendWholePage(knex, pageId, head, { text: '{"things":{}}', accountId: 7 });
      const { snapshot: next } = await log.open();
      expect(next.removed).to.eql(removed.slice(20));
      expect(next.horizonSeq).to.equal(head - 1);
    });

    it('go on knowing which blocks were removed, or an old edit could bring them back [RO15]', async () => {
      const { knex } = database;
      const { pageId, log, head } = await openRoom(new RoomLogs(knex));
      const { epoch } = await log.open();
      const removed = (uuid: string, seq: number) => ({ uuid, seq });
      const entriesAt = (seq: number, removedUuids: string[]): StreamEntry[] => [
        {
          ...{ seq, epoch, clientId: 'a', accountId: 7, mid: seq, status: 'applied' },
          patch: { removedUuids },
        },
      ];
      await log.append({ epoch, head, entries: entriesAt(head + 1, ['a']) });
      const snapshot = { seq: head + 1, page: {}, removed: [removed('a', head + 1)] };
      await log.saveSnapshot({ ...snapshot, horizonSeq: head });
      await log.append({ epoch, head: head + 1, entries: entriesAt(head + 2, ['b', 'c']) });
      await appendWholePage(knex, pageId, head + 2, { text: page(1), accountId: 7 });
      const opened = await log.open();
      expect(opened.snapshot).to.deep.include({
        seq: head + 3,
        removed: [removed('a', head + 1), removed('b', head + 2), removed('c', head + 2)],
        horizonSeq: head,
      });
      // Of what an older server has stored, it is not known without reading its snapshot.
      await knex('room_snapshots').where({ page_id: pageId }).update({ removals: null });
      await appendWholePage(knex, pageId, head + 3, { text: page(2), accountId: 7 });
      expect((await log.open()).snapshot).to.deep.include({ removed: [], horizonSeq: head + 4 });
    });
  });

  it('can be opened as an older server has stored it [RO17]', async () => {
    const { knex } = database;
    const { pageId, log, head } = await openRoom(new RoomLogs(knex));
    const old = { seq: head + 5, page: { things: { a: 1 } }, removed: [], horizonSeq: 2 };
    await knex('room_snapshots').where({ page_id: pageId }).delete();
    const row = { page_id: pageId, seq: old.seq, snapshot: JSON.stringify(old) };
    await knex('room_snapshots').insert(row);
    expect((await log.open()).snapshot).to.eql(old);
  });

  it('ends the ownership of a deleted page, and stores what other rooms append with it [RO3]', async () => {
    const { knex } = database;
    const logs = new RoomLogs(knex);
    const [first, deleted, last] = await Promise.all([
      openRoom(logs),
      openRoom(logs),
      openRoom(logs),
    ]);
    await knex('pages').where({ id: deleted.pageId }).delete();
    const outcomes = await Promise.all([first, deleted, last].map(({ append }) => append('a')));
    expect(outcomes).to.eql([{ ok: true }, { ok: false, code: 'stale_epoch' }, { ok: true }]);
    expect(await deleted.log.renew(1)).to.equal(false);
  });

  it('renews rooms of the same moment in one statement, and one that is locked once it is free [RO65]', async () => {
    const { knex } = database;
    const logs = new RoomLogs(knex);
    const rooms = await Promise.all(Array.from({ length: 6 }, () => openRoom(logs)));
    const [locked, moved] = rooms;
    if (!locked || !moved) throw new Error('There are no rooms');
    const old = new Date(0);
    const pageIds = rooms.map(({ pageId }) => pageId);
    await knex('rooms').whereIn('page_id', pageIds).update({ owner_seen_at: old });
    await moved.log.open();
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }): void => void statements.push(sql);
    let lockedIsOwner: Promise<boolean> | undefined;
    await knex.transaction(async (transaction) => {
      await transaction('rooms').where({ page_id: locked.pageId }).forUpdate().select('page_id');
      knex.on('query', note);
      // The first one does not wait for others.
      const first = rooms.at(-1)?.log.renew(1);
      const all = rooms.map(({ log }) => log.renew(1));
      lockedIsOwner = all[0];
      expect(await first).to.equal(true);
      expect(await Promise.all(all.slice(1))).to.eql([false, true, true, true, true]);
      await untilBlocked(knex);
      knex.off('query', note);
    });
    expect(await lockedIsOwner).to.equal(true);
    expect(statements.filter((sql) => sql.includes('unnest'))).to.have.length(2);
    const seen = await knex('rooms')
      .whereIn('page_id', pageIds)
      .select<{ owner_seen_at: Date }[]>();
    expect(seen.every(({ owner_seen_at }) => owner_seen_at > old)).to.equal(true);
  });

  it('stores two snapshots at a time, or edits would wait behind those of all rooms [RO65]', async () => {
    const { knex } = database;
    const logs = new RoomLogs(knex);
    const rooms = await Promise.all(Array.from({ length: 6 }, () => openRoom(logs)));
    for (const { append } of rooms) await append('a');
    const countBlocked = async (): Promise<number> => {
      const { rows } = await knex.raw<{ rows: unknown[] }>(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    let saved: Promise<unknown> = Promise.resolve();
    await knex.transaction(async (transaction) => {
      await transaction.raw('LOCK TABLE room_snapshots IN EXCLUSIVE MODE');
      const snapshot = { page: { things: {} }, removed: [], horizonSeq: 0 } as const;
      saved = Promise.all(
        rooms.map(({ log, head }) => log.saveSnapshot({ ...snapshot, seq: head + 1 })),
      );
      saved.catch(() => undefined);
      while ((await countBlocked()) < 2);
      for (let queries = 0; queries < 20; queries += 1)
        expect(await countBlocked()).to.be.at.most(2);
    });
    await saved;
    for (const { log, head } of rooms) expect((await log.open()).snapshot.seq).to.equal(head + 1);
  });

  it('rejects a batch that the database refuses, and stores what other rooms append with it [RO3]', async () => {
    const logs = new RoomLogs(database.knex);
    const rooms = await Promise.all(Array.from({ length: 6 }, () => openRoom(logs)));
    const outcomes = await Promise.allSettled(
      // Postgres stores no null characters.
      rooms.map(({ append }, index) => append(index === 3 ? 'a\u0000' : 'a')),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).to.eql([
      ...[true, true, true],
      ...[false, true, true],
    ]);
    const refused = rooms[3];
    expect(await refused?.log.entriesAfter(refused.head)).to.eql([]);
  });

  it('rejects what it cannot store while the database is down, and stores later batches [RO3]', async () => {
    const proxy = await startDatabaseProxy(database.url);
    // Only what is lost need fail soon: on a busy machine, other statements may take as long.
    const impatient = openDatabase(proxy.url, { silenceMs: 300 });
    const patient = openDatabase(proxy.url);
    let knex = patient;
    const either = new Proxy(patient, {
      get: (_, name): unknown => Reflect.get(knex, name),
      apply: (_, self, args: unknown[]): unknown => Reflect.apply(knex, self, args),
    });
    try {
      const { append, log, head } = await openRoom(new RoomLogs(either));
      // Opening a connection may take longer.
      let isOpen = false;
      for (let tries = 0; !isOpen && tries < 100; tries += 1)
        isOpen = await impatient.raw('SELECT 1').then(
          () => true,
          () => false,
        );
      expect(isOpen).to.equal(true);
      proxy.hang();
      knex = impatient;
      const [failed] = await Promise.allSettled([append('a')]);
      expect(failed.status).to.equal('rejected');
      proxy.resume();
      // The connections of the first pool remain unusable.
      const later = openDatabase(proxy.url);
      knex = later;
      expect(await append('a')).to.eql({ ok: true });
      expect(await log.entriesAfter(head)).to.have.length(1);
      await later.destroy();
    } finally {
      await patient.destroy();
      await impatient.destroy();
      proxy.close();
    }
  });

  const conformance = roomLogCases(async () => {
    const pageId = await insertPage();
    const others: Knex[] = [];
    return {
      connect: () => {
        const knex = openDatabase(database.url);
        others.push(knex);
        return new RoomLogs(knex).logOf(pageId, readPage);
      },
      close: async () => {
        for (const knex of others) await knex.destroy();
      },
    };
  });
  for (const { name, run } of conformance) it(`${name} [R73]`, run);
});
