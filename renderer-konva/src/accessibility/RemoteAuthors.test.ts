import { expect } from 'chai';
import { TestRoom } from '../editor/testing/TestRoom.ts';
import { testPage } from '../editor/testing/testPage.ts';
import { RemoteAuthors } from './RemoteAuthors.ts';

describe('who made the changes that are announced', () => {
  it('is the user for those of their other tabs only, whatever happened before and whatever is taken back [PR17]', async () => {
    const room = new TestRoom(testPage());
    const ada = room.join({ accountId: 1, name: 'Ada' });
    const otherTab = room.join({ accountId: 1, name: 'Ada' });
    const ben = room.join({ accountId: 2, name: 'Ben' });
    await room.settle();
    const authors = new RemoteAuthors(ada.client);
    authors.follow();
    let isWaiting = false;
    ada.editor.onChange((_, origin) => {
      if (origin !== 'remote') return;
      if (!isWaiting) authors.begin();
      isWaiting = true;
    });
    const announced = () => {
      isWaiting = false;
      return authors.isUser;
    };
    authors.begin();
    expect(announced(), 'nobody’s: what this tab did was taken back').to.equal(false);
    // An entry that shows nothing: no change begins an announcement.
    const [block = ''] = ben.editor.add({ type: 'shape' }).unwrap();
    await room.settle();
    expect(announced(), 'Ben’s').to.equal(false);
    ada.editor.remove([block]).unwrap();
    ben.editor.remove([block]).unwrap();
    await room.settle();
    isWaiting = false;
    otherTab.editor.add({ type: 'shape' }).unwrap();
    await room.settle();
    expect([isWaiting, announced()], 'the other tab’s').to.eql([true, true]);
    otherTab.editor.add({ type: 'shape' }).unwrap();
    ben.editor.add({ type: 'shape' }).unwrap();
    await room.settle();
    expect(announced(), 'of both').to.equal(false);
    for (const { client } of [ada, otherTab, ben]) client.close();
  });
});
