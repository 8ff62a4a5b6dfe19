import { expect } from 'chai';
import { translateEnglish as t } from './i18n.ts';

describe('messages about pasting', () => {
  it('are the specified ones [PS1, PS3]', () => {
    expect(t('paste.needsEditing')).to.equal('Enter edit mode to paste');
    expect(t('paste.link')).to.equal('Link detected. Creating button...');
    expect(t('paste.embedCode')).to.equal('Creating embed...');
    expect(t('paste.embedLink', { platform: 'YouTube' })).to.equal(
      'YouTube link detected. Creating embed...',
    );
  });

  it('count the blocks', () => {
    expect(t('paste.pasted', { count: 1 })).to.equal('1 block pasted');
    expect(t('paste.pasted', { count: 3 })).to.equal('3 blocks pasted');
  });
});
