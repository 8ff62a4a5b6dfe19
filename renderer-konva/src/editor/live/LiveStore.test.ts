import { expect } from 'chai';
import { brokenStorage } from '../testing/LoopbackRoom.ts';
import { openInRoom } from '../testing/openInRoom.ts';
import { TestRoom } from '../testing/TestRoom.ts';

const BOX = { x: 0.2, y: 0.2, width: 0.1, height: 0.1 };

describe('what the user is told about their changes in a room', () => {
  it('is "Saved" only while the room has all that the user sees, without flicker [RL1]', async () => {
    const room = new TestRoom();
    const { store, editor } = openInRoom(room);
    expect(store.saveState).to.equal('connecting');
    await room.settle();
    expect(store.saveState).to.equal('saved');
    const [note = ''] = editor.add({ type: 'sticky-note', position: BOX }).unwrap();
    room.clock.advance(300);
    expect(store.saveState, 'an ordinary delay').to.equal('saved');
    room.clock.advance(100);
    expect([store.saveState, store.live.pendingCount]).to.eql(['saving', 1]);
    await room.settle();
    expect(store.saveState).to.equal('saved');
    editor.startTextEditing(note);
    await room.settle();
    room.clock.advance(1000);
    expect(store.saveState, 'nothing typed yet').to.equal('saved');
    editor.setEditedText('Typed');
    room.clock.advance(400);
    expect(store.saveState, 'typed text').to.equal('saving');
    editor.setEditedText('');
    await room.settle();
    expect(store.saveState, 'typed and deleted').to.equal('saved');
    editor.setEditedText('Typed');
    editor.stopTextEditing();
    await room.settle();
    expect(store.saveState).to.equal('saved');
    store.dispose();
  });

  it('is "Offline" and how many changes are kept, but not during a short break [RL2]', async () => {
    const room = new TestRoom();
    const { store, editor, setOnline } = openInRoom(room);
    await room.settle();
    setOnline(false);
    room.clock.advance(1900);
    await room.arrive();
    expect(store.saveState).to.equal('saved');
    editor.updatePage({ settings: { title: 'Cups' } }).unwrap();
    room.clock.advance(100);
    await room.arrive();
    expect([store.saveState, store.live.pendingCount]).to.eql(['offline', 1]);
    setOnline(true);
    await room.settle();
    expect([store.saveState, store.live.pendingCount]).to.eql(['saved', 0]);
    store.dispose();
  });

  it('is "Can\'t save" while neither the room nor this device has a change, and then leaving asks [RL3, RL9]', async () => {
    const room = new TestRoom();
    const storage = brokenStorage();
    const { store, editor, setOnline } = openInRoom(room, { storage });
    await room.settle();
    storage.fails = true;
    editor.updatePage({ settings: { title: 'Cups' } }).unwrap();
    await room.settle();
    expect([store.saveState, store.hasUnsavedChanges], 'the room has it').to.eql(['saved', false]);
    setOnline(false);
    editor.updatePage({ settings: { title: 'Bowls' } }).unwrap();
    await room.arrive();
    expect([store.hasUnsavedChanges, store.unsavedWork]).to.eql([true, 'changes']);
    room.clock.advance(2000);
    expect(store.saveState).to.equal('failing');
    storage.fails = false;
    for (let second = 0; second < 40; second += 1) {
      room.clock.advance(1000);
      await room.arrive();
    }
    expect([store.saveState, store.hasUnsavedChanges]).to.eql(['offline', false]);
    setOnline(true);
    await room.settle();
    expect(store.saveState).to.equal('saved');
    store.dispose();
  });

  it('says that this device keeps no changes, although the room has all of them [RL17]', async () => {
    const room = new TestRoom();
    const storage = brokenStorage();
    storage.fails = true;
    const { store, editor, setOnline } = openInRoom(room, { storage });
    await room.settle();
    editor.updatePage({ settings: { title: 'Cups' } }).unwrap();
    await room.settle();
    room.clock.advance(2000);
    expect([store.saveState, store.live.keepsChanges]).to.eql(['notKept', false]);
    expect(store.hasUnsavedChanges).to.equal(false);
    setOnline(false);
    room.clock.advance(2000);
    expect([store.saveState, store.live.keepsChanges], 'without changes').to.eql([
      'offline',
      false,
    ]);
    setOnline(true);
    storage.fails = false;
    for (let second = 0; second < 40; second += 1) {
      room.clock.advance(1000);
      await room.arrive();
    }
    expect([store.saveState, store.live.keepsChanges]).to.eql(['saved', true]);
    store.dispose();
  });

  it('says why the page cannot be edited [RL4]', async () => {
    const room = new TestRoom();
    const owner = openInRoom(room);
    const viewer = openInRoom(room, { accountId: 3, role: 'viewer' });
    await room.settle();
    expect([owner.store.saveState, viewer.store.saveState]).to.eql(['saved', 'readOnly']);
    owner.setRole('viewer');
    await room.settle();
    expect(owner.store.saveState).to.equal('readOnly');
    owner.disconnect('upgrade_required');
    expect(owner.store.saveState).to.equal('outdated');
    const stranger = openInRoom(room, { sessionId: 9 });
    await room.arrive();
    expect(stranger.store.saveState).to.equal('refused');
    for (const { store } of [owner, viewer, stranger]) store.dispose();
  });

  it('is nothing without a room, which may appear, change and disappear [RL1]', async () => {
    const room = new TestRoom();
    const { store, client, editor } = openInRoom(room);
    store.setRoom(null);
    await room.settle();
    expect(store.saveState).to.equal(null);
    store.setRoom(client);
    expect(store.saveState).to.equal('saved');
    client.close();
    room.clock.advance(2000);
    expect([store.saveState, store.hasUnsavedChanges]).to.eql(['offline', false]);
    editor.updatePage({ settings: { title: 'Cups' } }).unwrap();
    expect(store.hasUnsavedChanges, 'nobody has that').to.equal(true);
    store.setRoom(room.join({ editor }).client);
    await room.settle();
    expect([store.saveState, store.hasUnsavedChanges]).to.eql(['saved', false]);
    store.dispose();
  });

  it('is joined by one notice about all changes that the room has not applied at a time [RL14]', async () => {
    const room = new TestRoom();
    const mine = openInRoom(room, { accountId: 2 });
    const other = openInRoom(room, { accountId: 3 });
    await room.settle();
    const shapes = mine.editor.add({ type: 'shape', position: BOX }).unwrap();
    const [second = ''] = mine.editor.add({ type: 'shape', position: BOX }).unwrap();
    await room.settle();
    mine.setOnline(false);
    for (const uuid of [...shapes, second])
      mine.editor.update(uuid, { styles: { opacity: 0.5 } }).unwrap();
    other.editor.remove([...shapes, second]).unwrap();
    await room.arrive();
    room.clock.advance(500);
    await room.arrive();
    mine.setOnline(true);
    await room.settle();
    room.clock.advance(500);
    expect(mine.notices).to.eql([
      "Changes to 2 blocks weren't saved. The block was already deleted.",
    ]);
    mine.store.dispose();
    other.store.dispose();
  });
});
