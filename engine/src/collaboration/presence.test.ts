import { expect } from 'chai';
import { connectManually } from './testing/connectManually.ts';
import { ROOM_LIMITS } from './protocol/limits.ts';
import { openTestRoom } from './testing/openTestRoom.ts';
import { openTestTabs } from './testing/openTestTabs.ts';
import { flushPromises } from './testing/reliableSimulation.ts';
import type { TestPeer } from './testing/TestPeer.ts';

const VIEW = { x: 0, y: 0.5, width: 1, height: 0.6 };

/** Tabs in a room, and how they see each other. */
async function openTabs(count: number) {
  const opened = await openTestTabs(count);
  const { tabs, clock } = opened;
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 50) {
      clock.advance(50);
      await flushPromises();
    }
  };
  await pass(200);
  const [one, two, three] = tabs;
  if (!one || !two) throw new Error('two tabs are needed');
  const idOf = ({ client }: typeof one): string => client.clientId ?? '';
  /** What one tab sees of another one. */
  const seen = (by: typeof one, of: typeof one) => by.client.people.peers.get(idOf(of));
  return { ...opened, one, two, three: three ?? two, pass, idOf, seen };
}

/** What a peer was last sent about a client, all messages together. */
function shownTo(peer: TestPeer, clientId: string): Readonly<Record<string, unknown>> {
  const all = peer
    .of('presence')
    .flatMap(({ changed, left }) => [
      ...left.map((id) => ({ clientId: id, hasLeft: true })),
      ...changed,
    ]);
  return all
    .filter((each) => each.clientId === clientId)
    .reduce<object>((known, each) => ('hasLeft' in each ? {} : { ...known, ...each }), {}) as never;
}

