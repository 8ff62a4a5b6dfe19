import { expect } from 'chai';
import { peopleOf } from '../../presence/People.ts';
import { personName } from '../../presence/personName.ts';
import { createTranslate } from '../../messages/translate.ts';
import { translateEnglish } from '../messages/i18n.ts';
import { openInRoom } from '../testing/openInRoom.ts';
import { TestRoom } from '../testing/TestRoom.ts';
import { testPage } from '../testing/testPage.ts';
import { nameOfPerson } from './nameOfPerson.ts';

/** A page with a text, in a room with Ada and Ben. */
async function openTwo() {
  const position = { x: 0.1, y: 0.1, width: 0.3, height: 0.1, rotationDeg: 0, zIndex: 1 };
  const text = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }],
  };
  const block = { uuid: 't', type: 'text', parentUuid: 'section-1', position, content: { text } };
  const page = testPage();
  const things = { ...page.things, t: { ...block, properties: {}, styles: {} } };
  const room = new TestRoom({ ...page, things });
  const ada = openInRoom(room, { accountId: 1, name: 'Ada' });
  const ben = openInRoom(room, { accountId: 2, name: 'Ben' });
  await room.settle();
  room.clock.advance(200);
  await room.settle();
  return { room, ada, ben };
}

describe('a block that someone else is editing', () => {
  it('is refused with a message that names them [PR8]', async () => {
    const { room, ada, ben } = await openTwo();
    ada.editor.select(['t']);
    ben.editor.startTextEditing('t');
    await room.settle();
    ada.store.report(ada.editor.remove(['t']));
    ada.store.report(ada.editor.nudge(1, 0));
    expect(ada.notices).to.eql(['Ben is editing this block.', 'Ben is editing this block.']);
    ben.editor.stopTextEditing();
    ben.editor.setLocked(true, ['t']);
    await room.settle();
    ada.store.report(ada.editor.remove(['t']));
    expect(ada.notices.at(-1)).to.equal('Block is locked. Unlock it first.');
  });

  it('says that it is the user, in another tab [PR17]', async () => {
    const { room, ada } = await openTwo();
    const other = openInRoom(room, { accountId: 1, name: 'Ada' });
    await room.settle();
    // Of a quiet tab, the room shows the account to nobody, but its lock has it.
    other.client.people.setQuiet(true);
    ada.editor.select(['t']);
    other.editor.startTextEditing('t');
    await room.settle();
    ada.store.report(ada.editor.remove(['t']));
    expect(ada.notices).to.eql(['You are editing this block in another tab or on another device.']);
  });

  it('is locked by "Someone" if they are quiet, whose name is shown nowhere [PR15]', async () => {
    const { room, ada, ben } = await openTwo();
    ben.client.people.setQuiet(true);
    ben.editor.startTextEditing('t');
    await room.settle();
    ada.store.report(ada.editor.remove(['t']));
    expect(ada.notices).to.eql(['Someone is editing this block.']);
    const [person] = peopleOf(ada.client).all;
    expect([person?.name, person?.isQuiet, person?.mayFollow]).to.eql([null, true, false]);
  });
});

describe("another tab of the user's own", () => {
  it('is never called "Someone": in quiet mode, it is "Your other tab or device" for the user alone [PR21]', async () => {
    const { room, ada, ben } = await openTwo();
    const other = openInRoom(room, { accountId: 1, name: 'Ada' });
    await room.settle();
    other.client.people.setQuiet(true);
    room.clock.advance(200);
    await room.settle();
    const namesFor = (tab: typeof ada) =>
      peopleOf(tab.client)
        .all.filter(({ clientId }) => clientId === other.client.clientId)
        .map((person) => [
          nameOfPerson(translateEnglish, person),
          personName(createTranslate(), person),
        ]);
    expect(namesFor(ada)).to.eql([['Your other tab or device', 'Your other tab or device']]);
    expect(namesFor(ben)).to.eql([['Someone', 'Someone']]);
  });

  it('is named on the lock that it has left behind when it crashed [PR21]', async () => {
    const { room, ada, ben } = await openTwo();
    const other = openInRoom(room, { accountId: 1, name: 'Ada' });
    await room.settle();
    other.editor.startTextEditing('t');
    await room.settle();
    other.setOnline(false);
    // Its lock exists for some seconds.
    room.clock.advance(200);
    await room.arrive();
    const labelFor = (tab: typeof ada) => {
      const { person = null, isYou } = peopleOf(tab.client).holderOf('t') ?? {};
      return [person, personName(createTranslate(), person, isYou)];
    };
    expect(labelFor(ada)).to.eql([null, 'Your other tab or device']);
    expect(labelFor(ben)).to.eql([null, 'Someone']);
  });
});
