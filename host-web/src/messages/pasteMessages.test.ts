import { expect } from 'chai';
import { PASTE_NOTICES, PASTE_REFUSALS } from './pasteMessages.ts';

describe('the words of a paste', () => {
  it('are the specified ones [PS1, PS3]', () => {
    expect(PASTE_REFUSALS.paste_needs_editing).to.equal('Enter edit mode to paste');
    expect(PASTE_NOTICES.link).to.equal('Link detected. Creating button...');
    expect(PASTE_NOTICES.embedCode).to.equal('Creating embed...');
    expect(PASTE_NOTICES.embedLink('YouTube')).to.equal('YouTube link detected. Creating embed...');
  });

  it('are none where a text field takes the paste, or somebody only looks [PS5]', () => {
    expect(PASTE_REFUSALS.paste_in_text_field).to.equal(null);
    expect(PASTE_REFUSALS.not_permitted).to.equal(null);
  });
});
