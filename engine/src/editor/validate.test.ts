import { expect } from 'chai';
import { makeTestPage } from '../testing/makeTestPage.ts';
import { MAX_TEXT_LENGTH } from '../text/cutText.ts';
import { richTextFromPlain } from '../text/richText.ts';
import { addBlocks } from './commands/addBlocks.ts';
import { updateBlocks } from './commands/updateBlocks.ts';
import { EditorState } from './EditorState.ts';

const tooLong = { text: richTextFromPlain('x'.repeat(MAX_TEXT_LENGTH + 1)) };

describe('the cache of valid blocks', () => {
  it('does not keep the blocks of refused adds until the page is closed: thousands would fill the memory [J9]', () => {
    const state = new EditorState({ page: makeTestPage() });
    const add = () => addBlocks(state, [{ type: 'text', content: tooLong }]);
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect(state.inProgress.edit(add).ok).to.equal(false);
    expect(state.validBlocks.size).to.equal(0);
  });

  it('does not keep a block whose text the host could not measure when it was added [J9]', () => {
    const state = new EditorState({
      page: makeTestPage(),
      environment: { measureTextHeight: () => NaN },
    });
    const add = () => addBlocks(state, [{ type: 'sticky-note' }]);
    expect(() => state.inProgress.edit(add)).to.throw();
    expect(state.validBlocks.size).to.equal(0);
  });

  it('keeps what an update has written, not what it has refused [J9]', () => {
    const state = new EditorState({ page: makeTestPage() });
    const edit = (content: Readonly<Record<string, unknown>>) =>
      state.inProgress.edit(() => updateBlocks(state, new Map([[uuid, { content }]])));
    const [uuid = ''] = state.inProgress.edit(() => addBlocks(state, [{ type: 'text' }])).unwrap();
    const milk = { text: richTextFromPlain('Milk') };
    edit(milk).unwrap();
    const kept = state.validBlocks.get(uuid);
    expect(kept?.content).to.deep.include(milk);
    expect(edit(tooLong).ok).to.equal(false);
    expect(state.validBlocks.get(uuid)).to.equal(kept);
  });
});
