import { expect } from 'chai';
import type { CobbleError } from '../../model/CobbleError.ts';
import { connectManually } from '../testing/connectManually.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { createMemoryStorage } from './RoomStorage.ts';

/** A client whose editor has edits that the room has not acknowledged; the client is then closed. */
async function leave() {
  const storage = createMemoryStorage();
  const { editor, client, ...first } = await connectManually({ storage });
  first.open();
  first.welcome({ seq: 7 });
  editor.slice('s2', 0.1, 0.5).unwrap();
  const [added = ''] = editor.add({ type: 'sticky-note' }).unwrap();
  client.close();
  await flushPromises();
  return { storage, editor, added, shown: editor.stablePage };
}

describe('the next client of an editor', () => {
  it('is refused until the one before is closed: both would apply the edits of others [R65]', async () => {
    const { client, editor } = await connectManually();
    const second = await connectManually({ editor }).then(
      () => 'accepted',
      (error: unknown) => (error as CobbleError).details['path'],
    );
    expect(second).to.equal('options.editor');
    expect(client.status).to.equal('connecting');
    client.close();
    const third = await connectManually({ editor });
    client.close();
    const fourth = await connectManually({ editor }).catch(() => 'refused');
    expect(fourth, 'after the first was closed twice').to.equal('refused');
    expect(third.client.status).to.equal('connecting');
  });

  it('shows pending edits once, as when React runs an effect twice, and can undo them [R25, R1]', async () => {
    const { storage, editor, added, shown } = await leave();
    const { y } = editor.blocks.get('b')?.position ?? {};
    const { client } = await connectManually({ storage, editor });
    expect(client.pendingCount).to.equal(2);
    expect(editor.stablePage).to.eql(shown);
    expect(client.page?.things).to.eql(shown.things);
    expect([editor.undo(), editor.undo()]).to.eql([true, true]);
    expect(editor.blocks.has(added)).to.equal(false);
    expect(editor.fields.relativeHeight).to.equal(shown.relativeHeight - 0.5);
    expect(editor.blocks.get('b')?.position.y).to.be.closeTo((y ?? 0) - 0.5, 1e-9);
  });

  it('shows them once even if a client in between was closed before it had read the storage [R25]', async () => {
    const { storage, editor, shown } = await leave();
    const entries = (): Promise<never> => new Promise(() => undefined);
    const between = await connectManually({ storage: { ...storage, entries }, editor });
    between.client.close();
    const { client } = await connectManually({ storage, editor });
    expect(client.pendingCount).to.equal(2);
    expect(editor.stablePage).to.eql(shown);
  });

  it('continues from the entry that the previous client had reached [R16]', async () => {
    const { storage, editor, shown } = await leave();
    const next = await connectManually({ storage, editor, baseSeq: 2 });
    next.open();
    expect(next.sent.at(0)).to.include({ type: 'hello', lastSeq: 7 });
    next.welcome({ seq: 7, page: undefined });
    expect(editor.stablePage).to.eql(shown);
    expect(next.sentOps().map(({ mid }) => mid)).to.eql([1, 2]);
  });

  it('with another storage shows only what that storage holds [R7]', async () => {
    const { editor, added, shown } = await leave();
    const { client } = await connectManually({ editor });
    expect(client.pendingCount).to.equal(0);
    expect(editor.blocks.has(added)).to.equal(false);
    expect(editor.fields.relativeHeight).to.equal(shown.relativeHeight - 0.5);
    expect(client.page?.things).to.eql(editor.stablePage.things);
  });

  it('starts from the page that the host has loaded meanwhile [R16]', async () => {
    const { editor, shown } = await leave();
    editor.load({ ...shown, settings: { ...shown.settings, title: 'Loaded' } });
    const next = await connectManually({ editor, baseSeq: 9 });
    next.open();
    expect(next.sent.at(0)).to.include({ type: 'hello', lastSeq: 9 });
    expect(next.client.page?.settings.title).to.equal('Loaded');
  });
});
