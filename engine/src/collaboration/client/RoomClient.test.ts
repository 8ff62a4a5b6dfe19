import { expect } from 'chai';
import type { Block } from '../../model/Block.ts';
import type { Kit } from '../../blocks/Kit.ts';
import { createEditor } from '../../createEditor.ts';
import type { Editor } from '../../editor/Editor.ts';
import { diffPages, isEmptyChange } from '../../model/Change.ts';
import { rejectedWhile } from '../../testing/rejectedWhile.ts';
import { richTextFromPlain } from '../../text/richText.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import { PROTOCOL } from '../protocol/limits.ts';
import { type ClientMessage, clientMessageSchema } from '../protocol/clientMessages.ts';
import { connectManually } from '../testing/connectManually.ts';
import { reliableSimulation, flushPromises } from '../testing/reliableSimulation.ts';
import { SimClock } from '../testing/SimClock.ts';
import { firstPage, type Simulation } from '../testing/Simulation.ts';
import { createRoomClient } from './RoomClient.ts';
import { createMemoryStorage, type RoomStorage } from './RoomStorage.ts';
import type { RoomTransport } from './RoomTransport.ts';

const clientOf = (simulation: Simulation, index: number) => {
  const client = simulation.clients[index];
  if (!client) throw new Error('missing client');
  return client;
};

const editTitle = (editor: Editor<Kit>, title: string) =>
  editor.updatePage({ settings: { title } });

const rejects = (what: string) => (): never => Promise.reject(new Error(what)) as never;

