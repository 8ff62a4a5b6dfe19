import { checkHyperlink } from '@cobble/engine';
import { expect } from 'chai';
import { translateEnglish as t } from '../messages/i18n.ts';
import { hyperlinkMessage } from '../messages/hyperlinkMessage.ts';
import { linkOfTyped } from './linkOfTyped.ts';

describe('linkOfTyped', () => {
  it('makes a mail link of an email address, which has no protocol that a user would know [MG4]', () => {
    for (const [typed, link] of [
      ['ada@example.com', 'mailto:ada@example.com'],
      [' ada.l+shop@mail.example.org ', 'mailto:ada.l+shop@mail.example.org'],
      ["o'brien@example.org", 'mailto:o%27brien@example.org'],
      ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ] as const) {
      expect(linkOfTyped(typed), typed).to.equal(link);
      expect(checkHyperlink(linkOfTyped(typed)), typed).to.equal(null);
    }
  });

  it('leaves everything else as it was typed, with the specified message [MG4]', () => {
    for (const typed of [
      'example.com',
      'ada@example',
      '@ada',
      'ada@@example.com',
      'a b@c.example',
    ]) {
      expect(linkOfTyped(typed), typed).to.equal(typed);
      expect(hyperlinkMessage(t, linkOfTyped(typed))).to.equal('Missing protocol (e.g. https://)');
    }
    for (const typed of ['https://a.example/@ada', '#top', '/about', 'javascript:a@b.example'])
      expect(linkOfTyped(typed), typed).to.equal(typed);
    expect(hyperlinkMessage(t, linkOfTyped('https://'))).to.equal('Needs to be a valid URL');
    expect(hyperlinkMessage(t, linkOfTyped(' '))).to.equal(null);
  });
});
