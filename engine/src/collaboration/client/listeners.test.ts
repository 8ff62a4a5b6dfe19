import { expect } from 'chai';
import fc from 'fast-check';
import { reaction as mobxReaction } from 'mobx';
import { createEditor } from '../../createEditor.ts';
import type { ChangeOrigin, Editor } from '../../editor/Editor.ts';
import { applyChange, type Change, diffPages, isEmptyChange } from '../../model/Change.ts';
import type { Page } from '../../model/Page.ts';
import { editorStep, runStep } from '../testing/editorSteps.ts';
import { connectManually } from '../testing/connectManually.ts';
import { flushPromises, reliableSimulation } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';

interface Reaction {
  readonly name: string;
  /** @param leave unsubscribes the listener */
  readonly run: (editor: Editor, leave: () => void) => unknown;
}

const reaction: fc.Arbitrary<Reaction> = fc.oneof(
  { weight: 4, arbitrary: editorStep.map(({ name, run }) => stepOf(name, run)) },
  fc.constantFrom<Reaction>(
    { name: 'undo', run: (editor) => editor.undo() },
    { name: 'redo', run: (editor) => editor.redo() },
    { name: 'begin', run: (editor) => editor.begin() },
    { name: 'commit', run: (editor) => editor.commit() },
    { name: 'cancel', run: (editor) => editor.cancel() },
    { name: 'unsubscribe', run: (_, leave) => leave() },
    {
      name: 'throw',
      run: () => {
        throw new Error('a listener threw');
      },
    },
  ),
);

function stepOf(name: string, run: Parameters<typeof runStep>[1]['run']): Reaction {
  return { name, run: (editor) => runStep(editor, { name, run }) };
}

/** A listener that reacts to some of the first events it receives. */
const listener = fc.record({
  client: fc.nat(1),
  reactions: fc.array(fc.option(reaction, { nil: null, freq: 2 }), { maxLength: 5 }),
});

const action = fc.record({
  client: fc.nat(1),
  step: fc.oneof(
    { weight: 4, arbitrary: editorStep.map(({ name, run }) => stepOf(name, run)) },
    fc.constant<Reaction>({ name: 'undo', run: (editor) => editor.undo() }),
    fc.constant<Reaction>({ name: 'load', run: (editor) => editor.load(firstPage()) }),
  ),
  sends: fc.boolean(),
});

function expectSame(a: Page | null, b: Page | null, what: string): void {
  if (!a || !b) throw new Error(`no page: ${what}`);
  expect(diffPages({ ...a, revision: 0 }, { ...b, revision: 0 }), what).to.satisfy(isEmptyChange);
}

/** Records the changes that an editor reports, and checks that they lead to its page. */
function follow(editor: Editor): { check: (what: string) => void; origins: ChangeOrigin[] } {
  let page = editor.stablePage;
  const origins: ChangeOrigin[] = [];
  editor.onChange((change: Change, origin) => {
    page = applyChange(page, change);
    origins.push(origin);
  });
  return { origins, check: (what) => expectSame(page, editor.stablePage, what) };
}