describe('presence in a room', () => {
  it('does not make someone vanish who only reads, or works by touch or keyboard [R86]', async () => {
    const { one, two, pass, seen, idOf } = await openTabs(2);
    one.client.sendCursor({ x: 0.5, y: 1 });
    await pass(200);
    one.client.sendCursor(null);
    await pass(60_000);
    expect(seen(two, one)).to.deep.include({ clientId: idOf(one), here: true });
    one.setOnline(false);
    await pass(200);
    expect(seen(two, one)).to.equal(undefined);
  });

  it('ends what a silent client does, but shows who it is, to those who join later too [R22, R86]', async () => {
    const { join, clock } = await openTestRoom();
    const peer = await join('one');
    peer.connection.receive({ type: 'selection', thingUuids: ['a'] });
    clock.advance(4000);
    const late = await join('late', { accountId: 2 });
    expect(late.of('welcome')[0]?.present).to.eql([
      { clientId: 'one', accountId: 1, name: 'Ada', here: true },
    ]);
    const { client, receive, welcome, open, clock: own } = await connectManually();
    open();
    welcome();
    const who = { clientId: 'x', accountId: 2, name: 'Ben', here: true };
    const busy = { ...who, cursor: { x: 0, y: 0 }, selection: ['a'], caret: null };
    receive({
      type: 'presence',
      changed: [busy, { ...busy, clientId: 'old', here: false }],
      left: [],
    });
    own.advance(3100);
    expect([...client.people.peers.values()]).to.eql([who]);
    client.close();
  });

  it('notices within 5 s that someone has left whose message was lost [R86]', async () => {
    const { client, receive, welcome, open, clock } = await connectManually();
    open();
    welcome();
    const who = (clientId: string) => ({ clientId, accountId: 2, here: true });
    receive({ type: 'presence', changed: ['here', 'gone', 'new'].map(who), left: [] });
    receive({ type: 'head', seq: 0, here: ['here'] });
    expect(client.people.peers.size, 'the list may be older').to.equal(3);
    clock.advance(3100);
    receive({ type: 'head', seq: 0 });
    expect(client.people.peers.size, 'from an older room').to.equal(3);
    receive({ type: 'head', seq: 0, here: ['here', 'new'] });
    expect([...client.people.peers.keys()]).to.eql(['here', 'new']);
    client.close();
    const { join, clock: ofRoom } = await openTestRoom();
    const [one, two] = [await join('one'), await join('two', { accountId: 2 })];
    two.connection.receive({ type: 'selection', thingUuids: [] });
    ofRoom.advance(5000);
    expect(one.of('head').at(-1)?.here).to.eql(['two']);
  });

  it('does not make those vanish who are too many to be listed [R103]', async () => {
    const { join, clock } = await openTestRoom();
    const first = await join('first');
    const count = ROOM_LIMITS.maxListedClients + 1;
    const peers = await Promise.all(
      Array.from({ length: count }, (_, index) => join(`c${index}`, { accountId: 2 })),
    );
    for (const { connection } of peers) connection.receive({ type: 'selection', thingUuids: [] });
    clock.advance(5000);
    expect(first.of('head').at(-1)).to.have.property('seq');
    expect(first.of('head').at(-1)).not.to.have.property('here');
    peers[0]?.connection.disconnected();
    clock.advance(5000);
    expect(first.of('head').at(-1)?.here).to.have.length(count - 1);
  });

  it('does not send everyone the heartbeats of clients that do nothing [R86]', async () => {
    const { join, clock } = await openTestRoom();
    const [one, two] = [await join('one'), await join('two', { accountId: 2 })];
    const idle = { type: 'selection', thingUuids: [] };
    one.connection.receive(idle);
    clock.advance(100);
    const before = two.of('presence').length;
    for (let each = 0; each < 10; each++) {
      one.connection.receive(idle);
      clock.advance(1000);
    }
    expect(two.of('presence').length).to.equal(before);
  });

  it('sends a view only while someone follows, and only to those who do [R87]', async () => {
    const { one, two, three, pass, seen, idOf } = await openTabs(3);
    one.client.people.sendView(VIEW);
    await pass(2000);
    expect(seen(two, one)?.view).to.equal(undefined);
    two.client.people.follow(idOf(one));
    await pass(500);
    expect(one.client.people.followers).to.eql([idOf(two)]);
    expect(seen(two, one)?.view).to.eql(VIEW);
    one.client.people.sendView({ ...VIEW, y: 2 });
    await pass(300);
    expect(seen(two, one)?.view).to.eql({ ...VIEW, y: 2 });
    await pass(10_000);
    expect(seen(two, one)?.view, 'it does not expire').to.eql({ ...VIEW, y: 2 });
    expect(seen(three, one)).not.to.have.property('view');
    expect(seen(three, two)?.following).to.equal(idOf(one));
  });

  it('lets someone who is followed stop that, which the room enforces [R88]', async () => {
    const { one, two, pass, idOf } = await openTabs(2);
    two.client.people.follow(idOf(one));
    await pass(300);
    one.client.people.stopFollower(idOf(two));
    expect(one.client.people.followers).to.eql([]);
    await pass(300);
    expect(two.client.people.following).to.equal(null);
    expect(two.client.people.mayFollow(idOf(one))).to.equal(false);
    two.client.people.follow(idOf(one));
    expect(two.client.people.following).to.equal(null);
    one.client.people.letFollow(idOf(two));
    await pass(300);
    two.client.people.follow(idOf(one));
    await pass(300);
    expect(one.client.people.followers).to.eql([idOf(two)]);
    const { join, clock } = await openTestRoom();
    const [leader, stubborn] = [await join('leader'), await join('stubborn', { accountId: 2 })];
    const leading = { type: 'selection', thingUuids: [], view: VIEW };
    const following = { type: 'selection', thingUuids: [], following: 'leader' };
    leader.connection.receive(leading);
    stubborn.connection.receive(following);
    leader.connection.receive(leading);
    clock.advance(100);
    expect(shownTo(stubborn, 'leader')).to.deep.include({ view: VIEW });
    const stopped = { ...leading, view: { ...VIEW, y: 3 }, stoppedFollowers: ['stubborn'] };
    leader.connection.receive(stopped);
    stubborn.connection.receive(following);
    leader.connection.receive(stopped);
    clock.advance(200);
    expect(shownTo(stubborn, 'leader')).to.deep.include({ view: VIEW });
    expect(shownTo(leader, 'stubborn')).to.include({ following: null });
  });

  it('ends following when the one who is followed leaves, becomes quiet, or never was there [R88]', async () => {
    const { one, two, three, pass, idOf } = await openTabs(3);
    two.client.people.follow('nobody');
    two.client.people.follow(idOf(two));
    expect(two.client.people.following).to.equal(null);
    two.client.people.follow(idOf(one));
    three.client.people.follow(idOf(two));
    await pass(300);
    one.client.people.setQuiet(true);
    await pass(300);
    expect(two.client.people.following).to.equal(null);
    expect(two.client.people.mayFollow(idOf(one))).to.equal(false);
    two.setOnline(false);
    await pass(300);
    expect(three.client.people.following).to.equal(null);
    expect(one.client.people.peers.get(idOf(three))?.following).to.equal(null);
  });

  it('shows nothing of a quiet client but that someone is here, not even what was known before [R89]', async () => {
    const { one, two, pass, seen, idOf } = await openTabs(2);
    one.client.sendCursor({ x: 0.2, y: 0.3 });
    one.editor.select(['a']);
    await pass(200);
    expect(seen(two, one)).to.deep.include({ cursor: { x: 0.2, y: 0.3 }, accountId: 1 });
    one.client.people.setQuiet(true);
    await pass(200);
    const quiet = { clientId: idOf(one), accountId: -1, here: true, quiet: true };
    expect(seen(two, one)).to.eql(quiet);
    one.client.sendCursor({ x: 0.4, y: 0.3 });
    one.client.people.sendCaret({ thingUuid: 't', anchor: 1, head: 1 });
    one.client.people.sendView(VIEW);
    one.editor.select(['b']);
    one.editor.begin();
    one.editor.update(['b'], { position: { x: 0.9 } });
    await pass(300);
    one.editor.cancel();
    await pass(3300);
    expect(seen(two, one)).to.eql(quiet);
    one.client.people.setQuiet(false);
    await pass(200);
    expect(seen(two, one)).to.deep.include({ cursor: { x: 0.4, y: 0.3 }, accountId: 1 });
    expect(seen(two, one)).not.to.have.property('quiet');
  });

  it('does not name a client that is quiet from the start, whatever it sends [R89]', async () => {
    const { join, clock } = await openTestRoom();
    const [watcher, liar] = [await join('watcher'), await join('liar', { accountId: 2 })];
    liar.connection.receive({ type: 'selection', thingUuids: ['a'], quiet: true, view: VIEW });
    liar.connection.receive({ type: 'cursor', point: { x: 0, y: 0 } });
    const updated = [
      {
        uuid: 'a',
        position: { parentUuid: 's1', x: 1, y: 1, width: 1, height: 1, rotationDeg: 0 },
      },
    ];
    liar.connection.receive({ type: 'update-things', inProgress: true, updated });
    clock.advance(100);
    expect(shownTo(watcher, 'liar')).to.eql({
      ...{ clientId: 'liar', accountId: -1, here: true, quiet: true },
    });
    const { client, open, welcome, sent } = await connectManually({ isQuiet: true });
    client.sendCursor({ x: 1, y: 1 });
    open();
    welcome();
    expect(sent.filter(({ type }) => type !== 'hello')).to.eql([
      { type: 'selection', thingUuids: [], quiet: true },
    ]);
    client.close();
  });

  it("shows a quiet client's account to the other clients of that account, to those that join later, too, and to nobody else [R89]", async () => {
    const { join, clock } = await openTestRoom();
    const [own, other] = [await join('own'), await join('other', { accountId: 2 })];
    const visitor = await join('visitor', { accountId: -1 });
    const quiet = await join('quiet');
    quiet.connection.receive({ type: 'selection', thingUuids: [], quiet: true });
    clock.advance(100);
    const seenBy = (peer: TestPeer) => shownTo(peer, 'quiet')['accountId'];
    expect([own, other, visitor].map(seenBy)).to.eql([1, -1, -1]);
    expect(shownTo(own, 'quiet')).to.include({ quiet: true }).and.not.to.have.property('name');
    const later = [await join('own2'), await join('other2', { accountId: 2 })];
    const accounts = later.map((peer) =>
      peer
        .of('welcome')
        .flatMap(({ present }) => present)
        .filter(({ clientId }) => clientId === 'quiet')
        .map(({ accountId }) => accountId),
    );
    expect(accounts).to.eql([[1], [-1]]);
  });

  it('shows where someone edits a text, unless they may not edit [R90]', async () => {
    const { one, two, pass, seen } = await openTabs(2);
    one.editor.startTextEditing('t');
    one.client.people.sendCaret({ thingUuid: 't', anchor: 2, head: 5 });
    await pass(200);
    expect(seen(two, one)?.caret).to.eql({ thingUuid: 't', anchor: 2, head: 5 });
    one.client.people.sendCaret(null);
    await pass(200);
    expect(seen(two, one)?.caret).to.equal(null);
    const { join, clock } = await openTestRoom();
    const [watcher, viewer] = [
      await join('one'),
      await join('two', { accountId: 2, role: 'viewer' }),
    ];
    const caret = { thingUuid: 'a', anchor: 0, head: 0 };
    viewer.connection.receive({ type: 'selection', thingUuids: [], caret });
    clock.advance(100);
    expect(shownTo(watcher, 'two')).not.to.have.property('caret');
  });

  it('hides what a room would refuse, and reports mistakes of the host [R91]', async () => {
    const { client, clock, open, welcome, sent, receive } = await connectManually();
    open();
    welcome();
    receive({
      type: 'presence',
      changed: [{ clientId: 'x', accountId: 2, following: 'id-1' }],
      left: [],
    });
    client.people.sendView({ ...VIEW, y: 1e9 });
    client.people.sendCaret({ thingUuid: 't', anchor: 0, head: 1e9 });
    clock.advance(60);
    expect(sent.at(-1)).to.eql({ type: 'selection', thingUuids: [] });
    const { people } = client;
    for (const mistake of [
      () => people.sendView({ ...VIEW, y: NaN }),
      () => people.sendView({} as never),
      () => people.sendCaret({ thingUuid: 't', anchor: 0.5, head: NaN }),
      () => people.sendCaret({ anchor: 0, head: 0 } as never),
      () => people.setQuiet('yes' as never),
      () => people.follow(undefined as never),
    ])
      expect(mistake).to.throw().with.property('code', 'input_invalid');
    client.close();
  });

  it('ignores values beyond the limits, and accepts messages of older clients and rooms [R91]', async () => {
    const { join, clock } = await openTestRoom();
    const [watcher, odd] = [await join('watcher'), await join('odd', { accountId: 2 })];
    const state = { type: 'selection', thingUuids: [] };
    for (const wrong of [
      { view: { ...VIEW, x: NaN } },
      { view: { ...VIEW, height: -1 } },
      { caret: { thingUuid: 'a', anchor: -1, head: 0 } },
      { following: 'x'.repeat(65) },
      { stoppedFollowers: Array.from({ length: 101 }, (_, index) => String(index)) },
    ])
      odd.connection.receive({ ...state, ...wrong });
    clock.advance(100);
    expect(watcher.of('presence')).to.eql([]);
    odd.connection.receive({ ...state, fromTheFuture: true });
    clock.advance(100);
    expect(shownTo(watcher, 'odd')).to.deep.include({ selection: [], here: true });
    expect(odd.closed).to.equal(null);
  });
});
