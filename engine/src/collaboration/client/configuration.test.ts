import { expect } from 'chai';
import * as z from 'zod';
import { defineBlock } from '../../blocks/BlockDefinition.ts';
import { defineKit } from '../../blocks/defineKit.ts';
import { createEditor } from '../../createEditor.ts';
import type { Kit } from '../../blocks/Kit.ts';
import type { Editor } from '../../editor/Editor.ts';
import type { NewBlock } from '../../editor/patches.ts';
import { ALL_PERMISSIONS, VIEW_ONLY } from '../../permissions/Permissions.ts';
import { richTextFromPlain } from '../../text/richText.ts';
import { connectManually } from '../testing/connectManually.ts';
import { reliableSimulation } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';

const bell = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ sound: z.string() }),
    defaultContent: () => ({ sound: 'ding' }),
  }),
});
const newBell: NewBlock<string> = { type: 'bell' };

describe('a room client whose role changes', () => {
  it('permits editing only while the room accepts its edits [R61]', async () => {
    const { open, welcome, receive, editor } = await connectManually();
    expect(editor.permissions.canEdit, 'before the welcome').to.equal(true);
    open();
    welcome({ role: 'viewer' });
    expect(editor.permissions).to.eql({ ...ALL_PERMISSIONS, canEdit: false });
    expect(editor.update('a', { position: { x: 0.3 } })).to.include({ code: 'not_permitted' });
    for (const role of ['editor', 'sampler', 'owner', 'viewer', 'editor']) {
      receive({ type: 'role', role });
      const mayEdit = role === 'owner' || role === 'editor';
      expect(editor.permissions.canEdit, role).to.equal(mayEdit);
    }
    welcome({ readOnly: true });
    expect(editor.permissions.canEdit, 'a page of a newer editor').to.equal(false);
  });

  it('sends no undo of someone who has become a viewer, and keeps the history [R61, E34]', async () => {
    const { open, welcome, receive, editor, client } = await connectManually();
    open();
    welcome({ role: 'editor' });
    editor.update('a', { altText: 'mine' }).unwrap();
    const { pendingCount } = client;
    receive({ type: 'role', role: 'viewer' });
    expect([editor.undo(), editor.jumpTo(null)]).to.eql([false, false]);
    expect(client.pendingCount).to.equal(pendingCount);
    receive({ type: 'role', role: 'editor' });
    expect([editor.blocks.get('a')?.altText, editor.canUndo]).to.eql(['mine', true]);
  });

  it('does not permit what the host forbids [R61]', async () => {
    const editor = createEditor({ page: firstPage(), permissions: VIEW_ONLY });
    const { open, welcome, receive } = await connectManually({ editor });
    open();
    welcome();
    receive({ type: 'role', role: 'viewer' });
    receive({ type: 'role', role: 'owner' });
    expect(editor.permissions).to.equal(VIEW_ONLY);
  });

  it('permits no more than the host does when the host changes its permissions meanwhile [R61]', async () => {
    const { open, welcome, receive, editor, client } = await connectManually();
    const rejected: string[] = [];
    client.listen({ onRejected: ({ code }) => rejected.push(code) });
    open();
    welcome({ role: 'viewer' });
    editor.configure({ permissions: VIEW_ONLY });
    receive({ type: 'role', role: 'editor' });
    expect(editor.permissions, 'what the host forbids').to.equal(VIEW_ONLY);

    receive({ type: 'role', role: 'viewer' });
    editor.configure({ permissions: ALL_PERMISSIONS });
    expect(editor.permissions, 'what the room rejects').to.eql({
      ...ALL_PERMISSIONS,
      canEdit: false,
    });
    expect(editor.update('a', { altText: 'A' })).to.include({ code: 'not_permitted' });
    expect(rejected).to.eql([]);
    receive({ type: 'role', role: 'editor' });
    expect(editor.permissions).to.equal(ALL_PERMISSIONS);
  });

  it('permits what the host permits once it is closed, so that a new client can permit editing [R61]', async () => {
    const first = await connectManually();
    const { editor } = first;
    first.open();
    first.welcome({ role: 'viewer' });
    first.client.close();
    expect(editor.permissions).to.equal(ALL_PERMISSIONS);
    const second = await connectManually({ editor });
    second.open();
    second.welcome({ role: 'viewer' });
    expect(editor.permissions.canEdit).to.equal(false);
    second.receive({ type: 'role', role: 'editor' });
    expect(editor.permissions.canEdit).to.equal(true);
  });

  it('commits what is in progress, so that a typed text is kept if the room rejects it [R61, R24]', async () => {
    const { open, welcome, receive, editor, client, clock, sentOps } = await connectManually();
    open();
    welcome();
    editor.startTextEditing('t');
    editor.setEditedText(richTextFromPlain('My text'));
    receive({ type: 'role', role: 'viewer' });
    expect([editor.mode.name, editor.isInProgress]).to.eql(['layout', false]);
    clock.advance(50);
    expect(sentOps()).to.have.length(1);
    receive({ type: 'error', code: 'not_permitted' });
    expect(JSON.stringify(editor.page.things.t)).not.to.include('My text');
    expect(JSON.stringify(client.lostTexts)).to.include('My text');
  });

  it('follows the new role at runtime in a room [R61]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    // Of two simulated clients, only the second follows its role.
    const [one, two] = simulation.clients;
    if (!one || !two) throw new Error('missing client');
    two.editor.startDrawing();
    for (const [type, x] of [
      ['pointerdown', 0.1],
      ['pointermove', 0.4],
    ] as const)
      two.editor.dispatch({ type, x, y: 0.1, pxPerUnit: 600 });
    simulation.changeRole(two, 'viewer');
    await settle();
    expect([two.editor.mode.name, two.editor.permissions.canEdit]).to.eql(['layout', false]);
    expect(two.editor.page.things).to.eql(one.editor.page.things);
    simulation.changeRole(two, null);
    await settle();
    expect(two.editor.update('a', { styles: { opacity: 0.5 } }).ok).to.equal(true);
    await settle();
    expect(one.editor.page.things.a?.styles.opacity).to.equal(0.5);
  });
});

describe('a room client whose editor is configured again', () => {
  it('uses the new block limit and kits from then on [R61]', async () => {
    const page = firstPage();
    const editor = createEditor({ page, maxBlocks: Object.keys(page.things).length });
    const { open, welcome, client } = await connectManually({ editor });
    const rejected: string[] = [];
    client.listen({ onRejected: ({ code }) => rejected.push(code) });
    open();
    welcome();
    expect(editor.add({ type: 'shape' }).ok).to.equal(false);
    editor.configure({ maxBlocks: null, kits: [bell] });
    expect(editor.add({ type: 'shape' }).ok).to.equal(true);
    expect((editor as Editor<Kit>).add(newBell).ok).to.equal(true);
    expect([rejected, client.pendingCount]).to.eql([[], 2]);
    expect(Object.keys(client.page?.things ?? {})).to.have.length(editor.blocks.size);
    editor.configure({ kits: [] });
    expect(client.page?.things).to.eql(editor.page.things);
  });
});