describe('createRoomClient', () => {
  it('keeps unacknowledged ops after the tab is closed, and numbers those of the next one under another id [R5, R25]', async () => {
    const storage = createMemoryStorage();
    const first = await connectManually({ storage });
    editTitle(first.editor, 'Offline');
    await flushPromises();
    expect(first.client.pendingCount).to.equal(1);
    first.client.close();
    const again = await connectManually({ storage, createId: () => 'another' });
    expect(again.client.pendingCount).to.equal(1);
    expect(again.editor.fields.settings.title).to.equal('Offline');
    expect(again.client.clientId).to.equal(first.client.clientId);
    again.open();
    again.welcome();
    expect(again.sentOps().map(({ mid }) => mid)).to.eql([1]);
    editTitle(again.editor, 'More');
    again.client.flush();
    expect(again.sentOps().map(({ mid }) => mid)).to.eql([1]);
    const entry = { seq: 1, epoch: 1, clientId: 'id-1', accountId: 1, mid: 1, patch: {} };
    again.receive({ type: 'stream', entries: [{ ...entry, status: 'applied' }] });
    again.clock.advance(1000);
    again.open();
    again.welcome({ seq: 1 });
    again.client.flush();
    expect(again.client.clientId).to.equal('another');
    expect(again.sentOps().map(({ mid }) => mid)).to.eql([1, 2]);
  });

  it('sends ops on a timer, at once when flushed, and again if there is no response [R25]', async () => {
    const { open, welcome, editor, sentOps, clock, client } = await connectManually();
    open();
    welcome();
    editTitle(editor, 'A');
    expect(sentOps()).to.eql([]);
    clock.advance(20);
    expect(sentOps()).to.have.length(1);
    editTitle(editor, 'B');
    client.flush();
    expect(sentOps()).to.have.length(2);
    clock.advance(5000);
    expect(sentOps().map(({ mid }) => mid)).to.eql([1, 2, 1, 2]);
  });

  it('repeats its hello if there is no response, and reconnects after a disconnect [R25]', async () => {
    const { open, sent, clock, drop, connections, client, welcome } = await connectManually();
    open();
    clock.advance(5000);
    expect(sent.filter(({ type }) => type === 'hello')).to.have.length(2);
    welcome();
    expect(client.status).to.equal('live');
    drop();
    expect(client.status).to.equal('connecting');
    clock.advance(500);
    expect(connections()).to.equal(2);
    client.close();
    clock.advance(60_000);
    expect([connections(), client.status]).to.eql([2, 'closed']);
  });

  it('keeps pending ops when an upgrade is required, and does not reconnect when refused [R20]', async () => {
    const old = await connectManually();
    old.open();
    old.receive({ type: 'upgrade-required', protocol: 9 });
    old.drop('upgrade_required');
    editTitle(old.editor, 'Kept');
    old.clock.advance(60_000);
    expect([old.client.status, old.client.pendingCount, old.connections()]).to.eql([
      'upgrade_required',
      1,
      1,
    ]);
    const forged = await connectManually();
    forged.open();
    forged.receive({ type: 'error', code: 'account_mismatch' });
    forged.clock.advance(60_000);
    expect([forged.client.status, forged.connections()]).to.eql(['refused', 1]);
    const unreadable = await connectManually();
    unreadable.open();
    unreadable.welcome({ page: { nonsense: true } });
    expect(unreadable.client.status).to.equal('upgrade_required');
  });

  it('keeps pending ops of a page that a newer editor has made, or a tab that was not reloaded after a deployment would lose what was edited offline [R20]', async () => {
    const storage = createMemoryStorage();
    const old = await connectManually({ storage });
    editTitle(old.editor, 'Kept');
    old.open();
    old.welcome({ readOnly: true });
    old.clock.advance(60_000);
    expect(old.sentOps()).to.eql([]);
    expect([old.client.status, old.client.isReadOnly, old.client.pendingCount]).to.eql([
      'live',
      true,
      1,
    ]);
    old.client.close();
    const updated = await connectManually({ storage });
    updated.open();
    updated.welcome();
    expect(updated.sentOps()).to.have.length(1);
    expect(updated.editor.fields.settings.title).to.equal('Kept');
  });

  it('connects at once when asked, however long it would wait, and replaces a connection that may be dead: otherwise someone whose network is back stays offline [R85]', async () => {
    const { open, welcome, drop, clock, client, connections, editor, sentOps, sent } =
      await connectManually();
    for (let failures = 1; failures <= 8; failures++) {
      drop();
      if (failures < 8) clock.advance(30_000);
    }
    expect(connections()).to.equal(8);
    client.reconnect();
    expect(connections()).to.equal(9);
    open();
    welcome();
    clock.advance(60_000);
    expect(connections(), 'the earlier delay is over').to.equal(9);
    editTitle(editor, 'A');
    client.flush();
    expect(sentOps()).to.have.length(1);
    client.reconnect();
    expect([client.status, connections()]).to.eql(['connecting', 10]);
    open();
    expect(sent.at(-1)?.type).to.equal('hello');
    welcome();
    expect(client.status).to.equal('live');
    expect(sentOps().map(({ mid }) => mid)).to.eql([1, 1]);
    drop();
    clock.advance(500);
    expect(connections(), 'delays start anew').to.equal(11);
    client.close();
    client.reconnect();
    clock.advance(60_000);
    expect([client.status, connections()]).to.eql(['closed', 11]);
  });

  it('does not connect before its storage is read, even if asked: it would join under no id [R85]', async () => {
    let respond = (): void => undefined;
    const memory = createMemoryStorage();
    const entries = async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      return memory.entries();
    };
    const { client, connections } = await connectManually({ storage: { ...memory, entries } });
    client.reconnect();
    expect(connections()).to.equal(0);
    respond();
    await flushPromises();
    expect(connections()).to.equal(1);
  });

  it('keeps its ops and does not try again when its host refuses it, until asked [R85]', async () => {
    const { open, welcome, drop, clock, client, connections, editor, sentOps } =
      await connectManually();
    drop('refused');
    editTitle(editor, 'Kept');
    clock.advance(60_000);
    expect([client.status, client.pendingCount, connections()]).to.eql(['refused', 1, 1]);
    client.reconnect();
    expect([client.status, connections()]).to.eql(['connecting', 2]);
    open();
    welcome();
    expect(sentOps()).to.have.length(1);
    const old = await connectManually();
    old.drop('upgrade_required');
    old.client.reconnect();
    expect([old.client.status, old.connections()]).to.eql(['upgrade_required', 1]);
  });

  it('tells the page as the room has it, which can be opened later without showing a pending op twice [R85]', async () => {
    const storage = createMemoryStorage();
    const { open, welcome, client, editor } = await connectManually({ storage });
    expect(client.confirmedPage).to.equal(null);
    open();
    welcome({ seq: 7 });
    const before = client.page;
    const [uuid = ''] = editor.add({ type: 'sticky-note' }).unwrap();
    expect(client.page?.things).to.have.property(uuid);
    const confirmed = client.confirmedPage;
    expect(confirmed).to.eql({ page: before, seq: 7 });
    client.close();
    await flushPromises();
    if (!confirmed) throw new Error('the client was welcomed');
    const later = createEditor({ page: confirmed.page });
    const again = await connectManually({ storage, editor: later, baseSeq: confirmed.seq });
    expect(later.blocks.has(uuid)).to.equal(true);
    expect([again.client.pendingCount, again.client.confirmedPage]).to.eql([1, null]);
    again.open();
    expect(again.sent[0]).to.deep.include({ type: 'hello', lastSeq: 7 });
  });

  it('repeats its hello only after the delay that a room of an older protocol states [R20]', async () => {
    const { open, receive, sent, clock } = await connectManually();
    const hellos = () => sent.filter(({ type }) => type === 'hello').length;
    open();
    receive({ type: 'error', code: 'protocol_too_new', retryAfterMs: 60_000 });
    receive({ type: 'nonsense' });
    clock.advance(59_999);
    expect(hellos()).to.equal(1);
    clock.advance(1);
    expect(hellos()).to.equal(2);
  });

  it('stops requesting locks when it is closed, even if a refused one waits for its retry [R23]', async () => {
    const { open, welcome, receive, clock, client } = await connectManually();
    open();
    welcome();
    client.acquireLocks(['t']);
    const refusal = { type: 'lock-refused', thingUuids: ['t'], code: 'locked_by_other' };
    receive({ ...refusal, retryAfterMs: 1000 });
    client.close();
    clock.advance(60_000);
    expect(clock.untilNextMs, 'no timer is left').to.equal(null);
  });

  it('reverts ops that its role does not permit, and keeps their texts [R17, R24]', async () => {
    const { open, welcome, receive, editor, client } = await connectManually();
    const rejected: string[] = [];
    client.listen({ onRejected: ({ code }) => rejected.push(code) });
    open();
    welcome();
    editor.update('t', { content: { text: richTextFromPlain('My text') } });
    client.flush();
    receive({ type: 'role', role: 'viewer' });
    receive({ type: 'error', code: 'not_permitted' });
    expect([client.role, client.pendingCount, rejected]).to.eql(['viewer', 0, ['not_permitted']]);
    expect(JSON.stringify(editor.page.things.t)).not.to.include('My text');
    expect(JSON.stringify(client.lostTexts)).to.include('My text');
    client.dismissLostText(client.lostTexts[0]?.id ?? '');
    expect(client.lostTexts).to.eql([]);
  });

  it('rejects a cursor or text id of the wrong type, which would do nothing [J13]', async () => {
    const { client } = await connectManually();
    const calls: readonly (readonly [() => unknown, string])[] = [
      [() => client.sendCursor({ x: NaN, y: 1 }), 'point.x'],
      [() => client.sendCursor({ x: 0, y: Infinity }), 'point.y'],
      [() => client.sendCursor({ x: 0 } as never), 'point'],
      [() => client.sendCursor('x' as never), 'point'],
      [() => client.sendCursor(undefined as never), 'point'],
      [() => client.dismissLostText(5 as never), 'id'],
    ];
    for (const [call, path] of calls)
      expect(call, path)
        .to.throw(CobbleError)
        .that.deep.includes({ code: 'input_invalid', details: { path } });
    client.sendCursor({ x: 0.5, y: 1 });
    client.sendCursor(null);
    client.dismissLostText('nowhere');
  });

  it('reverts only ops that the room has not accepted, and waits for the others [R17]', async () => {
    const { open, welcome, receive, editor, client } = await connectManually();
    const rejected: number[] = [];
    client.listen({ onRejected: ({ mid }) => rejected.push(mid) });
    open();
    welcome();
    editTitle(editor, 'A');
    editTitle(editor, 'B');
    client.flush();
    receive({ type: 'error', code: 'not_permitted', lastMid: 1 });
    expect([rejected, client.pendingCount]).to.eql([[2], 1]);
    expect(editor.page.settings.title).to.equal('A');
  });

  it('reports what its transport throws, and connects again [R41]', async () => {
    const failures: string[] = [];
    const fail = (what: string) => (): never => {
      throw new Error(what);
    };
    const transports: RoomTransport['connect'][] = [
      fail('connect'),
      ({ onOpen }) => {
        onOpen();
        return { send: fail('send'), close: fail('close') };
      },
    ];
    const sent: ClientMessage[] = [];
    const connect: RoomTransport['connect'] = (handlers) => {
      const next = transports.shift();
      if (next) {
        if (transports.length === 0) void Promise.resolve().then(() => handlers.onClose());
        return next(handlers);
      }
      void Promise.resolve().then(handlers.onOpen);
      return { send: (message) => sent.push(message), close: () => undefined };
    };
    const { client, clock, editor } = await connectManually({
      transport: { connect },
      onFailure: (error) => void failures.push(String(error)),
    });
    editTitle(editor, 'Kept');
    for (let round = 0; round < 10; round++) {
      clock.advance(1000);
      await flushPromises();
    }
    expect(failures.slice(0, 3)).to.eql(['Error: connect', 'Error: send', 'Error: close']);
    expect(sent.map(({ type }) => type)).to.include('hello');
    expect([client.status, client.pendingCount]).to.eql(['connecting', 1]);
  });

  it('reports what its async transport rejects with, and goes on [R41]', async () => {
    const failures: string[] = [];
    const rejected = await rejectedWhile(async () => {
      const { client } = await connectManually({
        transport: {
          connect: ({ onOpen }) => {
            void Promise.resolve().then(onOpen);
            return { send: rejects('send'), close: rejects('close') };
          },
        },
        onFailure: (error) => {
          failures.push(String(error));
          return rejects('onFailure')();
        },
      });
      client.close();
      await flushPromises();
    });
    expect(rejected).to.eql([]);
    expect(failures).to.eql(['Error: send', 'Error: close']);
  });

  it('reports what its async listeners reject with, and calls the others [R41]', async () => {
    const failures: string[] = [];
    const codes: string[] = [];
    const rejected = await rejectedWhile(async () => {
      const onFailure = (error: unknown): void => void failures.push(String(error));
      const { open, welcome, receive, editor, client } = await connectManually({ onFailure });
      client.listen({ onRejected: rejects('listener') });
      client.listen({ onRejected: ({ code }) => codes.push(code) });
      open();
      welcome();
      editTitle(editor, 'A');
      client.flush();
      receive({ type: 'error', code: 'not_permitted', lastMid: 0 });
      await flushPromises();
    });
    expect(rejected).to.eql([]);
    expect([codes, failures]).to.eql([['not_permitted'], ['Error: listener']]);
  });

  it('waits when it is rate limited [R19]', async () => {
    const { open, welcome, receive, editor, clock, sentOps, client } = await connectManually();
    open();
    welcome();
    editTitle(editor, 'A');
    client.flush();
    receive({ type: 'error', code: 'rate_limited', retryAfterMs: 700 });
    clock.advance(699);
    expect(sentOps()).to.have.length(1);
    clock.advance(1);
    expect(sentOps()).to.have.length(2);
  });

  it('sends a large edit in parts, each after the receipt of the previous one [R19, R43]', async () => {
    const { open, welcome, drop, receive, editor, sent, client, clock } = await connectManually();
    open();
    welcome();
    const blocks = Array.from({ length: 900 }, () => ({
      type: 'sticky-note' as const,
      position: { x: 0 },
      content: { stickyNoteText: { text: '\u{1F331}'.repeat(120) } },
    }));
    expect(editor.add(blocks).ok).to.equal(true);
    editTitle(editor, 'Later');
    client.flush();
    const parts = () => sent.filter((each) => each.type === 'op-part');
    const receipt = (mid: number, index: number) =>
      receive({ type: 'op-part-received', mid, index });
    const text = (from: number) =>
      parts()
        .slice(from)
        .map((part) => part.text)
        .join('');
    expect([parts().length, client.pendingCount]).to.eql([1, 2]);
    receipt(1, 1);
    receipt(2, 0);
    expect(parts()).to.have.length(1);
    receipt(1, 0);
    receipt(1, 0);
    expect(parts().map(({ index }) => index)).to.eql([0, 1]);
    // Without a receipt, or on a new connection, it starts over.
    clock.advance(5000);
    expect(parts().map(({ index }) => index)).to.eql([0, 1, 0]);
    receipt(1, 0);
    drop();
    clock.advance(1000);
    open();
    welcome();
    client.flush();
    const start = parts().length - 1;
    for (let index = 0; text(start).length < (parts()[start]?.chars ?? 0); index++)
      receipt(1, index);
    const sizes = parts().map((part) => JSON.stringify(part).length);
    expect(Math.max(...sizes)).to.be.lessThan(1_000_000);
    expect(sent.at(-1)).to.deep.include({ type: 'ops', after: 1 });
    const op = JSON.parse(text(start)) as { mid: number; intents: { things?: unknown[] }[] };
    expect(op.mid).to.equal(1);
    expect(op.intents[0]?.things).to.have.length(900);
    expect(parts().every((part) => !/[\uD800-\uDBFF]$/.test(part.text))).to.equal(true);
  });

  it('rejects an edit that is too large for an op [R43]', async () => {
    const { open, welcome, editor, client } = await connectManually();
    open();
    welcome();
    const rejected: string[] = [];
    client.listen({ onRejected: ({ code }) => rejected.push(code) });
    const editNote = (note: string) => {
      const things: Record<string, Block> = { ...editor.page.things };
      const { a } = things;
      if (a) things.a = { ...a, content: { ...a.content, note } };
      client.commit(diffPages(editor.page, { ...editor.page, things }));
    };
    editNote('x'.repeat(8_100_000));
    expect(rejected).to.eql(['too_large']);
    // Escaped, the text is six times as long.
    editNote('\u0001'.repeat(1_500_000));
    expect(rejected).to.eql(['too_large', 'too_large']);
    expect(client.pendingCount).to.equal(0);
  });

  it('shows everyone the same page, with pending ops on top [R7]', async () => {
    const { simulation, settle } = await reliableSimulation(3);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    one.editor.update('a', { position: { x: 0.7 } });
    two.editor.update('a', { styles: { opacity: 0.5 } });
    two.editor.add({ type: 'shape' });
    one.client.flush();
    await flushPromises();
    expect(two.client.pendingCount).to.equal(2);
    expect(two.editor.page.things.a?.position.x, 'the edit of the other client').to.equal(0.7);
    expect(two.editor.page.things.a?.styles.opacity, 'its own edit').to.equal(0.5);
    await settle();
    for (const { editor } of simulation.clients) {
      expect(editor.page.things.a?.position.x).to.equal(0.7);
      expect(editor.page.things.a?.styles.opacity).to.equal(0.5);
      expect(diffPages(editor.page, one.editor.page)).to.satisfy(isEmptyChange);
    }
    expect(one.editor.hasPublishableChanges).to.equal(true);
  });

  it('shares edits that a listener makes when it is notified of an edit, local or remote [R47]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    const counts = { edit: 0, remote: 0 };
    two.editor.onChange(({ updated }, origin) => {
      if (!updated.a || (origin !== 'edit' && origin !== 'remote')) return;
      counts[origin] += 1;
      editTitle(two.editor, `${origin} ${String(counts[origin])}`);
    });
    one.editor.update('a', { position: { x: 0.7 } });
    await settle();
    expect(one.editor.page.settings.title).to.equal('remote 1');
    two.editor.update('a', { position: { x: 0.6 } });
    await settle();
    expect(one.editor.page.settings.title).to.equal('edit 1');
    expect(counts).to.eql({ edit: 1, remote: 1 });
    two.editor.undo();
    await settle();
    expect(one.editor.page).to.deep.include({ things: two.editor.page.things });
  });

  it('applies commands on the whole page, and their undos, to what others have added meanwhile [R42, R45]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    /** Edits the page while the other client adds a block; returns the block as it is afterwards. */
    const meanwhile = async (position: { x: number; y: number }, edit: () => unknown) => {
      const styles = { paddingPx: 6 };
      const added = two.editor.add({ type: 'shape', styles, parentUuid: 's1', position });
      edit();
      await settle();
      expect(diffPages(one.editor.stablePage, two.editor.stablePage)).to.satisfy(isEmptyChange);
      return one.editor.blocks.get(added.ok ? (added.value[0] ?? '') : '');
    };
    const sliced = await meanwhile({ x: 0, y: 0.8 }, () => one.editor.slice('s1', 0.75, 0.25));
    expect(sliced?.position.y).to.equal(1.05);
    const undone = await meanwhile({ x: 0, y: 1.5 }, () => one.editor.undo());
    expect(undone?.position.y).to.equal(1.25);
    expect(one.editor.blocks.get(sliced?.uuid ?? '')?.position.y).to.equal(0.8);
    const redone = await meanwhile({ x: 0, y: 2 }, () => one.editor.redo());
    expect(redone?.position.y).to.equal(2.25);
    const resize = () => one.editor.resizeSection('s1', { width: 0.75 });
    const resized = await meanwhile({ x: 0.5, y: 0 }, resize);
    expect(resized?.position.x).to.equal(0.375);
    const redesign = () => one.editor.setReferenceWidth(1200, { scale: true });
    const scaled = await meanwhile({ x: 0, y: 0 }, redesign);
    expect(scaled?.styles.paddingPx).to.equal(12);
    const unscaled = await meanwhile({ x: 0, y: 0 }, () => one.editor.undo());
    expect(unscaled?.styles.paddingPx).to.equal(3);
    expect(one.editor.blocks.get(scaled?.uuid ?? '')?.styles.paddingPx).to.equal(6);
    const others = { settings: one.editor.page.settings, style: {}, things: firstPage().things };
    const replaced = await meanwhile({ x: 0, y: 0 }, () => one.editor.replacePage(others));
    expect(replaced).to.equal(undefined);
    // Undoing it brings back what it has removed, and keeps what others have done since.
    two.editor.updatePage({ settings: { title: 'New' } });
    await settle();
    one.editor.undo();
    await settle();
    expect(one.editor.blocks.has(scaled?.uuid ?? '')).to.equal(true);
    expect(one.editor.page.settings.title).to.equal('New');
    expect(diffPages(one.editor.stablePage, two.editor.stablePage)).to.satisfy(isEmptyChange);
  });

  it('shares an upload that ends during an edit, or others would never get the image [R26, E58]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    const uuid = one.editor.add({ type: 'image', content: { url: 'blob:x' } }).unwrap()[0] ?? '';
    await settle();
    one.editor.begin();
    one.editor.update('a', { position: { x: 0.4 } });
    one.editor.update(uuid, { content: { url: '/assets/x.png' } });
    one.editor.cancel();
    await settle();
    one.editor.update(uuid, { styles: { opacity: 0.5 } });
    await settle();
    for (const { editor } of [one, two])
      expect(editor.page.things[uuid]?.content).to.include({ url: '/assets/x.png' });
  });

  for (const [when, afterAdding, afterRemoving] of [
    ['before both are stored', false, false],
    ['once both are stored', false, true],
    ['each of which was stored at once', true, true],
  ] as const)
    it(`restores an image whose upload ended after its addition and removal, ${when}, with its file [R26, E58]`, async () => {
      const { simulation, settle } = await reliableSimulation(2);
      const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
      const uuid = one.editor.add({ type: 'image', content: { url: 'blob:x' } }).unwrap()[0] ?? '';
      if (afterAdding) await settle();
      one.editor.remove(uuid).unwrap();
      if (afterRemoving) await settle();
      one.editor.finishUpload(uuid, { url: '/assets/x.png' }).unwrap();
      await settle();
      for (const step of ['undo', 'undo', 'redo'] as const) {
        one.editor[step]();
        await settle();
      }
      for (const { editor } of [one, two])
        expect(editor.page.things[uuid]?.content).to.include({ url: '/assets/x.png' });
    });

  it('keeps temporary addresses of uploads in their tab [R26]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    const added = one.editor.add({ type: 'image', content: { url: 'blob:x' } });
    const uuid = added.ok ? (added.value[0] ?? '') : '';
    await settle();
    two.editor.update(uuid, { styles: { opacity: 0.5 } });
    await settle();
    expect(one.editor.page.things[uuid]).to.deep.include({ styles: { opacity: 0.5 } });
    expect(one.editor.page.things[uuid]?.content).to.include({ url: 'blob:x' });
    expect(two.editor.page.things[uuid]?.content).to.include({ url: '' });
    one.editor.update(uuid, { content: { url: '/assets/x.png' } });
    await settle();
    expect(two.editor.page.things[uuid]?.content).to.include({ url: '/assets/x.png' });

    one.editor.update(uuid, { content: { url: 'blob:other' } });
    await settle();
    two.editor.update(uuid, { styles: { opacity: 0.25 } });
    await settle();
    expect(one.editor.page.things[uuid]?.content, 'replaced').to.include({ url: 'blob:other' });
    expect(one.editor.page.things[uuid]).to.deep.include({ styles: { opacity: 0.25 } });
    expect(two.editor.page.things[uuid]?.content).to.include({ url: '/assets/x.png' });
    one.editor.update(uuid, { content: { url: '/assets/y.png' } });
    await settle();
    for (const { editor } of [one, two])
      expect(editor.page.things[uuid]?.content).to.include({ url: '/assets/y.png' });
  });

  it('locks a text while it is edited, and keeps texts that were not applied [R24]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    expect(one.editor.startTextEditing('t')).to.equal(true);
    // Made before the other client's lock is known.
    two.editor.update('t', { content: { text: richTextFromPlain('Other text') } });
    await flushPromises();
    two.client.flush();
    await flushPromises();
    expect(one.client.holdsLock('t')).to.equal(true);
    expect(two.client.locksOfOthers.get('t')?.clientId).to.equal(one.client.clientId);
    one.editor.setEditedText(richTextFromPlain('Mine'));
    one.editor.stopTextEditing();
    await flushPromises();
    await settle();
    expect(one.client.holdsLock('t')).to.equal(false);
    expect(two.client.locksOfOthers.size).to.equal(0);
    const note = one.editor.add({ type: 'sticky-note' }, { select: false });
    const noteId = note.ok ? (note.value[0] ?? '') : '';
    await settle();
    expect(one.editor.startTextEditing(noteId)).to.equal(true);
    await flushPromises();
    expect(one.client.holdsLock(noteId), 'a note').to.equal(true);
    expect(two.editor.startTextEditing(noteId)).to.equal(false);
    one.editor.stopTextEditing();
    await settle();
    expect(JSON.stringify(two.editor.page.things.t)).to.include('Mine');
    expect(JSON.stringify(two.client.lostTexts)).to.include('Other text');

    two.editor.begin();
    two.editor.update('t', { content: { text: richTextFromPlain('Typed on') } });
    one.editor.remove(['t']);
    await flushPromises();
    simulation.clock.advance(50);
    await flushPromises();
    two.editor.commit();
    expect(two.editor.page.things.t).to.equal(undefined);
    expect(JSON.stringify(two.client.lostTexts)).to.include('Typed on');

    const box = one.editor.add({ type: 'text' }, { select: false });
    const uuid = box.ok ? (box.value[0] ?? '') : '';
    await settle();
    two.editor.update(uuid, { content: { text: richTextFromPlain('Too late') } });
    one.editor.remove([uuid]);
    one.client.flush();
    await flushPromises();
    await settle();
    expect(JSON.stringify(two.client.lostTexts)).to.include('Too late');
  });

  it('locks blocks in the editor while others edit them: for commands, gestures, typing and undo [R34]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    const { editor } = two;
    editor.update('t', { styles: { opacity: 0.5 } });
    editor.update('a', { position: { x: 0.3 } });
    await settle();
    one.client.acquireLocks(['a', 't']);
    await flushPromises();
    expect([...editor.lockedByOthers].sort()).to.eql(['a', 't']);
    expect([...one.editor.lockedByOthers], 'own locks').to.eql([]);
    const before = editor.page;
    const refused = [
      editor.update('a', { position: { x: 0.9 } }),
      editor.remove(['a']),
      editor.reorder('front', ['a']),
      editor.remove(['g']),
    ];
    expect(refused.map((each) => !each.ok && each.code)).to.eql([
      'block_locked',
      'block_locked',
      'block_locked',
      'selection_locked',
    ]);
    expect(editor.startTextEditing('t')).to.equal(false);
    const refusals: string[] = [];
    editor.onRefusal((code) => refusals.push(code));
    const box = editor.boxOf('a') ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = { pxPerUnit: 600, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    editor.dispatch({ ...at, type: 'pointerdown' });
    editor.dispatch({ ...at, x: at.x + 0.3, type: 'pointermove' });
    editor.dispatch({ ...at, x: at.x + 0.3, type: 'pointerup' });
    expect(refusals).to.eql(['block_locked']);
    expect(editor.undo(), 'the remaining entries are locked').to.equal(false);
    expect(editor.page.things.a).to.equal(before.things.a);
    expect(editor.page.things.t).to.equal(before.things.t);
    await settle();
    expect(simulation.log.entries.every(({ status }) => status === 'applied')).to.equal(true);

    one.client.releaseLocks(['a', 't']);
    await flushPromises();
    expect(editor.update('a', { position: { x: 0.9 } }).ok).to.equal(true);
    one.client.acquireLocks(['t']);
    await flushPromises();
    expect([...editor.lockedByOthers]).to.eql(['t']);
    two.client.close();
    expect([...editor.lockedByOthers], 'after leaving').to.eql([]);
  });

  it('undoes what the room really applied [R35]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    /** Both edit concurrently; the second op is stored last. */
    const edit = async (first: () => unknown, second: () => unknown): Promise<void> => {
      first();
      second();
      one.client.flush();
      await flushPromises();
      two.client.flush();
      await settle();
    };
    const positionOf = (uuid: string) => {
      const { parentUuid, position } = two.editor.page.things[uuid] ?? {};
      return [parentUuid, position?.x, position?.y];
    };
    // The move is converted to the new section, and undo restores the other client's position.
    await edit(
      () => one.editor.update('a', { position: { x: 0.2, y: 1.3 } }),
      () => two.editor.update('a', { position: { x: 0.5, y: 0.5 } }),
    );
    expect(positionOf('a')).to.eql(['s2', 0.5, -0.5]);
    expect(two.editor.undo()).to.equal(true);
    await settle();
    expect(positionOf('a')).to.eql(['s2', 0.2, 0.3]);
    expect(two.editor.redo()).to.equal(true);
    await settle();
    expect(positionOf('a')).to.eql(['s2', 0.5, -0.5]);

    // Undo restores the other client's value, not the one that was shown.
    await edit(
      () => one.editor.update('b', { styles: { opacity: 0.7 } }),
      () => two.editor.update('b', { styles: { opacity: 0.2 } }),
    );
    two.editor.undo();
    expect(two.editor.page.things.b?.styles.opacity).to.equal(0.7);
    await edit(
      () => one.editor.update('b', { styles: { opacity: 0.9 } }),
      () => two.editor.remove(['b']),
    );
    expect(two.editor.page.things.b).to.equal(undefined);
    two.editor.undo();
    await settle();
    expect(one.editor.page.things.b?.styles.opacity).to.equal(0.9);

    // A rejected op has nothing to undo, so the entry before it is undone.
    two.editor.updatePage({ settings: { title: 'Mine' } });
    await settle();
    await edit(
      () => one.editor.setLocked(true, ['a']),
      () => two.editor.update('a', { position: { x: 0.1 } }),
    );
    expect(two.editor.undo()).to.equal(true);
    expect(two.editor.fields.settings.title).to.not.equal('Mine');
  });

  it('does not rewrite the history if the room applied an edit as committed [R35]', async () => {
    const { simulation, settle } = await reliableSimulation(1);
    const { editor } = clientOf(simulation, 0);
    const amended: unknown[] = [];
    const amend = editor.amendHistory.bind(editor);
    editor.amendHistory = (committed, done) => {
      amended.push(committed);
      amend(committed, done);
    };
    editor.add({ type: 'image', content: { url: 'blob:x' } });
    editor.updatePage({ settings: { title: 'A' } });
    editor.update(['a', 'b'], { position: { x: 0.6, y: 1.2 } });
    editor.select(['a', 'c']);
    editor.group();
    editor.reorder('front', ['g']);
    editor.addSection(1);
    editor.remove(['g']);
    await settle();
    expect(amended).to.eql([]);
  });

  it('hides a cursor that is too far away, instead of sending what the room would count as malformed [R22, R55]', async () => {
    const { client, clock, open, sent, welcome } = await connectManually();
    open();
    welcome();
    client.sendCursor({ x: 1, y: 2 });
    clock.advance(60);
    client.sendCursor({ x: 1e9, y: 0 });
    clock.advance(60);
    const points = sent.flatMap((each) => (each.type === 'cursor' ? [each.point] : []));
    expect(points.slice(-2)).to.eql([{ x: 1, y: 2 }, null]);
    client.close();
  });

  it('shows what others do until they have been silent for 3 s, and that they are here [R22, R86]', async () => {
    const { simulation } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    const pass = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 50) {
        simulation.clock.advance(50);
        await flushPromises();
      }
    };
    one.client.sendCursor({ x: 0.5, y: 1 });
    one.editor.select(['a']);
    await pass(200);
    const peer = () => two.client.peers.get(one.client.clientId ?? '');
    expect(peer()).to.deep.include({ cursor: { x: 0.5, y: 1 }, selection: ['a'] });
    one.client.sendCursor({ x: 0.6, y: 1 });
    await pass(150);
    expect(peer(), 'before the next heartbeat').to.deep.include({ cursor: { x: 0.6, y: 1 } });
    one.editor.begin();
    one.editor.update(['a', 'c'], { position: { x: 0.9 } });
    await pass(150);
    expect(peer()?.inProgress?.updated.map(({ uuid }) => uuid)).to.eql(['a', 'c']);
    one.editor.cancel();
    one.editor.begin();
    one.editor.select(['a', 't']);
    one.editor.nudge(30, 0);
    await pass(150);
    expect(peer()?.inProgress?.offset?.thingUuids).to.have.members(['a', 't']);
    one.editor.cancel();
    await pass(150);
    expect(peer()?.inProgress).to.equal(null);
    one.process.stop();
    await pass(3200);
    expect(peer()).to.include({ here: true });
    expect(peer()).not.to.have.any.keys('cursor', 'selection', 'inProgress');
    one.process.resume();
  });

  it('is notified when the page is published [R21]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [clientOf(simulation, 0), clientOf(simulation, 1)];
    const published: string[] = [];
    two.client.listen({
      onPublished: ({ seq, name }) => published.push(`${String(seq)} ${String(name)}`),
    });
    editTitle(one.editor, 'A');
    await settle();
    const publish = (seq: number): void =>
      simulation.server.room().announcePublished({
        seq,
        page: { revision: seq },
        publishedBy: { accountId: 1, name: 'Ada' },
      });
    publish(1);
    await flushPromises();
    expect(published).to.eql(['1 Ada']);
    expect(two.editor.hasPublishableChanges).to.equal(false);
    expect(two.editor.fields.revision).to.equal(1);
    editTitle(two.editor, 'B');
    two.client.flush();
    await flushPromises();
    publish(2);
    await settle();
    expect(two.editor.hasPublishableChanges).to.equal(false);
  });

  it('requests and releases many locks in messages that a room accepts [R23]', async () => {
    const { client, open, welcome, sent } = await connectManually();
    open();
    welcome();
    const uuids = Array.from({ length: 250 }, (_, index) => `block-${String(index)}`);
    client.acquireLocks(uuids);
    client.releaseLocks(uuids);
    for (const type of ['acquire-locks', 'release-locks']) {
      const messages = sent.filter((each) => each.type === type);
      expect(messages.every((each) => clientMessageSchema.safeParse(each).success)).to.equal(true);
      expect(messages.flatMap((each) => ('thingUuids' in each ? each.thingUuids : []))).to.eql(
        uuids,
      );
    }
  });

  it('sends the pending ops of a closed tab without an editor [R25]', async () => {
    const storage = createMemoryStorage();
    const tab = await connectManually({ storage });
    editTitle(tab.editor, 'Left');
    await flushPromises();
    tab.client.close();
    const clock = new SimClock();
    const sent: ClientMessage[] = [];
    let handlers: Parameters<RoomTransport['connect']>[0] | null = null;
    const client = createRoomClient({
      transport: {
        connect: (given) => {
          handlers = given;
          return { send: (message) => sent.push(message), close: () => undefined };
        },
      },
      storage,
      clock,
      random: () => 0.5,
      createId: () => 'new',
      accountId: 1,
    });
    await flushPromises();
    const wire = handlers as Parameters<RoomTransport['connect']>[0] | null;
    wire?.onOpen();
    const page = firstPage();
    const base = { role: 'owner', readOnly: false, epoch: 1, seq: 3, lastMid: 0, entries: [] };
    const lists = { acknowledged: [], locks: [], present: [] };
    wire?.onMessage({ type: 'welcome', protocol: PROTOCOL, ...base, ...lists, page });
    expect(sent.flatMap((each) => (each.type === 'ops' ? each.ops : []))).to.have.length(1);
    expect(client.page?.settings.title).to.equal('Left');
    wire?.onMessage({ type: 'head', seq: 9 });
    expect(sent.at(-1)).to.eql({ type: 'catch-up', lastSeq: 3 });
  });

  it('shares access flags set by the owner, and reverts those set by others [R37]', async () => {
    const { simulation, settle } = await reliableSimulation(2, { roles: ['owner', 'editor'] });
    const owner = clientOf(simulation, 0).editor;
    const editor = clientOf(simulation, 1).editor;
    const flags = () =>
      [owner, editor].map(({ fields }) => [
        fields.isRestricted,
        fields.isPublic,
        fields.isPeekable,
      ]);
    const before = flags();
    const set = { isRestricted: true, isPublic: true, isPeekable: true };
    expect(editor.updatePage(set).ok).to.equal(true);
    await settle();
    expect(flags()).to.eql(before);
    expect(Object.hasOwn(editor.fields, 'isRestricted')).to.equal(false);
    owner.updatePage(set);
    await settle();
    expect(flags()).to.eql([
      [true, true, true],
      [true, true, true],
    ]);
    owner.undo();
    await settle();
    expect(flags()).to.eql(before);
    owner.redo();
    await settle();
    expect(editor.fields.isRestricted).to.equal(true);
  });

  it('treats corrupt storage as empty [R18]', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const storage: RoomStorage = {
      entries: () =>
        Promise.resolve([
          ['client', cyclic],
          ['op:1', { mid: 'x' }],
          ['text:1', null],
          ['other', 1],
        ]),
      put: () => Promise.reject(new Error('full')),
      delete: () => Promise.reject(new Error('full')),
    };
    const { client, editor, open, welcome } = await connectManually({ storage });
    editTitle(editor, 'A');
    open();
    welcome();
    client.flush();
    expect([client.pendingCount, client.status]).to.eql([1, 'live']);
  });
});
