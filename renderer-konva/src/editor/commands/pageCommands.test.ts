import { expect } from 'chai';
import type { PublishingService } from '../services/EditorServices.ts';
import { makeEditorStore } from '../testing/makeEditorStore.ts';
import { commandById } from './index.ts';

describe('the command Publish', () => {
  it('publishes changes, and says so if there are none, where the page can be published [ED4]', () => {
    const { store, notices } = makeEditorStore();
    const publish = commandById('publish');
    expect(publish.isAvailable?.(store)).to.equal(false);
    let sent = 0;
    const publishing = {
      publicUrl: () => '',
      publish: () => {
        sent += 1;
        return new Promise(() => undefined);
      },
    } as unknown as PublishingService;
    store.setServices({ ...store.services, publishing });
    expect(publish.isAvailable?.(store)).to.equal(true);
    publish.run(store, { shift: false });
    expect([sent, notices]).to.eql([0, ['There are no changes to publish.']]);
    store.editor.add({ type: 'shape' });
    publish.run(store, { shift: false });
    publish.run(store, { shift: false });
    expect([sent, notices.length]).to.eql([1, 1]);
  });
});
