import { expect } from 'chai';
import { translateEnglish as t } from './i18n.ts';
import { pasteRefusalMessage } from './pasteRefusalMessage.ts';

describe('messages about pasting', () => {
  it('are the specified ones [PS1, PS3]', () => {
    expect(pasteRefusalMessage(t, 'paste_needs_editing')).to.equal('Enter edit mode to paste');
    expect(t('paste.link')).to.equal('Link detected. Creating button...');
    expect(t('paste.embedCode')).to.equal('Creating embed...');
    expect(t('paste.embedLink', { platform: 'YouTube' })).to.equal(
      'YouTube link detected. Creating embed...',
    );
  });

  it('are absent when a text field handles the paste, or the user may only view the page [PS5]', () => {
    expect(pasteRefusalMessage(t, 'paste_in_text_field')).to.equal(null);
    expect(pasteRefusalMessage(t, 'not_permitted')).to.equal(null);
  });

  it('count the blocks', () => {
    expect(t('paste.pasted', { count: 1 })).to.equal('1 block pasted');
    expect(t('paste.pasted', { count: 3 })).to.equal('3 blocks pasted');
  });
});
