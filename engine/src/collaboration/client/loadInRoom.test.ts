import { expect } from 'chai';
import { CobbleError } from '../../model/CobbleError.ts';
import { flushPromises, reliableSimulation } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';

describe('loading a page in a room', () => {
  it('restores a version of the page for everyone, and nobody can undo it [R64]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = simulation.clients;
    if (!one || !two) throw new Error('missing client');
    one.editor.remove('a').unwrap();
    two.editor.updatePage({ settings: { title: 'New' } }).unwrap();
    await settle();
    one.editor.load(firstPage());
    await settle();
    const { settings, things } = firstPage();
    for (const { editor } of [one, two]) {
      expect(editor.page.things).to.eql(things);
      expect(editor.page.settings.title).to.equal(settings.title);
    }
    expect(one.editor.undo()).to.equal(false);
    two.editor.undo();
    await settle();
    expect(two.editor.page.things, 'after an undo by the other user').to.eql(things);
  });

  it('rejects another page, which would replace the shared one for everyone [R64]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = simulation.clients;
    if (!one || !two) throw new Error('missing client');
    const before = one.editor.page;
    one.editor.begin();
    one.editor.stage({ styles: { opacity: 0.5 } }, 'a').unwrap();
    const other = { ...firstPage(), ID: before.ID + 1, things: { s1: before.things.s1 } };
    expect(() => one.editor.load(other as typeof before))
      .to.throw(CobbleError, /page\.ID .*close the room client/)
      .with.nested.property('details.path', 'page.ID');
    expect(one.editor.isInProgress, 'the edit in progress').to.equal(true);
    one.editor.cancel();
    expect(one.editor.page).to.eql(before);
    await settle();
    expect(two.editor.page.things).to.eql(before.things);

    one.client.close();
    one.editor.load(other as typeof before);
    expect(one.editor.page.ID, 'once the client is closed').to.equal(before.ID + 1);
    await flushPromises();
    expect(two.editor.page.things).to.eql(before.things);
  });
});

describe("applying someone else's change in a room", () => {
  it('is left to the room client: the others would never get a change by the host [R66]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = simulation.clients;
    if (!one || !two) throw new Error('missing client');
    const before = one.editor.page;
    const { a } = before.things;
    if (!a) throw new Error('missing block');
    const change = { added: {}, removed: {}, updated: { a: [a, { ...a, altText: 'x' }] as const } };
    expect(() => one.editor.applyRemote(change))
      .to.throw(CobbleError, /applyRemote cannot be called while a room client/)
      .with.nested.property('details.path', 'applyRemote');
    expect(one.editor.page).to.equal(before);
    two.editor.update('a', { altText: 'from two' }).unwrap();
    await settle();
    expect(one.editor.page.things['a']?.altText).to.equal('from two');
    one.client.close();
    one.editor.applyRemote(change);
    expect(one.editor.page.things['a']?.altText, 'once the client is closed').to.equal('x');
  });
});
