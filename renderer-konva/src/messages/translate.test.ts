import { expect } from 'chai';
import { createTranslate } from './translate.ts';

describe('the messages of the canvas', () => {
  it('are English by default, with plural forms', () => {
    const t = createTranslate();
    expect(t('blockCount', { count: 1 })).to.equal('1 block');
    expect(t('blockCount', { count: 3 })).to.equal('3 blocks');
    expect(t.orElse('type.gif', 'gif')).to.equal('GIF');
    expect(t.orElse('type.sticky-note', 'sticky note')).to.equal('sticky note');
  });

  it('can be replaced by a host, in any language and in part', () => {
    const messages = {
      section: 'Abschnitt {{number}}',
      blockCount_one: '{{count}} Block',
      blockCount_other: '{{count}} Blöcke',
    };
    const t = createTranslate(messages, 'de');
    expect(t('section', { number: 2 })).to.equal('Abschnitt 2');
    expect(t('blockCount', { count: 2 })).to.equal('2 Blöcke');
    expect(t('pageChanged')).to.equal('Page changed');
  });

  it('stay English where a host passes on a message that it may not have [J13]', () => {
    for (const locale of ['en', 'de'])
      expect(createTranslate({ pageChanged: undefined }, locale)('pageChanged')).to.equal(
        'Page changed',
      );
  });

  it('do not escape text, which is never HTML', () => {
    expect(createTranslate()('blockSelected', { block: 'a & <b>' })).to.equal('a & <b> selected');
  });
});