describe('listeners of an editor in a room', () => {
  it('may edit, undo, begin, throw and unsubscribe: everyone has the same page afterwards [R47, E40]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(listener, { maxLength: 4 }),
        fc.array(action, { minLength: 1, maxLength: 6 }),
        async (listeners, actions) => {
          const { simulation, settle } = await reliableSimulation(2);
          const followed = simulation.clients.map(({ editor }) => follow(editor));
          for (const { client, reactions } of listeners) {
            const editor = simulation.clients[client]?.editor;
            if (!editor) continue;
            const left = [...reactions];
            const leave = editor.onChange(() => left.shift()?.run(editor, leave));
          }
          // A listener that comes last sees the same changes in the same order.
          followed.push(...simulation.clients.map(({ editor }) => follow(editor)));
          for (const { client, step, sends } of actions) {
            const one = simulation.clients[client];
            if (!one) continue;
            step.run(one.editor, () => undefined);
            if (sends) one.client.flush();
            if (sends) await flushPromises();
          }
          await settle();
          const stored = await simulation.server.room().read();
          for (const [index, { editor, client }] of simulation.clients.entries()) {
            expectSame(editor.stablePage, client.page, `editor and client ${String(index)}`);
            expectSame(client.page, stored?.page ?? null, `client ${String(index)} and the room`);
          }
          for (const [index, each] of followed.entries()) each.check(`listener ${String(index)}`);
          expect(followed[0]?.origins).to.eql(followed[2]?.origins);
          expect(followed[1]?.origins).to.eql(followed[3]?.origins);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('may be reactions to the state of a client, which run when it has handled a message [R47]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = simulation.clients;
    if (!one || !two) throw new Error('missing client');
    const edits: string[] = [];
    const stops = [
      mobxReaction(
        () => two.client.seq,
        (seq) => {
          edits.push(`seq ${String(seq)}`);
          if (edits.length < 4) two.editor.add({ type: 'shape', parentUuid: 's1' });
        },
      ),
      mobxReaction(
        () => two.editor.canUndo,
        () => two.editor.updatePage({ settings: { title: 'Can undo' } }),
      ),
    ];
    two.editor.update('a', { styles: { opacity: 0.5 } });
    one.editor.update('a', { position: { x: 0.7 } });
    await settle();
    for (const stop of stops) stop();
    expect(edits.length).to.be.greaterThan(2);
    expect(one.editor.page.settings.title).to.equal('Can undo');
    for (const { editor, client } of simulation.clients) {
      expectSame(editor.stablePage, client.page, 'editor and client');
      expectSame(client.page, one.client.page, 'both clients');
    }
  });

  it('do not swap ops by editing before the client has been notified [R47]', async () => {
    const editor = createEditor({ page: firstPage() });
    let count = 0;
    editor.onChange((_, origin) => {
      if (origin !== 'remote' && count++ === 0) editor.updatePage({ settings: { title: 'Moved' } });
    });
    const { open, welcome, client, sentOps } = await connectManually({ editor });
    open();
    welcome();
    const added = editor.add({ type: 'shape' });
    client.flush();
    expect(added.ok).to.equal(true);
    const types = sentOps().map(({ intents }) => (intents[0] as { type: string }).type);
    expect(types).to.eql(['add-things', 'update-page']);
  });

  it('receive a change before the client reverts it, and so do recorders: otherwise a replica would end with a value that was never stored [E40]', async () => {
    const editor = createEditor({ page: firstPage() });
    const { open, welcome } = await connectManually({ editor });
    const origins: ChangeOrigin[] = [];
    let replica = editor.stablePage;
    editor.recordChanges((change, origin) => {
      replica = applyChange(replica, change);
      origins.push(origin);
    });
    const { origins: delivered, check } = follow(editor);
    open();
    welcome({ role: 'editor' });
    expect(editor.updatePage({ isListed: !editor.fields.isListed }).ok).to.equal(true);
    expect(origins).to.eql(['edit', 'remote']);
    expect(delivered).to.eql(['edit', 'remote']);
    expectSame(replica, editor.stablePage, 'recorder');
    check('listener');
  });

  it('cannot keep an edit from the room by throwing [R47, E40]', async () => {
    const logged: unknown[] = [];
    const editor = createEditor({
      page: firstPage(),
      environment: { log: ({ code, details }) => void logged.push([code, details['event']]) },
    });
    for (const listen of [
      editor.onChange.bind(editor),
      editor.onRefusal.bind(editor),
      editor.onMenu.bind(editor),
    ])
      listen(() => {
        throw new Error('no');
      });
    const { open, welcome, client, sentOps } = await connectManually({ editor });
    open();
    welcome();
    editor.update('a', { position: { x: 0.3 } });
    client.flush();
    expect(sentOps()).to.have.length(1);
    expect(logged).to.eql([['listener_failed', 'onChange']]);
    editor.setLocked(true, ['a']);
    editor.select(['a']);
    editor.dispatch({ type: 'keydown', key: 'ArrowLeft' });
    editor.dispatch({ type: 'keydown', key: 'Escape' });
    expect(logged.at(-1)).to.eql(['listener_failed', 'onRefusal']);
  });

  it('and those of its client are called in order, and what they throw is reported [R47]', async () => {
    const failures: unknown[] = [];
    const { open, welcome, receive, client, editor, sentOps } = await connectManually({
      onFailure: (error) => void failures.push(error),
    });
    const received: string[] = [];
    client.listen({
      onRejected: ({ code }) => {
        received.push(`first ${code}`);
        editor.updatePage({ settings: { title: 'Again' } });
        throw new Error('no');
      },
    });
    client.listen({ onRejected: ({ code }) => received.push(`second ${code}`) });
    open();
    welcome();
    editor.update('a', { position: { x: 0.3 } });
    client.flush();
    const entry = { seq: 1, epoch: 1, clientId: client.clientId, accountId: 1, mid: 1 };
    receive({
      type: 'stream',
      entries: [{ ...entry, status: 'rejected', patch: {}, code: 'block_locked' }],
    });
    expect(received).to.eql(['first block_locked', 'second block_locked']);
    expect(failures.map(String)).to.eql(['Error: no']);
    client.flush();
    expect(sentOps().map(({ mid }) => mid)).to.eql([1, 2]);
    expect(editor.page.things.a?.position.x).to.equal(0.1);
    expect(editor.page.settings.title).to.equal('Again');
  });
});
