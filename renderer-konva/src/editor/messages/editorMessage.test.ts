import { expect } from 'chai';
import { editorMessage } from './editorMessage.ts';
import { translateEnglish as t } from './i18n.ts';

describe('messages for refusals', () => {
  it('are the specified ones [MG3]', () => {
    expect(editorMessage(t, 'block_locked')).to.equal('Block is locked. Unlock it first.');
    expect(editorMessage(t, 'selection_locked')).to.equal(
      'Selection contains a locked block. Unlock it first.',
    );
    expect(editorMessage(t, 'things_per_page_limit_exceeded', { max: 40 })).to.equal(
      "Can't add more than 40 blocks. Remove a block first.",
    );
    expect(editorMessage(t, 'cannot_delete_last_section')).to.equal(
      "You can't delete the last remaining section",
    );
    expect(editorMessage(t, 'cannot_clone_while_uploading')).to.equal(
      'Cannot clone things while they are still uploading',
    );
  });
});
